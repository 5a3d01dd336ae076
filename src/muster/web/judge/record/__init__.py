"""What judges recorded."""
