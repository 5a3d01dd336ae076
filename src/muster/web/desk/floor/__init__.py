"""The venue floor."""
