"""Signing off a round."""
