"""People with accounts: found, approved, invited, kept out."""
