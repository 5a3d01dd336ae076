"""The venue floor: clocks, timers, calls, announcements, sign-off."""
