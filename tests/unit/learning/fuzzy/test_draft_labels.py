"""Drafts: the source at each label reads as the cell that the layout gives."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

import wrapture
from tests.examples import scaled
from tests.strategies import Listing, gapped_listings, listings, table_templates, ugly_html
from wrapture.columns.layout_learning import learn_layout
from wrapture.errors import SourceError
from wrapture.html.lexbor import parse_page
from wrapture.html.page import Page
from wrapture.learning.fuzzy.draft_labels import columns_apart, draft_labels, records_apart
from wrapture.model import Column, Layout, Record, Span, hull_of
from wrapture.reading.pointing import cut_places, shown_in
from wrapture.reading.reader import cut, read_records

if TYPE_CHECKING:
    from pathlib import Path

    from wrapture.learning.fuzzy import LabelledPage
    from wrapture.model.table import Table

QUICK: Final = scaled(0.5)
SILENT: Final = re.compile(
    r"<!--.*?-->|<(script|style|noscript|textarea|iframe)\b.*?</\1\s*>", re.DOTALL | re.IGNORECASE
)
TAG: Final = re.compile(r"</?[a-zA-Z](?:\"[^\"]*\"|'[^']*'|[^>\"'])*>")


def packed(text: str) -> str:
    """Return a text without white space: whether two blocks are set apart is not the question here."""
    return "".join(text.split())


def read(source: str, place: tuple[int, int]) -> str:
    return packed(html.unescape(TAG.sub("", SILENT.sub("", source[slice(*place)]))))


def items(page: Page, tag: str) -> list[Record]:
    """Return the elements of a name as records."""
    return [(Span(node, page.stops[node]),) for node, name in enumerate(page.tags) if name == tag]


def drafted(page: Page, records: list[Record] | tuple[Record, ...]) -> tuple[LabelledPage, Table]:
    layout = learn_layout([(page, records)])
    return draft_labels(page, records, layout), read_records(layout, page, records)


def columns_of(labelled: LabelledPage) -> dict[str, list[str | None]]:
    """Return the raw source at the labels of each column."""
    rows = [
        [labelled.text[slice(*place)] if place else None for place in map(hull_of, record)]
        for record in labelled.records
    ]
    return {name: [row[number] for row in rows] for number, name in enumerate(labelled.names)}


def agreement(page: Page, labelled: LabelledPage, table: Table) -> tuple[int, int]:
    """Return how many cells of a table there are in columns that are apart, and how many of them their labels read as."""
    rows = [row for row in table.to_dicts() if any(row.values())]
    texts = {column.name for column in table.described if column.kind == "text"}
    cells = right = 0
    for record, row in zip(labelled.records, rows, strict=True):
        places = dict(zip(labelled.names, record, strict=True))
        for name, cell in row.items():
            if name not in places and name in texts:
                continue  # all of what other columns are pieces of
            place, is_text = places.get(name), name in texts
            cells += cell is not None
            if isinstance(cell, str) and (own := hull_of(place)) is not None:
                found = read(labelled.text, own)
                right += found == packed(cell) if is_text else page.absolute(found) == packed(cell)
    return cells, right


# --- generated lists ---


@QUICK
@given(listings() | gapped_listings() | listings(table_templates()))
def test_every_cell_of_a_list_is_labelled(listing: Listing) -> None:
    page = parse_page(listing.html)
    found = wrapture.discover(page)
    records = found[0].records[0] if found else ()
    labelled, table = drafted(page, records)
    cells, right = agreement(page, labelled, table)
    assert right == cells


def test_texts_links_and_images() -> None:
    rows = "".join(
        f'<li><img src="/i/{n}.png"><a href="/b?n={n}&amp;l=de">Fish &amp; chips {n}</a><p>{n}.50 euro</p></li>'
        for n in range(5)
    )
    page = parse_page(f"<ul>{rows}</ul>", name="menu", url="http://example.org/")
    labelled, _ = drafted(page, items(page, "li"))
    assert columns_of(labelled) == {
        "image_1": [f"/i/{n}.png" for n in range(5)],
        "link_1": [f"/b?n={n}&amp;l=de" for n in range(5)],
        "text_1": [f"Fish &amp; chips {n}" for n in range(5)],
        "text_2": [f"{n}.50 euro" for n in range(5)],
    }
    assert (labelled.name, labelled.text, labelled.url) == ("menu", page.source, "http://example.org/")


def test_texts_that_are_cut_are_labelled_piece_by_piece() -> None:
    rows = "".join(f"<li>{n}% | {'<b>very</b> ' * n}old&#58; {n} <i>J</i>un &amp; on</li>" for n in range(5))
    page = parse_page(f"<ul>{rows}</ul>")
    labelled, table = drafted(page, items(page, "li"))
    assert agreement(page, labelled, table) == (15, 15)
    assert columns_of(labelled) == {
        "text_1": [f"{n}%" for n in range(5)],
        "text_2": [("<b>very</b> " * n + "old").removeprefix("<b>") for n in range(5)],
        "text_3": [f"{n} <i>J</i>un &amp; on" for n in range(5)],
    }


def test_the_texts_of_a_merged_column_are_labelled_one_by_one() -> None:
    page = parse_page(f"<ul>{''.join(f'<li><b>t{n}</b><p>a{n}</p><h4>x{n}</h4></li>' for n in range(5))}</ul>")
    layout = learn_layout([(page, items(page, "li"))])
    first, second, last = layout.columns
    merged = Column("all", "text", last.place, more=(first.place,))
    hidden = [replace(column, keep=False) for column in (first, last)]
    for columns, names in [
        ((hidden[0], second, hidden[1], merged), ("text_1", "text_2", "text_3")),
        ((second, merged), ("text_2", "text_1", "text_3")),  # the columns that were merged are not there
        ((second, replace(merged, keep=False)), ("text_2",)),
    ]:
        labelled = draft_labels(page, items(page, "li"), replace(layout, columns=columns))
        assert labelled.names == names
        assert {texts[0] for texts in columns_of(labelled).values()} == {"a0", "t0", "x0"} - (
            {"t0", "x0"} if len(names) < 2 else set()
        )


def test_columns_that_are_not_kept_are_not_labelled() -> None:
    page = parse_page("<ul>" + "".join(f"<li><h3>One {n}</h3><p>Two {n}</p></li>" for n in range(4)) + "</ul>")
    records = items(page, "li")
    layout = learn_layout([(page, records)])
    first, second = layout.columns
    dropped = Layout(
        layout.encoding,
        layout.template,
        layout.blocks,
        (Column(first.name, "text", first.place, keep=False), Column("b", "text", second.place)),
    )
    assert columns_of(draft_labels(page, records, dropped)) == {"b": [f"Two {n}" for n in range(4)]}


def test_missing_cells_are_none_and_empty_records_are_dropped() -> None:
    rows = "".join(f"<li><h3>One {n}</h3>{f'<p>Two {n}</p>' if n % 2 else ''}</li>" for n in range(6))
    page = parse_page(f"<ul>{rows}<li></li></ul>")
    labelled, _ = drafted(page, items(page, "li"))
    assert columns_of(labelled) == {
        "text_1": [f"One {n}" for n in range(6)],
        "text_2": [f"Two {n}" if n % 2 else None for n in range(6)],
    }


def test_a_page_without_records() -> None:
    labelled, _ = drafted(parse_page("<p>nothing"), [])
    assert (labelled.records, labelled.names) == ((), ())


def test_a_rendered_page_has_no_labels() -> None:
    with pytest.raises(SourceError, match="use the page as it was saved"):
        draft_labels(Page("drawn", [], [], [], [], []), [], Layout("block-level", "", (), ()))


# --- what is apart ---


def test_columns_that_overlap_are_left_out_texts_kept() -> None:
    link, text, other = (Column("l", "link", ()), Column("t", "text", ()), Column("u", "text", ()))
    rows = [((5, 7), (0, 9), (9, 12)), ((20, 25), (30, 39), (40, 41))]
    assert columns_apart(rows, [link, text, other]) == [1, 2]
    assert columns_apart(rows[1:], [link, text, other]) == [0, 1, 2]
    assert columns_apart([((3, 5), (3, 5), None)], [text, other, link]) == [0, 2]
    assert columns_apart([((5, 5), (5, 8), (8, 8))], [text, other, link]) == [0, 1, 2]
    assert columns_apart([((3, 8), (5, 5), None)], [text, other, link]) == [0, 2]


def test_records_that_overlap_are_left_out() -> None:
    outer, first, second, empty = ((0, 99),), ((3, 5),), ((7, 9),), (None,)
    assert records_apart([outer, second, first, empty]) == (first, second)
    assert records_apart([((3, 5), None), ((4, 6), None), (None, (6, 7))]) == (((3, 5), None), (None, (6, 7)))
    assert records_apart([((3, 5), None), (None, (3, 5))]) == (((3, 5), None),)


# --- displayed texts ---


@QUICK
@given(ugly_html)
def test_displayed_texts_are_those_of_the_page(text: str) -> None:
    page = parse_page(text)
    shown = shown_in(page, [page.body])
    assert shown.text == page.text(page.body)
    assert len(shown.origins) == len(shown.text)
    told = [page.texts[node][at] for node, at in shown.origins]
    assert all(one == other for one, other in zip(shown.text, told, strict=True) if not one.isspace())


def test_the_ends_of_lines_are_kept_where_they_are_displayed() -> None:
    page = parse_page("<p>a\nb</p><pre>c \n\n d<b>\n</b>e</pre>f")
    assert shown_in(page, [page.body]).text == page.text(page.body) == "a b c\n\nd\ne f"


@given(st.text("ab|: "), st.lists(st.sampled_from(["|", ":", "a"]), max_size=3).map(tuple))
def test_pieces_have_the_places_of_their_cuts(text: str, separators: tuple[str, ...]) -> None:
    places = cut_places(text, separators)
    assert [text[slice(*place)] if place else None for place in places] == [
        one or None for one in cut(text, separators)
    ]


# --- real pages ---


def test_real_pages(shared: Path) -> None:
    cells = right = 0
    for path in sorted((shared / "corpus" / "lists").glob("**/*.htm*"))[::8]:
        page = wrapture.parse(path)
        found = wrapture.discover(page)
        if found:
            labelled, table = drafted(page, found[0].records[0])
            counted = agreement(page, labelled, table)
            cells, right = cells + counted[0], right + counted[1]
    assert right >= 0.99 * cells > 0
