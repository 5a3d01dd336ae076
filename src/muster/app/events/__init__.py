"""Events and their tournaments: set up, changed, looked at."""
