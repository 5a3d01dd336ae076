"""Who sits at which table of three or four, and where: the draw, and a check that shares no code with it."""
