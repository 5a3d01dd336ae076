"""Duties on the desk: the open ones, those settled by somebody's word, the checklist, recommendations."""
