"""Every change of a report of a dispute is found out, or stands where nothing is proven."""

import pytest

from tests.api.leaves import changes, kept_report, unnoticed

pytestmark = pytest.mark.exact


def test_every_change_of_a_report_is_found_out_unless_it_stands_where_nothing_is_proven():
    document = kept_report()
    tried = list(changes(document))
    assert len(tried) > 5_000
    assert list(unnoticed(document, tried)) == []
