"""The players somebody has starred, first."""
