"""Real servers for the tests, each started once, before pytest, and ended by its process id."""
