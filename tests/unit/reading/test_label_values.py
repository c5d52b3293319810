"""Values are found by their label, wherever it stands in the record."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from wrapture.html.lexbor import parse_page
from wrapture.html.tokens import BLOCK_LEVEL
from wrapture.library.wrapper_file import dumps, loads
from wrapture.model import Block, Column, Layout, Part, Profile, SiblingLocator, Span, Wrapper
from wrapture.reading.division import UNDIVIDED
from wrapture.reading.label_values import counted_key, is_labelled, label_key, value_beside, without_label
from wrapture.reading.reader import extract_page, read_records

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from wrapture.html.page import Page
    from wrapture.model import Record
    from wrapture.model.table import Cell

Pairs = list[tuple[str, str]]

WAYS: Final[dict[str, Callable[[Pairs], str]]] = {
    "items": lambda pairs: f"<ul>{''.join(f'<li>{label}: {value}</li>' for label, value in pairs)}</ul>",
    "terms": lambda pairs: f"<dl>{''.join(f'<dt>{label}</dt><dd>{value}</dd>' for label, value in pairs)}</dl>",
    "marked": lambda pairs: "".join(f"<p><b>{label}:</b> {value}</p>" for label, value in pairs),
    "after": lambda pairs: "".join(f"<p>{label}: <i>{value}</i></p>" for label, value in pairs),
    "lines": lambda pairs: f"<p>{'<br>'.join(f'{label}: {value}' for label, value in pairs)}</p>",
    "cells": lambda pairs: (
        f"<table>{''.join(f'<tr><th>{label}</th><td>{value}</td></tr>' for label, value in pairs)}</table>"
    ),
}
"""Ways in which a page writes pairs of label and value."""
LABELS: Final = ("Brand", "Model #", "Colour", "Größe", "Made in")
every_way = pytest.mark.parametrize("way", WAYS)


def page_of(way: str, records: Sequence[Pairs]) -> Page:
    items = [f"<div class=item><h3>Thing {n}</h3>{WAYS[way](pairs)}</div>" for n, pairs in enumerate(records)]
    return parse_page(f"<h1>Things</h1><main>{''.join(items)}</main><p>Brand: none of these")


def records_of(page: Page) -> list[Record]:
    return [(Span(node, page.stops[node]),) for node in range(len(page)) if "item" in page.classes(node)]


def layout_of(labels: Sequence[str]) -> Layout:
    """Return a layout with a column for each label and nothing else."""
    blocks = [Block(0, BLOCK_LEVEL.name, UNDIVIDED, (Part(0),), label=label_key(label)) for label in labels]
    columns = [Column(label, "text", (n, 0)) for n, label in enumerate(labels)]
    return Layout(BLOCK_LEVEL.name, "DIV TEXT /DIV", tuple(blocks), tuple(columns))


def read(page: Page, labels: Sequence[str] = LABELS) -> list[dict[str, Cell]]:
    return read_records(layout_of(labels), page, records_of(page)).to_dicts()


def text_beside(html: str, label: str, *labels: str) -> str | None:
    page = parse_page(html)
    record = (page.body,)
    found = value_beside(page, record, label, frozenset([label, *labels]))
    return None if found is None else page.text(Span(found.value[0], found.value[-1] + 1))


# --- one record ---


@pytest.mark.parametrize(
    ("html", "label", "value"),
    [
        ("<li>Brand: Acme</li><li>Size: 3</li>", "size", "Size: 3"),  # the reader takes the label away
        ("<dl><dt>Brand<dd>Acme<dt>Size<dd>3 m</dl>", "brand", "Acme"),
        ("<dl><dt>Brand<dd>Acme<dt>Size<dd>3 m</dl>", "size", "3 m"),
        ("<p><b>Brand:</b> Acme <i>Ltd</i></p><p>Size</p>", "brand", "Acme Ltd"),
        ("<div>Brand: <b>Acme</b></div> <div> <a>Shop</a></div>", "brand", "Acme"),  # blank texts between blocks
        ("<p>BRAND  :</p><p>Acme</p>", "brand", "Acme"),
        ("<p>Brand： Acme</p>", "brand", "Brand： Acme"),
        ("<p>3 beds</p><p>1,250 sq ft</p>", "beds", "3 beds"),
        ("<p>3 beds</p><p>1,250 sq ft</p>", "sq ft", "1,250 sq ft"),
        ("<p>Brands: Acme</p>", "brand", None),
        ("<p>no pair at all</p>", "brand", None),
        ("<p>Brand</p>", "brand", None),
        ("<p>Brand:</p><p>Size: 3</p>", "brand", None),  # the next text is another label
        ("", "brand", None),
    ],
)
def test_the_value_beside_a_label(html: str, label: str, value: str | None) -> None:
    assert text_beside(html, label, "brand", "size") == value


def test_of_equal_labels_the_first_counts() -> None:
    assert text_beside("<p>Brand: <i>one</i></p><p>Brand: <i>two</i></p>", "brand") == "one"


def test_a_value_ends_before_the_next_label() -> None:
    html = "<p><b>Brand:</b> Acme <b>Size:</b> 3 m</p>"
    assert text_beside(html, "brand", "size") == "Acme"
    assert text_beside(html, "brand") == "Acme Size: 3 m"  # if it is not known as one


def test_labels_are_compared_without_case_space_and_colon() -> None:
    assert label_key(" Model\n #: ") == label_key("model #") == "model #"
    assert is_labelled("MODEL #: 7", "model #")
    assert not is_labelled("Model #:", "model #")
    assert without_label("Model #: A: 7", "model #") == "A: 7"
    assert without_label("A7", "model #") == "A7"
    assert [counted_key(text) for text in ("3 beds", "2.5 Baths", "beds 3", "12")] == ["beds", "baths", "", ""]


# --- records with different pairs ---


@every_way
def test_a_missing_pair_leaves_a_gap_in_its_own_column(way: str) -> None:
    full = [[(label, f"{label[0]}{n} x") for label in LABELS] for n in range(6)]
    lacking = [[pair for i, pair in enumerate(pairs) if i != n] for n, pairs in enumerate(full)]
    assert read(page_of(way, lacking)) == [
        {label: None if i == n else value for i, (label, value) in enumerate(pairs)} for n, pairs in enumerate(full)
    ]


def test_counted_values_are_found_by_what_they_count() -> None:
    rows = ["3 beds|2 baths|900 sq ft", "2 baths|800 sq ft", "4 beds|1,250 sq ft", "", "1 beds"]
    items = ["".join(f"<span>{one}</span> " for one in row.split("|") if one) for row in rows]
    page = parse_page("".join(f"<div class=item><h3>House {n}</h3><p>{one}</p></div>" for n, one in enumerate(items)))
    wanted = [{one.split(" ", 1)[1]: one for one in row.split("|") if one} for row in rows]
    labels = ("beds", "baths", "sq ft")
    assert read(page, labels) == [{label: row.get(label) for label in labels} for row in wanted]


words = st.text("abcdefgäß &<>5", min_size=1, max_size=12).map(lambda text: " ".join(text.split())).filter(bool)


@st.composite
def different_pairs(draw: st.DrawFn) -> list[dict[str, str]]:
    """Draw some of the pairs for each record, in any order."""
    labels = st.lists(st.sampled_from(LABELS), unique=True)
    return [{label: f"v {draw(words)}" for label in draw(labels)} for _ in range(draw(st.integers(1, 6)))]


def escaped(records: Sequence[Mapping[str, str]]) -> list[Pairs]:
    return [[(label, escape(value)) for label, value in record.items()] for record in records]


@given(st.sampled_from(sorted(WAYS)), different_pairs())
def test_any_pairs_come_out_under_their_label(way: str, records: list[dict[str, str]]) -> None:
    page = page_of(way, escaped(records))
    assert read(page) == [{label: record.get(label) for label in LABELS} for record in records]


@given(different_pairs())
def test_a_wrapper_file_keeps_the_labels(records: list[dict[str, str]]) -> None:
    page = page_of("items", escaped(records))
    locator = SiblingLocator(("main",), "main", "div.item", "", 0.0)
    wrapper = Wrapper("things", locator, layout_of(LABELS), Profile(1, 1, 9, (1.0,) * len(LABELS)))
    restored = loads(dumps(wrapper))
    assert restored == wrapper
    assert restored.layout.labels == tuple(map(label_key, LABELS))
    rows = extract_page(restored, page).to_dicts()
    assert rows == extract_page(wrapper, page).to_dicts()
    assert rows == [{label: record.get(label) for label in LABELS} for record in records]
