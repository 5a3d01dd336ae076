"""Parts of an event that other sites show in pages of their own."""
