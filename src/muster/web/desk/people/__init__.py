"""Players: entered, changed, imported."""
