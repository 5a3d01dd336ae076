"""Rosters as list builders write them: a module for each format, text in and a roster out."""
