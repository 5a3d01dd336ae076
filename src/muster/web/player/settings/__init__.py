"""What players set for themselves."""
