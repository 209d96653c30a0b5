"""Garbage is collected between two answers, and not while one is worked out.

What is recorded is thousands of objects and no cycle, freed as soon as it is
answered: the collector would go through them, and now and then through all that
the process holds, for nothing.
"""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from functools import wraps
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
Answer = TypeVar("Answer")


def uncollected(work: Callable[P, Iterator[Answer]]) -> Callable[P, Iterator[Answer]]:
    """The same answers one after the other; threads beside it wait for the collector, too."""

    @wraps(work)
    def answers(*args: P.args, **kwargs: P.kwargs) -> Iterator[Answer]:
        left = work(*args, **kwargs)
        while True:
            collects = gc.isenabled()
            gc.disable()
            try:
                answer = next(left)
            except StopIteration:
                return
            finally:
                if collects:
                    gc.enable()
            yield answer

    return answers
