"""The rosters everybody sees once a tournament is over."""
