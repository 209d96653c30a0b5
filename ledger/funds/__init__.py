"""A fund from its events, and from what rounds and sessions say of it."""
