"""A player's way through the event, for everybody."""
