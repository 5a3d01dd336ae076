"""The tournament itself: pure functions and frozen values; no input or output, no clock, no unseeded dice."""
