"""The cards of a round that the seed does not draw."""
