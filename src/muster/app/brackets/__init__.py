"""The cut and the elimination bracket."""
