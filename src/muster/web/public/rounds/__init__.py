"""Published rounds for everybody."""
