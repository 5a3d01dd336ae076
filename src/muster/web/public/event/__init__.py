"""An event for everybody."""
