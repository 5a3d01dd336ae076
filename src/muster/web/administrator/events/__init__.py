"""Every event of the site with its owner, and giving one to another organiser."""
