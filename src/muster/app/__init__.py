"""Use cases: one function each. Permission, command, append, announce; and the questions pages ask."""
