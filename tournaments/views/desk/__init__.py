"""The director's desk."""
