"""Old shapes of events, brought to the present one as they are read.

What is stored never changes.  When an event's shape changes its new shape gets
the topic `.v2`, and a row here says how a stored `.v1` becomes it; rows chain.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any


@dataclass(frozen=True, slots=True)
class Upcast:
    """From one stored topic to the next: the topic it becomes, and how its JSON changes."""

    topic: str
    change: Callable[[dict[str, Any]], dict[str, Any]]


# Stored topic -> what it becomes.  No shape has changed yet.
UPCASTS: Mapping[str, Upcast] = MappingProxyType({})
