"""What judges do on the floor: rulings, penalties, components, proxies, checks, and what their pages show."""
