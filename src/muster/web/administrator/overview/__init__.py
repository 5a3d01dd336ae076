"""How the site is: storage, jobs, backups, settings."""
