"""Standings and final places, with their arithmetic."""
