"""Rounds: read, reviewed, swapped, paired again."""
