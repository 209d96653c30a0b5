"""The command `pitledger`."""

from api.cli.program import main

__all__ = ["main"]
