"""Money of an event: its terms, the till as a fold over its events, orders on it, the sheet that balances.

Nothing here is shown to anybody but those who run the event, unless its terms say that they are public.
"""
