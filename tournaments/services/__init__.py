"""Everything that changes a club or a tournament."""
