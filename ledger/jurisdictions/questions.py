"""What a jurisdiction may ask: the closed list of rows that a profile can have.

Source: accounting A.1 to A.4, disputes B.4 and B.5.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from ledger.jurisdictions.profile import Question

# fmt: off
_QUESTIONS: Final = (
    # The day.
    Question("gaming_day_at_most", "hours", "a gaming day may not be longer"),
    # Opener against closer.
    Question("opener_mismatch_told_at_once", "text", "who is told of an opener that is not the closer"),
    Question("opener_mismatch_recount", "text", "what is done where it is found before play"),
    Question("opener_mismatch_written_above", "cents", "a difference above this wants a written report"),
    Question("opener_mismatch_regulator_from", "cents", "from this difference on the regulator is told"),
    Question("opener_mismatch_regulator_how", "text", "how the regulator is told"),
    Question("opener_mismatch_regulator_within", "hours", "and how soon"),
    Question("opener_shortage_pattern_reported", "yes", "a pattern of shortages is reported as well"),
    # Slips and forms.
    Question("inventory_slip_parts", "parts", "parts of the table inventory slip: closer, opener, ..."),
    Question("inventory_slip_per_shift", "text", "when a table needs an inventory slip"),
    Question("fill_slip_parts", "parts", "parts of a fill slip"),
    Question("manual_request_parts", "parts", "parts of the paper request while the computer is down"),
    Question("void_before_transport", "text", "when a slip may be void, and by whom"),
    Question("void_signatories", "people", "independent people who sign a void"),
    Question("serial_scope", "text", "within what a slip's number is unique"),
    Question("serial_exceptions_reported", "text", "how often exceptions to the serials are reported"),
    Question("uncollected_commission_parts", "parts", "parts of the form for commission not collected"),
    # Boxes and the count.
    Question("boxes_counted_within", "gaming_days", "a drop box is counted at least this often"),
    Question("drop_variance_parts", "parts", "parts of the report on counts that differ"),
    Question("coupons_into_box", "text", "when a match-play coupon goes into the box"),
    # Revenue audit.
    Question("adjustment_reported_above", "cents", "an adjustment above this is filed at month-end"),
    Question("negative_poker_revenue_within", "days", "negative poker revenue is reported so soon"),
    Question("win_to_drop_interval", "percent", "a win to drop outside this interval is investigated"),
    Question("variance_review", "text", "how often unusual variances are reviewed"),
    Question("liability_reconciled", "text", "how often chip and progressive liability are reconciled"),
    Question("promotional_deduction", "text", "which promotional credits may be deducted"),
    # Chips.
    Question("negative_float", "text", "what a negative float of a denomination asks for"),
    Question("non_value_chips_counted_within", "days", "non-value chips are counted at least this often"),
    # At the table.
    Question("relief_burns", "yes", "the dealer who relieves another burns a card"),
    Question("shuffle_burns", "yes", "a card is burned after the shuffle, before the first is dealt"),
    # What is kept, and how long.
    Question("keep_online_play", "years", "records of online play are kept"),
    Question("keep_casino_records", "years", "the casino's records are kept"),
    Question("keep_superseded_rules", "years", "superseded rules submissions are kept"),
    Question("keep_dispute_history", "years", "the history of a disputed electronic device is kept"),
    Question("keep_preshuffle_video", "days", "video of the pre-shuffling of cards is kept"),
)
# fmt: on
QUESTIONS: Final[Mapping[str, Question]] = MappingProxyType({one.name: one for one in _QUESTIONS})
