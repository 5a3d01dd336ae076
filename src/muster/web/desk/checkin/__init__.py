"""Check-in."""
