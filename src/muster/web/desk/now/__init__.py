"""What is to be done now."""
