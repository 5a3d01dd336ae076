"""The end of a tournament."""
