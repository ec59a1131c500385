"""Files in and out: lists of players read, published standings written. Nothing here touches a database."""
