"""Rosters: what players bring, the cards there are, and whether the one may be made of the other."""
