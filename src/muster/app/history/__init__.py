"""Carrying out commands, and telling what was done: history, undo, reasons, the seal."""
