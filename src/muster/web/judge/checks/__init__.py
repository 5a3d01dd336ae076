"""Tables drawn to be checked."""
