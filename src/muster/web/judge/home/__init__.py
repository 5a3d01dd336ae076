"""The judge's first page."""
