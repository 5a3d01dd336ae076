"""Registering oneself."""
