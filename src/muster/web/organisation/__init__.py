"""The pages of organisations: for everybody, for their members, and for whoever is invited."""
