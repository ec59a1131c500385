"""The API of hands."""
