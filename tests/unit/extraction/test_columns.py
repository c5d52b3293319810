"""From records to columns: what is divided, what is kept whole, and what the columns are called."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import wrapture
from wrapture.extraction.layout import learn_layout, shared_separators
from wrapture.extraction.reading import cut, read_records
from wrapture.extraction.records import find_records
from wrapture.model import PatternLocator

if TYPE_CHECKING:
    from wrapture.extraction.table import Cell

LI = PatternLocator("block-level", ("LI [TEXT|-] [P|-] [TEXT|-] [/P|-] [P|-] [TEXT|-] [/P|-] /LI",))


def cells(html: str, locator: PatternLocator = LI) -> list[dict[str, Cell]]:
    """Return the table of a page, its columns learned from the page itself."""
    page = wrapture.parse(html)
    records = find_records(locator, page)
    assert records
    return read_records(learn_layout([(page, records)]), page, records).to_dicts()


def rows(*items: str) -> str:
    return "<ul>" + "".join(f"<li>{item}</li>" for item in items) + "</ul>"


def test_each_block_with_data_is_a_column() -> None:
    assert cells(rows(*[f"<p>a{i}</p><p>b{i}</p>" for i in range(3)])) == [
        {"text_1": f"a{i}", "text_2": f"b{i}"} for i in range(3)
    ]


def test_links_and_images_are_columns_beside_their_text() -> None:
    found = cells(rows(*[f'<a href="l{i}">t{i}</a> <img src="i{i}">' for i in range(4)]))
    assert found == [{"link_1": f"l{i}", "text_1": f"t{i}", "image_1": f"i{i}"} for i in range(4)]


def test_markup_that_all_records_share_divides_a_block() -> None:
    found = cells(rows(*[f"<b>t{i}</b> by <i>a{i}</i>" for i in range(4)]))
    assert found[0] == {"text_1": "t0", "text_2": "by", "text_3": "a0"}


def test_markup_that_records_do_not_share_keeps_a_text_whole() -> None:
    found = cells(rows("one <b>hit</b> here", "two", "<b>hit</b> and <b>hit</b> again", "four <b>hit</b>", "five"))
    assert [list(row.values()) for row in found] == [
        ["one hit here"],
        ["two"],
        ["hit and hit again"],
        ["four hit"],
        ["five"],
    ]


def test_a_missing_cell_is_none_and_the_others_stay_in_their_columns() -> None:
    items = [f'<p class="a">a{i}</p>{"" if i == 2 else f"<p class=b>b{i}</p>"}' for i in range(6)]
    items[3] = '<p class="b">b3</p>'
    found = cells(rows(*items))
    assert found[2] == {"text_1": "a2", "text_2": None}
    assert found[3] == {"text_1": None, "text_2": "b3"}
    assert found[4] == {"text_1": "a4", "text_2": "b4"}


def test_texts_are_cut_at_marks_that_they_share() -> None:
    found = cells(rows(*[f"{i}% | Date: {i} June" for i in range(5)]))
    assert found[1] == {"text_1": "1%", "text_2": "Date", "text_3": "1 June"}


def test_an_empty_element_is_no_column() -> None:
    assert cells(rows(*[f"<p></p><p>b{i}</p>" for i in range(4)]))[0] == {"text_1": "b0"}


def test_addresses_are_absolute() -> None:
    page = wrapture.parse(rows(*[f'<a href="l{i}">t</a>' for i in range(4)]), url="http://a.example/x/")
    records = find_records(LI, page)
    table = read_records(learn_layout([(page, records)]), page, records)
    assert table.to_dicts()[3]["link_1"] == "http://a.example/x/l3"


def test_a_layout_reads_a_record_of_a_shape_it_has_not_seen() -> None:
    seen = wrapture.parse(rows(*[f"<p>a{i}</p><p>b{i}</p>" for i in range(4)]))
    layout = learn_layout([(seen, find_records(LI, seen))])
    other = wrapture.parse(rows("<p>only one</p>", "bare text", "<p>x</p><p>y</p>"))
    found = read_records(layout, other, find_records(LI, other)).to_dicts()
    assert [list(row) for row in found] == [["text_1", "text_2"]] * 3
    assert found[2] == {"text_1": "x", "text_2": "y"}


def test_no_records_give_no_columns() -> None:
    layout = learn_layout([])
    assert (layout.columns, layout.blocks) == ((), ())
    assert len(read_records(layout, wrapture.parse("<p>x"), ())) == 0


# --- separators ---


@pytest.mark.parametrize(
    ("texts", "marks"),
    [
        (["a - b", "c - d"], ("-",)),
        (["a-b", "c-d"], ()),  # a hyphen inside a word is none
        (["10:30", "11:45"], ()),  # nor is a colon without a space
        (["x: a; b", "x: c; d"], (":", ";")),
        (["a | b", "c | d", "e", "f"], ()),  # half of them is not enough
        (["a | b"], ()),  # one text agrees with nobody
        (["; ".join("abcdefgh")] * 3, ()),  # so many marks are prose
    ],
)
def test_marks_are_separators_where_texts_agree(texts: list[str], marks: tuple[str, ...]) -> None:
    assert shared_separators(texts) == marks


@given(st.lists(st.text("ab |:", max_size=6), min_size=1, max_size=4), st.tuples(st.sampled_from("|:"), st.just(";")))
def test_cutting_gives_one_piece_more_than_there_are_separators(pieces: list[str], marks: tuple[str, ...]) -> None:
    found = cut(marks[0].join(pieces), marks)
    assert len(found) == len(marks) + 1
    assert found[0] is not None
    missing = [piece is None for piece in found]
    assert missing == sorted(missing)  # from a missing separator on there is nothing
