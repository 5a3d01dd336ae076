"""Rulings and appeals."""
