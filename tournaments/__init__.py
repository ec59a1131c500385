"""The club's events: who enters, who meets, what is published."""
