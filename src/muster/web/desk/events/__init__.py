"""Events, tournaments, venues: set up and changed."""
