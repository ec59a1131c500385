"""Files in and out of a tournament; pure."""
