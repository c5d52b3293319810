"""What a correction changes, in numbers and words; corrections by hand; what a studio keeps from start to start."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from tests.conftest import books
from wrapture import extract, learn, parse
from wrapture.model.table import Row, Table
from wrapture.studio.by_hand import ByHand, corrected, renamed, starts_of, text_at, with_correction
from wrapture.studio.differences import change_between, replaced
from wrapture.studio.identity import FILE, Identity, identity_of, keep_identity

if TYPE_CHECKING:
    from pathlib import Path


def table(*rows: tuple[str | None, ...], columns: tuple[str, ...] = ("title", "ship")) -> Table:
    return Table("page", columns, tuple(Row("", row) for row in rows))


BEFORE = table(("a", "1"), ("b", "2"), ("c", None))


def test_a_change_is_said_in_words() -> None:
    after = table(("a", "1", "x"), ("b", "9", "y"), ("c", "3", "z"), columns=("title", "ship", "new"))
    change = change_between(BEFORE, after)
    assert change.words == "adds 1 column (new), changes ship in 2 rows"
    assert change.beyond("new")
    assert not change_between(BEFORE, table(("a", "1"), ("b", "9"), ("c", None))).beyond("ship")
    assert change_between(BEFORE, BEFORE).words == "changes nothing"
    fewer = change_between(BEFORE, table(("a", "1"), ("c", None)), left_out=1)
    assert (fewer.words, fewer.beyond("", record=True)) == ("2 records instead of 3", False)


def test_a_value_that_is_longer_or_shorter_is_not_replaced() -> None:
    assert replaced(BEFORE, table(("a b", "1"), ("b", "2"), ("c", None)), "title") == 0
    assert replaced(BEFORE, table(("x", "1"), (None, "2"), ("c", None)), "title") == 2


def test_corrections_by_hand_hold_for_their_record() -> None:
    page = parse(books())
    wrapper = learn(page)
    starts = starts_of(wrapper, page)
    text = next(node for node, said in enumerate(page.texts) if said == "by Author 5")
    made = with_correction((), ByHand("p", starts[2]))
    made = with_correction(made, ByHand("p", starts[5], "author", (text, 3, text, 11)))
    made = with_correction(made, ByHand("p", starts[6], "writer"))
    found = corrected(extract(page, wrapper), wrapper, page, renamed(made, "writer", "author"))
    assert list(found["title"]) == [f"Book {i}" for i in range(8) if i != 2]
    assert list(found["author"])[4:6] == ["Author 5", None]
    assert text_at(page, (text, 0, text, 11)) == "by Author 5"


def test_a_studio_keeps_its_token_and_port(tmp_path: Path) -> None:
    first = identity_of(tmp_path)
    assert first.port == 0
    assert identity_of(tmp_path) != first
    keep_identity(tmp_path, Identity(first.token, 4567))
    assert identity_of(tmp_path) == Identity(first.token, 4567)
    assert (tmp_path / FILE).stat().st_mode & 0o077 == 0
    (tmp_path / FILE).write_text(json.dumps({"token": "short", "port": 1}))
    assert identity_of(tmp_path).token != "short"
