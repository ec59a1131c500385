"""Everything that changes a hand."""
