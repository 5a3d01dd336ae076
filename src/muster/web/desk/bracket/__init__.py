"""The cut and the bracket."""
