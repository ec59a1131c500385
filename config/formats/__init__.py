"""How languages write dates and times where the product departs from Django's own choice."""
