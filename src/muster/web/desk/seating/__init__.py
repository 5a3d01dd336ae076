"""A round at tables that takes long to seat: how far the search is, and how to stop it."""
