"""What was sent and refused, as it is kept: what those outside need of the store for it."""

from ledger.store.refused import sent

__all__ = ["sent"]
