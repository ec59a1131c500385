"""What people send from pages, read and checked for form."""
