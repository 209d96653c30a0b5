"""A dispute from its events: how it stands, what evidence there is, what is due."""
