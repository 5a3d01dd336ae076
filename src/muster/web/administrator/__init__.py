"""Pages of those who look after the site: people, events, how it is."""
