"""The venues of an organisation."""
