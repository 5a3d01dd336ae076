"""Private links: to log in, to join, to a player's own page."""
