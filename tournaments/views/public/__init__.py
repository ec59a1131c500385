"""What everybody may open."""
