"""Who runs an event, who leads it, and who may not decide where."""
