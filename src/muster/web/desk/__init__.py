"""The desk: the pages of those who run an event."""
