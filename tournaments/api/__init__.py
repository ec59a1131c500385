"""The API of clubs and tournaments."""
