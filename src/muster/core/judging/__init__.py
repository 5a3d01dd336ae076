"""What judges decide, as pure functions: which penalty a table suggests, and which tables are checked."""
