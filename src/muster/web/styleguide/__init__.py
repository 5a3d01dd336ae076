"""The style guide: every component with all its states, for whoever works on the look."""
