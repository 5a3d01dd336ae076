"""How the rooms become one site: settings, addresses, the WSGI application."""
