"""Questions about alternatives: rounds settled under another fact, another rule, or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from ledger.application.ledger import RoundSeen
from ledger.application.what_if import Instead
from ledger.errors import InvalidQuery, RoundNotFound
from ledger.events.base import Recorded
from ledger.games.view import WagerKey
from ledger.rounds.answers import finding
from ledger.rounds.parts import PROMOTIONS
from ledger.rounds.truths import Truth
from projections.alternatives.answers import Alternatives, PatronBeside, RoundBeside, WagerBeside
from projections.alternatives.supposing import MOST_ROUNDS, Supposition, supposed
from projections.asked import Asked


class AlternativesAsked(Asked):
    """What stands beside what would be."""

    def alternatives(
        self,
        rounds: Sequence[str],
        suppose: Sequence[Supposition] = (),
        *,
        submission: Instead | None = None,
        as_of: int | None = None,
        sees_all: bool = False,
    ) -> Alternatives:
        """Some rounds (keys or uuids) as they stand, by the rules, and as they would be; 500 at most.

        They stand as of a position; absent: as they do now.  Raises RoundNotFound,
        InvalidQuery, UnknownSubmission, and what a supposition may be refused for.
        """
        if not 1 <= len(rounds) <= MOST_ROUNDS:
            raise InvalidQuery(detail=f"name from 1 to {MOST_ROUNDS} rounds")
        now = self.ledger.recorder.head()
        seen = [self._standing(reference, as_of, sees_all=sees_all) for reference in rounds]
        keys = [one.state.key for one in seen]
        if twice := sorted({key for key in keys if keys.count(key) > 1}):
            raise InvalidQuery(detail=f"rounds: {', '.join(twice)} is named more than once")
        asked = _by_round(keys, suppose)
        if submission is not None:
            self.ledger.registry.refresh()
        pairs = [
            (
                one,
                supposed(
                    self.ledger, _shown(one), asked[one.state.key], sees_all=sees_all, submission=submission
                ),
            )
            for one in seen
        ]
        found = [_beside(one, other) for one, other in pairs]
        what_if = pairs[0][1].what_if
        return Alternatives(
            as_of=now if as_of is None else as_of,
            lag=0,
            submission=None if what_if is None else what_if.submission.name,
            supposed=[one.model_dump(mode="json", by_alias=True, exclude_none=True) for one in suppose],
            rounds=found,
            by_patron=_by_patron(found),
        )

    def _standing(self, reference: str, as_of: int | None, *, sees_all: bool) -> RoundSeen:
        """A round as one may see it, of what was recorded up to a position.  Raises RoundNotFound."""
        seen = self.ledger.round(reference, sees_all=sees_all)
        if as_of is None:
            return seen
        known = [one for one in seen.recorded if (one.position or 0) <= as_of]
        if not known:
            raise RoundNotFound(round=reference)
        return self.ledger.rebuilt(known, sees_all=sees_all)


def _shown(one: RoundSeen) -> Sequence[Recorded]:
    """The events of a round as one may see them: nothing supposed shows a face that nobody was shown."""
    return [
        recorded._replace(event=event) for recorded, event in zip(one.recorded, one.state.log, strict=True)
    ]


def _by_round(
    keys: Sequence[str], suppose: Sequence[Supposition]
) -> Mapping[str, list[tuple[int, Supposition]]]:
    """What is supposed of each round, with its place in the question.  Raises InvalidQuery."""
    found: dict[str, list[tuple[int, Supposition]]] = {key: [] for key in keys}
    for index, one in enumerate(suppose):
        key = one.round or (keys[0] if len(keys) == 1 else None)
        if key not in found:
            raise InvalidQuery(
                detail="round: say which of the rounds asked about", pointer=f"/suppose/{index}/round"
            )
        found[key].append((index, one))
    return found


def _beside(one: RoundSeen, other: RoundSeen) -> RoundBeside:
    own = {truth.wager.key: truth for truth in one.judgement.truths}
    would = {truth.wager.key: truth for truth in other.judgement.truths}
    before = [finding(found) for found in one.judgement.findings]
    after = [finding(found) for found in other.judgement.findings]
    return RoundBeside(
        round=one.state.key,
        version=one.state.version,
        currency=one.state.currency,
        wagers=[_wager(key, own.get(key), would.get(key)) for key in {**own, **would}],
        findings_gone=[found for found in before if found not in after],
        findings_new=[found for found in after if found not in before],
    )


def _wager(key: WagerKey, own: Truth | None, would: Truth | None) -> WagerBeside:
    spot, wager, on, patron, tender = key
    stands = 0 if own is None else _settled(own)
    supposed_net = _by_the_rules(would)
    return WagerBeside(
        spot=spot,
        wager=wager,
        on=on,
        patron=patron,
        tender=tender,
        stake=_stake(own),
        supposed_stake=_stake(would),
        stands=stands,
        rules=_by_the_rules(own),
        rules_outcome=_outcome(own),
        supposed=supposed_net,
        supposed_outcome=_outcome(would),
        difference=None if supposed_net is None else supposed_net - stands,
    )


def _stake(truth: Truth | None) -> int:
    return 0 if truth is None else truth.wager.stake + truth.wager.late


def _settled(truth: Truth) -> int:
    """What changed hands for a wager, from the patron's side: at the table, later, at the cage."""
    return truth.wager.adjusted + truth.wager.paid_at_cage - truth.house_settled


def _by_the_rules(truth: Truth | None) -> int | None:
    """What the rules give the patron: nothing of a wager that is not there, None where they cannot say."""
    if truth is None or not (truth.rules or truth.wager.stake or truth.wager.late):
        return 0
    if not truth.rules or not truth.judged:
        return None
    return sum(line.paid - (0 if line.tender in PROMOTIONS else line.collected) for line in truth.rules)


def _outcome(truth: Truth | None) -> str | None:
    return ", ".join(line.outcome for line in truth.rules) or None if truth is not None else None


def _by_patron(rounds: Iterable[RoundBeside]) -> list[PatronBeside]:
    """Totals by patron and currency, whom most would be owed first."""
    lines: dict[tuple[str, str], list[tuple[str, WagerBeside]]] = {}
    for one in rounds:
        table = one.round.partition("/")[0]
        for wager in one.wagers:
            whose = wager.patron or f"{table}/{wager.spot}"
            lines.setdefault((whose, one.currency), []).append((one.round, wager))
    found = [_patron(name, currency, own) for (name, currency), own in lines.items()]
    return sorted(found, key=lambda one: (-(one.difference or 0), one.patron, one.currency))


def _patron(name: str, currency: str, lines: Sequence[tuple[str, WagerBeside]]) -> PatronBeside:
    wagers = [wager for _, wager in lines]
    stands = sum(wager.stands for wager in wagers)
    return PatronBeside(
        patron=name,
        currency=currency,
        rounds=len({round_ for round_, _ in lines}),
        stands=stands,
        rules=_sum(wager.rules for wager in wagers),
        supposed=_sum(wager.supposed for wager in wagers),
        difference=_sum(wager.difference for wager in wagers),
        restore=-stands,
    )


def _sum(amounts: Iterator[int | None]) -> int | None:
    found = list(amounts)
    known = [amount for amount in found if amount is not None]
    return sum(known) if len(known) == len(found) else None
