"""Catalogues of cards: Muster's own file form, and readers for public sets of card data."""
