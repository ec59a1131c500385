"""People at a table, playing hands."""
