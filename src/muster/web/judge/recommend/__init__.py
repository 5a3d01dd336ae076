"""Recommending a disqualification to the organiser."""
