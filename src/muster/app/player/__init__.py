"""One player at their tournament, and what they do by their own hand."""
