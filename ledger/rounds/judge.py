"""A round judged: what the rules give, what was not as it should have been.

`judge` is derived and repeatable: the same events, submission and limits give
the same answer, and nothing of it is ever stored as an event.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ledger.amounts import amount_written
from ledger.cards import doubled
from ledger.events.rounds import OutcomeDeclared
from ledger.games.findings import COMMON
from ledger.games.resolution import Resolution
from ledger.games.seam import EMPTY, Adjudication, Finding, MeterPercent, Submission
from ledger.games.telling import shows_the_dealing
from ledger.rounds.dealing import SHOE
from ledger.rounds.state import Round
from ledger.rounds.truths import Truth, truths
from ledger.rounds.unexplained import unexplained

Limits = Mapping[str, tuple[int | None, int | None]]
SHOES = frozenset({"manual_shoe", "automated_shoe"})
NO_LIMITS = (None, None)
CHIPS_IN_TRAY = frozenset({"chips", "plaque"})
NO_LINES: tuple[Sequence[Resolution], Sequence[Resolution]] = ((), ())


@dataclass(frozen=True, slots=True)
class Judgement:
    """Resolutions and order, findings by event, and the four truths of each wager."""

    adjudication: Adjudication
    findings: tuple[Finding, ...]
    truths: tuple[Truth, ...]
    submission: Submission


@lru_cache(maxsize=256)
def shares_meters(submission: Submission) -> bool:
    """Whether a prize is a share of a meter, so that judging wants to know what meters showed."""
    prizes = (prize for table in submission.pay_tables.values() for prize in table.rows.values())
    return any(isinstance(prize, MeterPercent) for prize in prizes)


def hangs_on_meters(state: Round, judgement: Judgement) -> bool:
    """Whether what somebody wins is a share of a meter, and the round does not say what that showed."""
    if state.header.funds is not None or not shares_meters(judgement.submission):
        return False
    tables = judgement.submission.pay_tables.values()
    shares = {
        str(prize) for table in tables for prize in table.rows.values() if isinstance(prize, MeterPercent)
    }
    return any(line.odds in shares for line in judgement.adjudication.resolutions)


def judge(state: Round, submission: Submission, posted: Limits = EMPTY) -> Judgement:
    """Judge a round by a submission; `posted` are the table's limits where the round has none."""
    adjudication = state.rules.adjudicate(state, submission)
    wagers = truths(state, adjudication.resolutions)
    found = [
        *state.rules.conform(state, submission, adjudication),
        *_out_of_force(state, submission),
        *_remarked(state),
        *_dealt_twice(state),
        *_not_of_the_deck(state),
        *_stub_miscounted(state),
        *_late(state),
        *_outside_limits(state, {**posted, **state.limits}),
        *_declared(state, wagers),
        *_settled(state, wagers),
        *_prizes(state, wagers),
        *_irregularities(state),
    ]
    found += unexplained(state, wagers, found)
    found.sort(key=lambda finding: finding.event)
    return Judgement(adjudication, tuple(found), wagers, submission)


def _finding(code: str, event: int, detail: str, facts: Mapping[str, object], rule: str = "") -> Finding:
    kind = COMMON[code]
    return Finding(code, rule or kind.rule, kind.evidence, event, detail, facts)


def _out_of_force(state: Round, submission: Submission) -> Iterator[Finding]:
    """A round names a submission before its date, or when another had its place; it is judged by it."""
    played, since, held = state.header.gaming_date, submission.superseded, state.in_force
    if held is not None and (held.submission, held.version) == (submission.name, submission.version):
        since = held.superseded
    if played is None:
        return
    facts = {"submission": submission.name, "version": submission.version}
    if submission.effective is not None and played < submission.effective:
        detail = f"{submission.name} holds from {submission.effective}, the round is of {played}"
        yield _finding("submission_not_in_force", 1, detail, {**facts, "from": str(submission.effective)})
    if since is not None and since <= played:
        detail = f"{submission.name} was superseded from {since}, the round is of {played}"
        yield _finding("submission_not_in_force", 1, detail, {**facts, "superseded": str(since)})


