"""What a record can be expected to tell.

A hand history keeps what came of the cards and not the dealer's motions: no
burn card, no order of the deal is in it.  What is absent from such a record is
unknown, and no finding.
"""

from __future__ import annotations

from typing import cast

from ledger.events.records import RoundHeader
from ledger.events.rounds import RoundOpened
from ledger.games.view import RoundView


def shows_the_dealing(seen: RoundView) -> bool:
    """Whether a record tells how the cards were dealt.

    All do but an import (source `import`) whose header does not say it (`dealing`).
    """
    opened = cast("RoundOpened", seen.events[0])
    return opened.source != "import" or cast("RoundHeader", seen.header).dealing is not None
