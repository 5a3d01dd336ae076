"""A player’s pages of rosters."""
