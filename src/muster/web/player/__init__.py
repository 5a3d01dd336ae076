"""What players see and do on their own page, which they open by a private link."""
