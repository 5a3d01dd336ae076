"""Duties: how things stand for them, settling them by one's word, recommending a disqualification."""
