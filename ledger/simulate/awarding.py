"""The end of a hand of poker: uncalled bets go back, hands are shown, rake is taken, pots are pushed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Final

from ledger.events.rounds import HandRevealed, PotAwarded, RakeTaken, WagerReturned
from ledger.games.poker.play import follow
from ledger.games.poker.showdown import stakes
from ledger.games.seam import PotResolution, Submission
from ledger.rounds.judge import judge
from ledger.rounds.state import fold
from ledger.simulate.mistakes import Slip
from ledger.simulate.telling import RoundTelling

# One dollar of every ten in the pot, four at most, and none where no flop was dealt.
RAKE_OF: Final = 1000
RAKE_UNIT: Final = 100
RAKE_MOST: Final = 400


class Awarding:
    """How one hand is settled; `shown` are the spots that turned their cards up."""

    def __init__(self, telling: RoundTelling, submission: Submission, slip: Slip) -> None:
        self._telling = telling
        self._submission = submission
        self._slip = slip
        self.shown: tuple[int, ...] = ()

    def settle(self) -> None:
        """Everything from the last bet to the empty pot."""
        self._hand_back_uncalled()
        self._show()
        rake = self._rake()
        pots = self._pots(rake)
        late = rake > 0 and self._slip.now("rake_out_of_order")
        if rake and not late:
            self._take(rake)
        for pot in pots:
            self._push(pot)
        if late:
            self._take(rake, self._slip.note())

    def won(self) -> Mapping[int, int]:
        """What each player has more, or less, than before the hand, in cents."""
        state = self._telling.state
        found: Counter[int] = Counter()
        for sign, sums in ((-1, state.pot.put_in), (1, state.pot.returned), (1, state.pot.awarded)):
            for spot, amount in sums.items():
                found[spot] += sign * amount
        return found

    def _hand_back_uncalled(self) -> None:
        money = stakes(follow(self._telling.state), self._submission)
        if not money.over:
            return
        bet = self._telling.state.by_name.get((money.over_spot, "bet"))
        wager = "bet" if bet and bet[0].on_layout >= money.over else "blind"
        self._telling.tell(
            WagerReturned, spot=money.over_spot, wager=wager, amount=money.over, reason="uncalled"
        )

    def _show(self) -> None:
        play = follow(self._telling.state)
        if len(play.live) > 1:
            self.shown = tuple(spot for spot in play.seating.order if spot in play.live)
        for spot in self.shown:
            self._telling.tell(HandRevealed, to=spot, cards=list(self._telling.state.faces(spot)))

    def _rake(self) -> int:
        """The rake that is due, in cents."""
        flop = self._telling.state.faces("board")
        return min(self._telling.state.pot.content // RAKE_OF * RAKE_UNIT, RAKE_MOST) if flop else 0

    def _take(self, rake: int, note: str | None = None) -> None:
        self._telling.tell(RakeTaken, amount=rake, kind="percentage", into="rake", note=note)

    def _pots(self, rake: int) -> tuple[PotResolution, ...]:
        """The pots and who wins them when the rake is taken."""
        events = list(self._telling.events)
        if rake:
            events.append(RakeTaken(amount=rake, kind="percentage", into="rake"))
        state = fold(self._telling.header, events)
        return judge(state, self._submission).adjudication.pots

    def _push(self, pot: PotResolution) -> None:
        for share in pot.winners:
            if not share.amount:  # the rake, or the odd chip, left nothing of a small side pot
                continue
            spot, note = share.spot, None
            losers = [one for one in pot.eligible if one not in {winner.spot for winner in pot.winners}]
            if losers and self._slip.now("misawarded"):
                spot, note = (
                    losers[0],
                    self._slip.note(f"spot {losers[0]} was pushed what spot {spot} had won"),
                )
            self._telling.tell(PotAwarded, spot=spot, pot=pot.pot, amount=share.amount, note=note)
