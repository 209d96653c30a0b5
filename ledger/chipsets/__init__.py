"""A set of chips from its events: which there are, and how many."""
