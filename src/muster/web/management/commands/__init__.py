"""Commands for those who work on Muster or translate it."""
