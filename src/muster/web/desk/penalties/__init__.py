"""The table of penalties."""
