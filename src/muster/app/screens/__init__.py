"""The screens of an event, and what they show when."""
