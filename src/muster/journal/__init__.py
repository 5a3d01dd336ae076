"""Django app: the journals of tournaments, append-only, on a database."""
