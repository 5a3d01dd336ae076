"""Every organisation of the site: suspending one, letting it in again, naming an owner."""
