"""Records with different pairs of label and value: each label becomes a column."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import wrapture
from tests.unit.reading.test_label_values import WAYS, every_way, page_of, records_of
from wrapture.columns import label_columns
from wrapture.columns.label_columns import with_label_columns
from wrapture.columns.layout_learning import learn_layout
from wrapture.html.lexbor import parse_page
from wrapture.library.wrapper_file import dumps, loads
from wrapture.model import Block, Column, Layout, Part
from wrapture.reading.label_values import same_word
from wrapture.reading.reader import read_records

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.page import Page

PAIRS: Final = {
    "Brand": ("Acme", "Bolt", "Core", "Dune", "Ever", "Flux", "Gold", "Hill"),
    "Colour": ("red", "green", "blue", "pink", "grey", "teal", "black", "white"),
    "Weight": ("12 kg", "9 kg", "7 kg", "5 kg", "31 kg", "2 kg", "8 kg", "4 kg"),
    "Maker": ("Ann", "Bob", "Cid", "Dan", "Eve", "Flo", "Gus", "Hal"),
}
COUNT: Final = 8
MANY_GAPS: Final = {1: "Brand", 2: "Colour", 3: "Weight", 4: "Brand", 5: "Colour", 6: "Weight"}
"""Which record lacks which label."""


def pairs_without(gaps: dict[int, str]) -> list[list[tuple[str, str]]]:
    return [[(label, values[n]) for label, values in PAIRS.items() if label != gaps.get(n)] for n in range(COUNT)]


def learned(page: Page) -> Layout:
    return learn_layout([(page, records_of(page))])


def by_label(layout: Layout, page: Page) -> dict[str, list[object]]:
    """Return the values of the columns that are found by label."""
    table = read_records(layout, page, records_of(page))
    labels = {column.name: layout.blocks[column.place[0]].label for column in layout.columns}
    return {labels[name]: list(table[name]) for name in table.columns if labels[name]}


def wanted(records: Sequence[Sequence[tuple[str, str]]]) -> dict[str, list[object]]:
    rows = [dict(pairs) for pairs in records]
    return {label.casefold(): [row.get(label) for row in rows] for label in PAIRS}


def rows_of(records: Sequence[Sequence[tuple[str, str]]]) -> list[dict[str, object]]:
    """Return the rows of the table that a person wants."""
    columns = {"title": [f"Thing {n}" for n in range(len(records))], **wanted(records)}
    return [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]


# --- layouts ---


@every_way
def test_each_label_is_a_column(way: str) -> None:
    records = pairs_without(MANY_GAPS)
    page = page_of(way, records)
    assert by_label(learned(page), page) == wanted(records)


@every_way
def test_pairs_that_all_records_have_stay_as_they_are(way: str) -> None:
    page = page_of(way, pairs_without({}))
    assert not learned(page).labels


def test_two_records_are_too_few_to_tell() -> None:
    page = page_of("items", pairs_without(MANY_GAPS)[1:3])
    assert not learned(page).labels


def test_text_with_a_colon_is_no_label_if_it_does_not_recur() -> None:
    items = [f"<div class=item><h3>Film {n}: x{n}</h3>{'<p>x</p>' * (n % 2)}<p>No {n}: y</p></div>" for n in range(8)]
    page = parse_page(f"<main>{''.join(items)}</main>")
    assert not learned(page).labels


def test_what_numbers_count_is_a_label() -> None:
    rows = [{"beds": f"{n + 2} beds", "baths": f"{n + 1} baths", "sq ft": f"{n}50 sq ft"} for n in range(COUNT)]
    for n in range(1, COUNT - 1):
        del rows[n][("beds", "baths", "sq ft")[n % 3]]
    items = ["".join(f"<p>{one}</p>" for one in row.values()) for row in rows]
    page = parse_page("".join(f"<div class=item><h3>House {n}</h3>{one}</div>" for n, one in enumerate(items)))
    assert by_label(learned(page), page) == {
        label: [row.get(label) for row in rows] for label in ("beds", "baths", "sq ft")
    }


def test_a_word_after_a_number_in_an_element_of_its_own_is_a_label() -> None:
    rows = [{"view": n + 1, "kudo": n + 2, "reply": n + 11} for n in range(COUNT)]
    for n in range(1, COUNT - 1):
        del rows[n][("view", "kudo", "reply")[n % 3]]
    plural = {"view": "Views", "kudo": "Kudos", "reply": "Replies"}
    cell = "<p><b>{}</b> <i>{}</i></p>"
    items = ["".join(cell.format(n, word if n == 1 else plural[word]) for word, n in row.items()) for row in rows]
    page = parse_page("".join(f"<div class=item><h3>Post {n}</h3>{one}</div>" for n, one in enumerate(items)))
    found = {
        same: cells
        for label, cells in by_label(learned(page), page).items()
        for same in plural
        if same_word(same, label)
    }
    assert found == {word: [str(row[word]) if word in row else None for row in rows] for word in plural}


def test_a_layout_without_mixed_columns_stays_the_same_object() -> None:
    page = page_of("items", pairs_without({}))
    layout = learned(page)
    found = [(page, record) for record in records_of(page)]
    assert with_label_columns(layout, found) is layout
    assert with_label_columns(layout, []) is layout


def test_the_places_of_the_other_columns_are_kept() -> None:
    page = page_of("terms", pairs_without(MANY_GAPS))
    layout = learned(page)
    table = read_records(layout, page, records_of(page))
    (title,) = [name for name in table.columns if table[name] == [f"Thing {n}" for n in range(COUNT)]]
    assert title
    positions = [block.position for block in layout.blocks]
    assert positions == sorted(positions)


@pytest.mark.parametrize("element", [True, False])
def test_blocks_of_labels_stand_where_the_wrapper_file_puts_them(
    element: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = page_of("terms", pairs_without(MANY_GAPS))
    whole = Block(0, "block-level", "TEXT", (Part(0),), element)
    layout = Layout("block-level", "DIV", (whole,), (Column("a", "text", (0, 0)),))
    monkeypatch.setattr(label_columns, "_mixed_labels", lambda *_: ["brand", "colour"])
    labelled = with_label_columns(layout, [(page, record) for record in records_of(page)])
    assert [block.label for block in labelled.blocks] == ["brand", "colour", ""]
    assert [column.place for column in labelled.columns] == [(2, 0), (0, 0), (1, 0)]
    learnt = wrapture.learn(page)
    wrapper = replace(learnt, layout=labelled, profile=replace(learnt.profile, fill=(1.0,) * 3))
    assert loads(dumps(wrapper)).layout == labelled


# --- tables ---


@every_way
def test_a_table_has_a_column_for_each_label_and_a_gap_where_a_pair_is_missing(way: str) -> None:
    records = pairs_without(MANY_GAPS)
    page = page_of(way, records)
    wrapper = wrapture.learn(page)
    table = wrapture.extract(page, wrapper)
    assert table.to_dicts() == rows_of(records)
    assert "mixes values with different labels" in table.hidden.values()
    restored = loads(dumps(wrapper))
    assert restored == wrapper
    assert wrapture.extract(page, restored).to_dicts() == table.to_dicts()


@every_way
def test_one_missing_pair_of_each_kind_is_enough(way: str) -> None:
    records = pairs_without({2: "Brand", 5: "Colour", 6: "Weight"})
    page = page_of(way, records)
    assert wrapture.extract(page).to_dicts() == rows_of(records)


labels_of_a_record = st.sets(st.sampled_from(sorted(PAIRS)))


@given(st.sampled_from(sorted(WAYS)), st.lists(labels_of_a_record, min_size=COUNT, max_size=COUNT))
def test_a_column_by_label_holds_its_values_only(way: str, chosen: list[set[str]]) -> None:
    records = [[(label, PAIRS[label][n]) for label in PAIRS if label in labels] for n, labels in enumerate(chosen)]
    page = page_of(way, records)
    found = by_label(learned(page), page)
    assume(found)
    assert found.items() <= wanted(records).items()


def test_times_since_now_are_values_of_one_column() -> None:
    table = wrapture.read(Path(__file__).parents[3] / "gallery" / "jobs.html").shown()
    assert all(str(value).endswith("ago") for value in table["posted"])


def test_the_number_of_a_record_is_no_label() -> None:
    from wrapture.columns.label_columns import _is_label

    assert not _is_label("DCP-ZDR-2019-05643")
    assert _is_label("Revenue 2024")
