"""Processes that keep views, or rebuild one, and are killed at a chosen step of the work."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable
from itertools import count
from multiprocessing.context import ForkServerContext
from pathlib import Path
from typing import Any

from pydantic import SecretStr

from ledger.settings import Settings
from projections import following, rebuild, runner, tracking
from projections.folding import Folder
from projections.tracking import VIEWS

Work = Callable[[Settings], object]


def killed_at(step: int, work: Work, settings: Settings, *, batch: int, of: str = "") -> bool:
    """Whether a process of its own was killed in that step of a piece of work; else it came to its end.

    `of` counts the steps of one name alone.
    """
    assert settings.database_url is not None
    given = {"url": settings.database_url.get_secret_value(), "home": settings.home, "batch": batch}
    process = _processes().Process(target=_work, args=(step, of, work), kwargs=given)
    process.start()
    process.join(60)
    assert process.exitcode in {0, -signal.SIGKILL}, process.exitcode
    return process.exitcode != 0


def keep(settings: Settings) -> None:
    """Take in all there is."""
    runner.Projector(settings).catch_up()


def rebuild_rounds(settings: Settings) -> None:
    rebuild.rebuild(settings, "rounds")


def _processes() -> ForkServerContext:
    """Forked from one that has imported all, which is quicker than to begin each time."""
    found = multiprocessing.get_context("forkserver")
    found.set_forkserver_preload([__name__])
    return found


def _work(step: int, of: str, work: Work, *, url: str, home: Path, batch: int) -> None:
    steps = count(1)

    def counted(real: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any, **named: Any) -> Any:
            if next(steps) == step:
                os.kill(os.getpid(), signal.SIGKILL)
            return real(*given, **named)

        return call

    vars(runner)["BATCH"] = batch
    following.Follower.__init__.__defaults__ = (batch,)
    for where, names in _steps():
        for name in names:
            if of in {"", name}:
                setattr(where, name, counted(getattr(where, name)))
    work(Settings(_env_file=None, database_url=SecretStr(url), home=home, property="demo"))


def _steps() -> list[tuple[Any, tuple[str, ...]]]:
    """Where the work may be cut: reading, folding, the hold, each view's rows, the position, the names."""
    return [
        (Folder, ("read",)),
        (tracking, ("begin", "hold", "held", "move", "take_over")),
        *((type(made("")), ("prepare", "write")) for made in VIEWS.values()),
    ]
