"""The rules of the tournament, to be looked up by moment and by word."""
