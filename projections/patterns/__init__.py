"""Patterns of mistakes: whose they are, with whom, how often, in which rounds."""
