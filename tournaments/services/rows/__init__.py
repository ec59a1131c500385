"""The read rows of a tournament: what its streams come to, and that beside what is there.

One way for all: after an append, in `manage.py rebuild`, in `manage.py check_log`.
"""
