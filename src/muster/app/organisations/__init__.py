"""Shops, clubs and circuits: who belongs to them, what is theirs, and what was done in them."""
