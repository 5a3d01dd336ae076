"""Cuts, seeded and random brackets, progress from round to round, and the places they give."""
