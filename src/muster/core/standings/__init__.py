"""Tiebreakers, one small object each, and the ranked table they make."""
