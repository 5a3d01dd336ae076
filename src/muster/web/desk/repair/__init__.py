"""Pairing again as little as possible."""
