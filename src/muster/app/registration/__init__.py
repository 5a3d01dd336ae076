"""Entering, checking in, changing and erasing players."""
