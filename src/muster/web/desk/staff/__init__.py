"""The staff."""
