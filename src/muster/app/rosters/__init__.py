"""Rosters in use: handing in, keeping, showing, searching, checking, printing."""
