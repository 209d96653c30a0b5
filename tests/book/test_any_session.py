"""What holds of the book of any session, whatever was recorded in whatever order.

That each event balances, in value and by reason, `booked_session` sees to.
"""

from hypothesis import given
from hypothesis import strategies as st

from ledger.book.postings import summed
from ledger.book.sessions import post, total
from ledger.events.sessions import SessionCorrected
from ledger.sessions.state import fold
from tests.book.booked import booked_session
from tests.book.nonsense import sessions


@given(sessions())
def test_the_book_is_the_fold_of_the_effective_events(events):
    told = booked_session(*events)
    facts = [one for one in told.state.events if one is not None and not isinstance(one, SessionCorrected)]
    assert summed(told.postings) == total(told.state.header, facts)


@given(sessions(), st.data())
def test_a_replay_posts_what_was_posted_live(events, data):
    told = booked_session(*events)
    version = data.draw(st.integers(0, len(events) - 1))
    before = fold(told.state.header, told.state.log, until=version)
    assert post(before, told.state.log[version]) == told.by_event[version]


@given(sessions())
def test_what_is_on_its_way_is_what_the_slips_say(events):
    told = booked_session(*events)
    slips = sum(
        denomination * count
        for slip in told.state.slips.values()
        for denomination, count in slip.in_transit.items()
    )
    assert told.balance("transit") == slips
