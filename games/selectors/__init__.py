"""What the pages of hands show."""
