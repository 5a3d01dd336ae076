"""The desk's catalogues: what cards are known, loading, adding and correcting them."""
