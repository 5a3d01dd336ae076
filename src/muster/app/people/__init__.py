"""The players of a tournament, as several pages read them."""
