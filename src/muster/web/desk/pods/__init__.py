"""Pods of a draft, and who plays on after day one."""
