"""Muster runs organised-play tournaments by the book."""

__version__ = "0.2.0"
