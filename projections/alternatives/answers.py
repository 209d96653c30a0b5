"""What is answered about alternatives: each wager as it stands and as it would be, side by side."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from projections.answers import Answer, Said, SignedCents

ToPatron = Annotated[SignedCents | None, Field(description="cents to the patron; null: nobody can say")]


class WagerBeside(Said):
    """One wager four ways, from the patron's side in cents (units in a chip game).

    `stands` is what was settled and adjusted; `rules` what the rules give by the
    record; `supposed` what they would give; `difference` is `supposed` less
    `stands`, what would have to change hands.
    """

    spot: int
    wager: str
    on: str | None
    patron: str | None
    tender: str | None
    stake: int
    supposed_stake: int
    stands: SignedCents
    rules: ToPatron
    rules_outcome: str | None
    supposed: ToPatron
    supposed_outcome: str | None
    difference: ToPatron


class RoundBeside(Said):
    """One round: its wagers, in units of its currency, and the findings that would come and go."""

    round: str
    version: int
    currency: str
    wagers: list[WagerBeside]
    findings_gone: list[dict[str, Any]]
    findings_new: list[dict[str, Any]]


class PatronBeside(Said):
    """One patron over all rounds of a currency: an opaque id, else `table/spot`.

    `restore` is what would have to change hands for everybody to be as before the
    first round; null where some of it nobody can say.
    """

    patron: str
    currency: str
    rounds: int
    stands: SignedCents
    rules: ToPatron
    supposed: ToPatron
    difference: ToPatron
    restore: SignedCents


class Alternatives(Answer):
    """Some rounds settled under other facts or another rule, beside what stands; nothing is recorded.

    `submission` names the one that they are judged by in the supposed case; null: each by its own.
    """

    submission: str | None
    supposed: list[dict[str, Any]]
    rounds: list[RoundBeside]
    by_patron: list[PatronBeside]
