"""What every room of use cases needs: who may, what changed, names, texts made harmless."""
