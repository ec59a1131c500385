"""Wiring: may import everything, imported by nothing."""
