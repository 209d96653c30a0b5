"""Which version of this software answers; stands in every report."""

from __future__ import annotations

from importlib.metadata import version
from typing import Final

SOFTWARE: Final = f"pitledger {version('pitledger')}"
