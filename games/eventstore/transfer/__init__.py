"""The log and the rows beside it as one JSON Lines file, out and in."""
