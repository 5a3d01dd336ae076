"""An organisation for everybody: its page, its logo, its colours."""