def _remarked(state: Round) -> Iterator[Finding]:
    for remark in state.remarks:
        said = ", ".join(f"{name} {value}" for name, value in remark.facts.items())
        yield _finding(remark.code, remark.version, f"{COMMON[remark.code].title} ({said})", remark.facts)


def _dealt_twice(state: Round) -> Iterator[Finding]:
    """Each face that came again, once, at the second card that had it.

    Out of a shoe of a game whose deck is not known here it may come again: it holds several decks.
    """
    if not state.rules.deck and state.header.dealing in SHOES:
        return
    known = [card.face for card in state.cards.values() if card.face is not None]
    if len({*known}) == len(known):
        return
    ordered = sorted(state.cards.values(), key=lambda card: card.version)
    coming: dict[str | None, list[int]] = {}
    for card in ordered:
        coming.setdefault(card.face, []).append(card.version)
    for face in dict.fromkeys(doubled(card.face for card in ordered)):
        yield _finding("card_duplicated", coming[face][1], f"{face} was on the layout twice", {"card": face})


@lru_cache(maxsize=16)
def _faces_of(deck: tuple[str, ...]) -> frozenset[str | None]:
    """What may be read of a card of a deck: its face, its rank alone, or nothing."""
    return frozenset({None, *deck, *(face[0] + "?" for face in deck)})


def _not_of_the_deck(state: Round) -> Iterator[Finding]:
    """Cards that cannot be: of another deck by their face, or by their number."""
    deck = state.rules.deck
    if not deck:
        return
    faces = _faces_of(deck)
    for card in [card for card in state.cards.values() if card.face not in faces]:
        detail = f"{card.face} is no card of the deck"
        yield _finding("card_not_in_deck", card.version, detail, {"card": card.face})
    if len(state.cards) <= len(deck):
        return
    out = [card for card in state.cards.values() if card.place != SHOE]
    if len(out) > len(deck):
        detail = f"{len(out)} cards came from a deck of {len(deck)}"
        yield _finding("deck_exceeded", out[len(deck)].version, detail, {"cards": len(out)})


def _stub_miscounted(state: Round) -> Iterator[Finding]:
    """The stub and what left the deck are the deck, in a record that tells how the cards were dealt."""
    whole = len(state.rules.deck)
    if not whole or state.stub_at is None or state.stub_count is None or not shows_the_dealing(state):
        return
    left = whole - len(state.cards) + [card.place for card in state.cards.values()].count(SHOE)
    if state.stub_count != left:
        facts = {"counted": state.stub_count, "due": left}
        detail = f"{state.stub_count} cards were counted, {left} of {whole} were left"
        yield _finding("stub_count_wrong", state.stub_at, detail, facts)


def _late(state: Round) -> Iterator[Finding]:
    for wager in state.wagers:
        if wager.late:
            placed_at = wager.placed_late_at or wager.placed_at
            facts = {"spot": wager.spot, "wager": wager.wager, "amount": wager.late}
            seconds = _seconds_late(state, placed_at)
            if seconds is not None:
                facts["seconds"] = seconds
            yield _finding("wager_late", placed_at, "placed after no more bets", facts)


def _seconds_late(state: Round, version: int) -> float | None:
    """How long after the "no more bets" before it an event came, by the floor's clock; None: not known."""
    before = [event for event in state.events[: version - 1] if event is not None]
    closed = next((event.occurred_at for event in reversed(before) if event.type == "betting_closed"), None)
    event = state.events[version - 1]
    if closed is None or event is None or event.occurred_at is None:
        return None
    return (event.occurred_at - closed).total_seconds()


