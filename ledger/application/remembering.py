"""The first answer to a request with a key, kept for ever: what those outside need of the store for it."""

from ledger.store.appends import KeyTaken, Remembered

__all__ = ["KeyTaken", "Remembered"]
