"""A deck from its events: its provenance, its cards at any instant, and what was not as it should be."""
