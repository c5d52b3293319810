"""A column of a page is compared with its profile as two whole profiles are."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from wrapture.drift.column_checks import LEAST, PageColumn
from wrapture.library.profile import with_profile
from wrapture.model import Column, Kind
from wrapture.values.column_profile import profile_values
from wrapture.values.profile_likeness import likeness

TEXTS = ["Lee v. Kerr", "24-117", "élan vital", "in re A", "$ 3.50", "/a/1?b=2", *map(str, range(60, 90))]
cells = st.lists(st.one_of(st.none(), st.sampled_from(TEXTS), st.just(("one", "two"))), max_size=40)


@given(cells, cells, st.sampled_from(["text", "link"]))
def test_likeness(old: list[str | None], new: list[str | None], kind: Kind) -> None:
    column = with_profile(Column("a", kind, (0,)), old)
    expected = None
    found = PageColumn(column, new)
    if min(sum(map(bool, old)), len(found.values)) >= LEAST:
        assert column.profile is not None
        whole = profile_values(found.values, address=kind != "text")
        expected = min(round(likeness(column.profile, whole).value, 3), 1.0)
    assert found.own_likeness == expected
