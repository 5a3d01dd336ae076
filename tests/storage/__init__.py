"""Storage, on a SQLite file and on PostgreSQL."""
