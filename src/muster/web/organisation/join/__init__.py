"""Accepting or declining an invitation into an organisation."""
