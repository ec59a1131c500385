"""The pages of a table: its card's code, who sits there, entering and settling a result."""
