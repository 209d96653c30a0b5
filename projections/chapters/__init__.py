"""Chapters: gaming days closed and signed, exported with their proofs, verified alone."""
