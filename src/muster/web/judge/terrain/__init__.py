"""The terrain of a table against what the regulations advise."""
