"""Who dealt a round: those who acted as its dealer, by what the events say of themselves."""

from __future__ import annotations

from ledger.rounds.state import Round


def dealers(state: Round) -> tuple[str, ...]:
    """Everybody whose act as a dealer is in effect, in the order of their first; none where nobody said."""
    return tuple(
        dict.fromkeys(
            event.by for event in state.events if event is not None and event.source == "dealer" and event.by
        )
    )


def dealer_of(state: Round, version: int) -> str | None:
    """Who dealt when an event happened: whoever did it, else who acted last before, else first after.

    None where no dealer's act is recorded.
    """
    acts = [
        (at, event.by)
        for at, event in enumerate(state.events, 1)
        if event is not None and event.source == "dealer" and event.by
    ]
    before = [by for at, by in acts if at <= version]
    return before[-1] if before else next((by for _, by in acts), None)
