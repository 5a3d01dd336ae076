"""Logging in, joining, one's own account."""
