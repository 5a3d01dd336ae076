"""Results: forms, previews, and what a correction changes."""
