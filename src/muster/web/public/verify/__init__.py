"""Checking a tournament oneself."""
