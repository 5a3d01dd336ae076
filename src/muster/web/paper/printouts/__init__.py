"""What can be put on paper."""
