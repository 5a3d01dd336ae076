"""Django app: accounts, persons, clubs, venues, events, their tournaments and who runs them."""