def _outside_limits(state: Round, limits: Limits) -> Iterator[Finding]:
    for wager in state.wagers if limits else ():
        minimum, maximum = limits.get(wager.wager, NO_LIMITS)
        placed = wager.stake + wager.late
        if (minimum is None or not 0 < placed < minimum) and (maximum is None or placed <= maximum):
            continue
        facts = {"spot": wager.spot, "wager": wager.wager, "amount": placed}
        if minimum is not None and 0 < placed < minimum:
            detail = f"{_said(state, placed)} is under the minimum of {_said(state, minimum)}"
            yield _finding("wager_below_minimum", wager.placed_at, detail, {**facts, "minimum": minimum})
        if maximum is not None and placed > maximum:
            detail = f"{_said(state, placed)} is over the maximum of {_said(state, maximum)}"
            yield _finding("wager_above_maximum", wager.placed_at, detail, {**facts, "maximum": maximum})


def _declared(state: Round, wagers: tuple[Truth, ...]) -> Iterator[Finding]:
    """A declaration is wrong where no judged line that it can mean agrees with it."""
    declarations = [
        (version, event) for version, event in enumerate(state.events, 1) if type(event) is OutcomeDeclared
    ]
    judged = _judged_lines(state, wagers) if declarations else {}
    for version, event in declarations:
        lines = _meant(event.wager, *judged.get(event.spot, NO_LINES))
        yield from _misdeclared(state, event, version, lines)


def _misdeclared(
    state: Round, event: OutcomeDeclared, version: int, lines: Sequence[Resolution]
) -> Iterator[Finding]:
    spot, outcome, rank = event.spot, event.outcome, event.rank
    outcomes = {line.verdict.outcome for line in lines}
    if outcomes and not _same_outcome(outcome, outcomes):
        facts = {"spot": spot, "declared": outcome}
        yield _finding(
            "outcome_misdeclared", version, f"the rules give {_listed(outcomes)}", facts, _rule(lines)
        )
    # A wager resolved on its own names a row of its table, which nobody announces as a rank.
    sides = state.rules.sides
    ranks = {line.hand.rank for line in lines if line.key[1] not in sides} - {None} if rank else None
    if ranks and rank not in ranks:
        facts = {"spot": spot, "declared": rank}
        yield _finding("rank_misdeclared", version, f"the hand is {_listed(ranks)}", facts, _rule(lines))


def _judged_lines(
    state: Round, wagers: tuple[Truth, ...]
) -> Mapping[int, tuple[list[Resolution], list[Resolution]]]:
    """The judged lines of each spot: all of them, and those of the hand compared.

    Not compared is a wager resolved on its own or a bonus paid on another, and one forfeited before.
    """
    sides = state.rules.sides
    found: dict[int, tuple[list[Resolution], list[Resolution]]] = {}
    for truth in wagers:
        for line in truth.rules:
            verdict, (spot, wager, _, _, _) = line.verdict, line.key
            if verdict.judged:
                judged, compared = found.setdefault(spot, ([], []))
                judged.append(line)
                if verdict.outcome != "forfeit" and wager not in sides:
                    compared.append(line)
    return found


def _meant(
    wager: str | None, judged: Sequence[Resolution], compared: Sequence[Resolution]
) -> Sequence[Resolution]:
    """Of the judged lines of a spot those that a declaration speaks of.

    One for a spot as a whole is of the hand compared, unless there is nothing else.
    """
    if wager is not None:
        return [line for line in judged if line.wager == wager]
    return compared or judged


def _same_outcome(said: str, outcomes: Collection[str]) -> bool:
    """A win declared for a spot covers a stake handed back beside winning wagers."""
    return said in outcomes or (said == "win" and "unpaid" in outcomes)


def _listed(words: Collection[str | None]) -> str:
    return ", ".join(sorted(str(word) for word in words))


def _rule(lines: Sequence[Resolution]) -> str:
    return lines[0].rule if lines else ""


def _settled(state: Round, wagers: tuple[Truth, ...]) -> Iterator[Finding]:
    """Money against the rules: too much at once, too little when the round is closed."""
    for truth in wagers:
        wager, due_paid = truth.wager, truth.due_paid - truth.due_elsewhere
        if wager.left > 0 or wager.paid != due_paid or wager.collected != truth.due_collected:
            yield from _unlike(state, truth, due_paid)
        if wager.into_box:
            yield from _boxed(state, truth)


