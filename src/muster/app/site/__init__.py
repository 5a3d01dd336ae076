"""The whole site: backups, the demo, journals as files, copies of events."""
