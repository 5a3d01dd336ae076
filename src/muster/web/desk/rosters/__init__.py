"""The desk’s pages of rosters."""
