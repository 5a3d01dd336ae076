"""Standings, brackets and final places for everybody."""
