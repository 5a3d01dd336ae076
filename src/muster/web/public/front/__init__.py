"""The front page of the site: what is on here, and a field for codes."""
