"""Accounts and the first way in."""
