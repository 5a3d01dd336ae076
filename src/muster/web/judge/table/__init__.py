"""One table."""
