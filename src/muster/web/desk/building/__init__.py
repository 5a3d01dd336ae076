"""Tables to build decks at, before the first round of sealed play."""
