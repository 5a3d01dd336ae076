"""The picture of an event that others show where somebody shares its address."""
