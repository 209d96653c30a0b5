"""What was not done as the procedure says, found from the recorded events.

Each event is a step of the procedure, or none.  "Not yet" is never a finding:
what is absent is found when a later step has passed it, or at the close.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from ledger.games.conduct.closing import close
from ledger.games.conduct.following import FOLLOW
from ledger.games.conduct.rows import Conduct, Follow
from ledger.games.conduct.voiding import AFTER_VOID
from ledger.games.conduct.walk import Walk
from ledger.games.seam import Adjudication, Finding
from ledger.games.view import RoundView


def walked(
    conduct: Conduct, seen: RoundView, said: Adjudication, late_wagers: str = "undetermined"
) -> Sequence[Finding]:
    """The findings of a round's procedure, in the order in which they showed.

    `late_wagers` is what the licensee elects of them: they stand, are void, or are undetermined.
    """
    walk = Walk(conduct, seen, said)
    followers = _followers(conduct)
    over = min(seen.closed_at or seen.version, seen.voided_at or seen.version)
    for version, event in enumerate(seen.events[:over], 1):
        follow = followers.get(type(event))  # nothing follows what was corrected to nothing
        if follow is not None:
            follow(walk, event, version)
    for version, event in enumerate(seen.events[over : seen.closed_at], over + 1):
        follow = AFTER_VOID.get(type(event))
        if follow is not None:
            follow(walk, event, version)
    close(walk, late_wagers)
    return walk.found


@lru_cache(maxsize=64)
def _followers(conduct: Conduct) -> Mapping[type, Follow]:
    """The follower of each type of event: the game's own before that of all."""
    return {**FOLLOW, **conduct.follow}