def _unlike(state: Round, truth: Truth, due_paid: int) -> Iterator[Finding]:
    """A wager that was left, or not paid and collected in full as the rules have it."""
    wager, lines, closed = truth.wager, truth.rules, state.closed_at
    rule = lines[0].rule if lines else ""
    named = {"spot": wager.spot, "wager": wager.wager}
    unsettled = wager.left > 0 and not state.is_live(wager) and not _may_stay(lines)
    if unsettled:
        facts = {**named, "amount": wager.left}
        detail = f"{_said(state, wager.left)} was left"
        yield _finding("wager_unsettled", closed or state.version, detail, facts, rule)
    if not truth.judged or (not lines and state.rules.banked != "house"):
        return
    if wager.paid > due_paid or (closed is not None and wager.paid < due_paid):
        facts = {**named, "due": due_paid, "paid": wager.paid}
        event = wager.paid_at or closed or state.version
        detail = f"paid {_said(state, wager.paid)}, due {_said(state, due_paid)}"
        yield _finding("wager_mispaid", event, detail, facts, rule)
    due = truth.due_collected
    if wager.collected > due or (closed is not None and wager.collected < due and not unsettled):
        facts = {**named, "due": due, "collected": wager.collected}
        event = wager.settled_at or closed or state.version
        detail = f"collected {_said(state, wager.collected)}, due {_said(state, due)}"
        yield _finding("wager_miscollected", event, detail, facts, rule)


def _prizes(state: Round, wagers: tuple[Truth, ...]) -> Iterator[Finding]:
    """What a fund owes against the rules: another prize recorded, none by the close, too much paid."""
    for truth in wagers:
        if truth.wager.prizes or truth.due_elsewhere:
            yield from _misstated(state, truth)


def _misstated(state: Round, truth: Truth) -> Iterator[Finding]:
    wager, lines = truth.wager, truth.rules
    if not lines or not truth.judged:
        return
    whole, named = truth.due_paid, {"spot": wager.spot, "wager": wager.wager}
    if wager.won != whole and (wager.won or (truth.due_elsewhere and state.closed_at is not None)):
        event = next((prize.won_at for prize in wager.prizes.values() if prize.won_at), state.closed_at)
        facts = {**named, "due": whole, "won": wager.won}
        detail = f"won {_said(state, wager.won)} of a fund, due {_said(state, whole)}"
        yield _finding("progressive_misstated", event or state.version, detail, facts, lines[0].rule)
    if wager.paid_at_cage and wager.paid + wager.paid_at_cage > whole:
        event = max(prize.cage_at or 0 for prize in wager.prizes.values())
        paid = wager.paid + wager.paid_at_cage
        facts = {**named, "due": whole, "paid": paid, "at_cage": wager.paid_at_cage}
        of_it = f"{_said(state, wager.paid_at_cage)} of it at the cage"
        detail = f"paid {_said(state, paid)}, {of_it}, due {_said(state, whole)}"
        yield _finding("wager_mispaid", event, detail, facts, lines[0].rule)


def _boxed(state: Round, truth: Truth) -> Iterator[Finding]:
    """Chips that the rules put into the table inventory; of a progressive's coin no text read says where."""
    wager, rules = truth.wager, state.rules
    if wager.tender in CHIPS_IN_TRAY and wager.wager not in rules.metered and rules.banked == "house":
        facts = {"spot": wager.spot, "wager": wager.wager, "amount": wager.into_box}
        detail = f"{_said(state, wager.into_box)} of chips went into the drop box"
        rule = truth.rules[0].rule if truth.rules else ""
        yield _finding("stake_boxed", wager.settled_at or state.version, detail, facts, rule)


def _said(state: Round, amount: int) -> str:
    """An amount of a round in words, in what it is played for."""
    return amount_written(amount, state.currency)


def _may_stay(lines: tuple[Resolution, ...]) -> bool:
    """A stake that is handed back anyway may be left for the patron to take."""
    return all(line.outcome in {"push", "void", "unpaid"} for line in lines)


def _irregularities(state: Round) -> Iterator[Finding]:
    for version, kind in state.irregularities:
        yield _finding("irregularity_noted", version, kind, {"kind": kind})
