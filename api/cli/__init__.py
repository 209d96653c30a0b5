"""The command `pitledger`."""

from api.cli.main import main

__all__ = ["main"]
