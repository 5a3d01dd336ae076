"""State, commands, facts, and the two functions between them: `decide` and `evolve`."""
