"""Results: entered, corrected, signed off."""
