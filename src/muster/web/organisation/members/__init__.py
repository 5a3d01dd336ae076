"""Who belongs to an organisation: roles, invitations, removing, leaving."""
