"""The organisations one belongs to, and setting one up."""
