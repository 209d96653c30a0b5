"""The bench: each figure beside the peer's, measured in the same run (DESIGN §9)."""
