"""The plan: rounds and cut."""
