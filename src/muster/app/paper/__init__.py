"""Printing: what can be printed, and making it."""
