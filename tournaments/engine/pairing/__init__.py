"""Pairing: one matching over the whole field, lexicographic costs, look-ahead, dealers, tables."""
