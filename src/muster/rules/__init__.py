"""What each game's tournament regulations say, as data."""
