"""A player's own way through the event, and the bracket with their games marked."""
