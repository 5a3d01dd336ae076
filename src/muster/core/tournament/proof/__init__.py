"""Proving a journal: each fact decided anew, and what it claims checked by code that did not make it."""
