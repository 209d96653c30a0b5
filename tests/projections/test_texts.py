"""Lists of texts come to a view's table as they are."""

import pytest

from projections.runner import projecting
from projections.writing import MOST_WORDS, Table

LISTS = Table("lists", {"n": "integer", "words": "text[]"}, ("n",))


@pytest.mark.parametrize(
    "lists",
    [
        [[]],
        [["card:As"], [], ["card:As", "", "NULL", "{a,b}", '"', "\\", "7♠ é"]],
        [[f"amount:{amount}" for amount in range(start, start + 100)] for start in range(MOST_WORDS)[::100]],
    ],
)
def test_what_is_added_is_what_is_found(shared_pit, lists):
    rows = list(enumerate(lists))
    with projecting(shared_pit.settings) as connection:
        connection.execute("CREATE TEMPORARY TABLE lists (n integer, words text[])")
        LISTS.add(connection, rows)
        with connection.pipeline():
            LISTS.add(connection, [(n + len(rows), words) for n, words in rows])
        stored = connection.execute("SELECT words FROM lists ORDER BY n").fetchall()
    assert [words for (words,) in stored] == lists * 2
