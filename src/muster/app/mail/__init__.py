"""Messages to players: written, sent, pushed."""
