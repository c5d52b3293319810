"""Examples: one value per column, typed as the page displays it, gives the labels of the whole list."""

from __future__ import annotations

import html
import json
import re
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import wrapture
from tests.examples import scaled
from tests.strategies import Listing, gapped_listings, listings
from wrapture.errors import LabelError, SourceError
from wrapture.html.lexbor import parse_page
from wrapture.learning.fuzzy.delimiting import delimited_alike
from wrapture.learning.structured.example_labels import propagate
from wrapture.model import Record, Span, hull_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from wrapture.html.page import Page
    from wrapture.learning.fuzzy import LabelledPage

QUICK: Final = scaled(0.5)
WORDS: Final = ("Red", "Green", "Blue", "White", "Black", "Brown")
MENU: Final = (
    "<ul class=menu>" + "".join(f"<li><a href=/m/{n}>Menu {word}</a></li>" for n, word in enumerate(WORDS)) + "</ul>"
)


def items(page: Page, tag: str) -> list[Record]:
    """Return the elements of a name as records."""
    return [(Span(node, page.stops[node]),) for node, name in enumerate(page.tags) if name == tag]


def rows_of(labelled: LabelledPage) -> list[list[str | None]]:
    """Return the raw source at the labels."""
    return [
        [labelled.text[slice(*place)] if place else None for place in map(hull_of, record)]
        for record in labelled.records
    ]


def columns_of(labelled: LabelledPage) -> dict[str, list[str | None]]:
    rows = rows_of(labelled)
    return {name: [row[number] for row in rows] for number, name in enumerate(labelled.names)}


def shop(row: str = "<li><a href='/b/{n}?a&amp;b'>{word} book</a><p>by Jo {word}</p><p>${n}.50 each</p></li>") -> Page:
    """Return a page with a menu and a list of books."""
    rows = "".join(row.format(n=n + 1, word=word) for n, word in enumerate(WORDS))
    return parse_page(f"{MENU}<ul class=books>{rows}</ul><p>Blue book</p>", name="shop", url="http://shop.example/x/")


def spread(page: Page, examples: Mapping[str, str]) -> dict[str, list[str | None]]:
    """Return the raw values of each column, with the menu's and the books' items as lists."""
    records = items(page, "li")
    return columns_of(propagate(page, [records[: len(WORDS)], records[len(WORDS) :]], examples))


# --- whole cells ---


def test_whole_cells() -> None:
    assert spread(shop(), {"author": "by Jo Blue", "title": "Blue book"}) == {
        "author": [f"by Jo {word}" for word in WORDS],
        "title": [f"{word} book" for word in WORDS],
    }


@pytest.mark.parametrize("address", ["/b/3?a&b", "http://shop.example/b/3?a&b"])
def test_addresses_as_written_or_absolute(address: str) -> None:
    assert spread(shop(), {"address": address, "title": "Blue book"}) == {
        "address": [f"/b/{n + 1}?a&amp;b" for n in range(len(WORDS))],
        "title": [f"{word} book" for word in WORDS],
    }


def test_images() -> None:
    page = shop("<li><img src='{word}.png'><b>{word}</b><br>{n}</li>")
    assert spread(page, {"image": "Blue.png"}) == {"image": [f"{word}.png" for word in WORDS]}


def test_values_are_read_as_they_are_displayed() -> None:
    page = shop("<li><p>{word}\n &amp; <b>C&#111;</b></p><p>{n}</p></li>")
    found = spread(page, {"name": "  Blue  & Co ", "number": "3"})
    assert found["name"] == [f"{word}\n &amp; <b>C&#111;" for word in WORDS]
    assert found["number"] == [str(n + 1) for n in range(len(WORDS))]


def test_the_case_of_letters_counts_only_where_it_helps() -> None:
    assert spread(shop(), {"title": "BLUE BOOK"})["title"] == [f"{word} book" for word in WORDS]
    page = shop("<li><p>{word}</p><h3>BLUE</h3></li>")
    assert spread(page, {"name": "BLUE"})["name"] == ["BLUE"] * len(WORDS)
    assert spread(page, {"name": "Blue"})["name"] == list(WORDS)


def test_missing_fields_are_none() -> None:
    rows = "".join(f"<li><h3>{word}</h3>{f'<p>{n} euro</p>' if n % 2 else ''}</li>" for n, word in enumerate(WORDS))
    page = parse_page(f"<ul>{rows}</ul>")
    found = columns_of(propagate(page, [items(page, "li")], {"name": "White", "price": "3 euro"}))
    assert found == {"name": list(WORDS), "price": [f"{n} euro" if n % 2 else None for n in range(len(WORDS))]}


def test_records_without_any_value_are_left_out() -> None:
    rows = "".join(f"<li><h3>{word}</h3>{f'<p>{n} euro</p>' if n % 2 else ''}</li>" for n, word in enumerate(WORDS))
    page = parse_page(f"<ul>{rows}</ul>")
    assert rows_of(propagate(page, [items(page, "li")], {"price": "3 euro"})) == [["1 euro"], ["3 euro"], ["5 euro"]]


@QUICK
@given(listings() | gapped_listings(), st.data())
def test_the_values_of_one_row_give_those_of_all(listing: Listing, data: st.DataObject) -> None:
    page = parse_page(listing.html)
    lists = [found.records[0] for found in wrapture.discover(page)]
    texts = [" ".join(page.texts_of(record).split()) for record in lists[0]] if lists else []
    assume(texts == list(listing.rows))
    full = [row for row in listing.cells if all(row) and len(set(row)) == len(row)]
    assume(full)
    row = data.draw(st.sampled_from(full))
    labelled = propagate(page, lists[:1], {str(number): cell for number, cell in enumerate(row) if cell})
    found = [[html.unescape(cell) if cell else None for cell in values] for values in rows_of(labelled)]
    assert list(row) in found
    assert len(found) == len(listing.cells)


# --- which record, which column, which list ---


def test_the_record_that_holds_all_values_is_taken() -> None:
    page = shop("<li><p>{word}</p><p>same</p></li>")
    assert spread(page, {"name": "Brown", "kind": "same"}) == {"name": list(WORDS), "kind": ["same"] * len(WORDS)}


def test_a_value_that_occurs_twice_in_a_record() -> None:
    page = shop("<li><h3>{n}</h3><p>{n}</p><h4>{word}</h4></li>")
    labelled = propagate(page, [items(page, "li")[len(WORDS) :]], {"one": "3", "two": "3"})
    assert len({place for record in labelled.records for place in record}) == 2 * len(WORDS)


def test_whole_cells_go_before_parts() -> None:
    page = shop("<li><p>see {word} here</p><h3>{word}</h3></li>")
    labelled = propagate(page, [items(page, "li")[len(WORDS) :]], {"name": "Blue"})
    assert page.source is not None
    assert {
        page.source[start - 4 : start]
        for ((start, _),) in [[p for p in map(hull_of, r) if p] for r in labelled.records]
    } == {"<h3>"}


def test_lists_of_whole_cells_go_before_others() -> None:
    assert spread(shop("<li><p>{word}</p><p>{n}</p></li>"), {"name": "Blue"})["name"] == list(WORDS)
    assert spread(shop(), {"name": "Menu Blue"})["name"] == [f"Menu {word}" for word in WORDS]


def test_names_are_in_the_order_of_the_examples() -> None:
    assert list(spread(shop(), {"b": "$3.50 each", "a": "Blue book"})) == ["b", "a"]


# --- parts of cells ---


def test_parts_of_cells() -> None:
    assert spread(shop(), {"price": "3.50", "author": "Blue", "title": "Blue book"}) == {
        "price": [f"{n + 1}.50" for n in range(len(WORDS))],
        "author": list(WORDS),
        "title": [f"{word} book" for word in WORDS],
    }


def test_several_cells_as_one_value() -> None:
    page = shop("<li><p>The <b>{word}</b> book</p><p>{n}</p></li>")
    assert spread(page, {"title": "The Blue book"})["title"] == [f"The <b>{word}</b> book" for word in WORDS]


def test_parts_of_addresses() -> None:
    page = shop("<li><a href='/book/id{n}00/x'>{word}</a></li>")
    assert spread(page, {"id": "300", "name": "Blue"})["id"] == [f"{n + 1}00" for n in range(len(WORDS))]


@pytest.mark.parametrize(
    ("texts", "example", "expected"),
    [
        (["$12.99 each", "$7 each", "sold out"], "12.99", ["12.99", "7", None]),
        (["by Ann Lee, 1999", "by Bob, 2001", "by Cy of Rye, 1980"], "Ann Lee", ["Ann Lee", "Bob", "Cy of Rye"]),
        (["by Ann Lee, 1999", "by Bob, 2001", "by Cy, Di, 1980"], "1999", ["1999", "2001", "1980"]),
        (["3 of 10", "4 of 12", "none"], "3", ["3", "4", None]),
        (["EUR 12 net", "USD 14 net", "CHF 3"], "12", ["12", "14", None]),
        (["a: b: c: d", "e: f: g: h"], "c", ["c", "g"]),
        (["(1997)", "(2001)", "1999"], "1997", ["1997", "2001", None]),
        (["A99", "B1", "C"], "99", ["99", None, None]),
        (["one", ""], "n", ["n", None]),
    ],
)
def test_pieces_between_the_same_delimiters(texts: list[str], example: str, expected: list[str | None]) -> None:
    start = texts[0].index(example)
    found = delimited_alike(texts, 0, (start, start + len(example)))
    assert [text[slice(*piece)] if piece else None for text, piece in zip(texts, found, strict=True)] == expected


@given(st.lists(st.text("ab1 ,"), min_size=1, max_size=4), st.data())
def test_any_piece_of_any_text_can_be_an_example(texts: list[str], data: st.DataObject) -> None:
    number = data.draw(st.integers(0, len(texts) - 1))
    assume(texts[number].strip())
    start = data.draw(st.sampled_from([at for at, one in enumerate(texts[number]) if not one.isspace()]))
    end = start + len(texts[number][start : data.draw(st.integers(start + 1, len(texts[number])))].rstrip())
    found = delimited_alike(texts, number, (start, end))
    assert found[number] == (start, end)
    assert all(0 <= piece[0] < piece[1] <= len(text) for text, piece in zip(texts, found, strict=True) if piece)


# --- what does not fit ---


@pytest.mark.parametrize(
    ("examples", "message"),
    [
        (
            {"title": "Blue book", "year": "1999"},
            "shop: year: '1999' is not on the page: give a value as the page displays",
        ),
        ({"title": " "}, "shop: title: is blank: give a value"),
        ({}, "shop: there is no example: give one value of each column"),
        (
            {"title": "Blue book", "author": "by Jo Red", "link": "/b/3?a&b"},
            "shop: the values are from different records (title in record 3, author in record 1, link in record 3): give those",
        ),
        ({"all": "each Green book by"}, "shop: all: 'each Green book by' is on the page, but in none of the 2 lists"),
        (
            {"title": "Blue book", "menu": "Menu Red"},
            "shop: title: 'Blue book' and the other values are not in one list together",
        ),
        (
            {"a": "by Jo Blue", "b": "by Jo Blue"},
            "shop: the values overlap in record 3: give values that don't",
        ),
    ],
)
def test_examples_that_do_not_fit(examples: dict[str, str], message: str) -> None:
    with pytest.raises(LabelError, match=re.escape(message)):
        spread(shop(), examples)


def test_many_records_are_not_all_named() -> None:
    page = parse_page("<ul><li>x" + "<li>same" * 5 + "</ul>")
    with pytest.raises(LabelError, match=r"kind in record 2 or 3 or 4 or others"):
        propagate(page, [items(page, "li")], {"name": "x", "kind": "same"})


def test_a_rendered_page_has_no_labels() -> None:
    page = shop()
    page.source = None
    with pytest.raises(SourceError, match="use the page as it was saved"):
        propagate(page, [items(page, "li")], {"title": "Blue book"})


# --- WIEN ---


@pytest.mark.parametrize(
    ("site", "least"),
    [("wien-s3", 0.99), ("wien-s7", 0.99), ("wien-s17", 0.98), ("wien-s19", 0.98), ("wien-s23", 0.99)],
)
@pytest.mark.parametrize("learner", ["rows", "repeats"])
def test_wien_from_the_second_record(shared: Path, site: str, least: float, learner: str) -> None:
    root = shared / "corpus"
    rows = [json.loads(line) for line in (root / "labels" / "wien.jsonl").read_text("utf-8").splitlines()]
    truth = found = 0
    for row in [row for row in rows if row["site"] == site and len(row["records"]) > 2][:2]:
        text = (root / row["page"]).read_bytes().decode(row["encoding"])
        page = parse_page(text, name=row["page"])
        cells = {(str(n), stripped(text, *cell)) for record in row["records"] for n, cell in enumerate(record) if cell}
        typed = {str(n): plain(text[slice(*cell)]) for n, cell in enumerate(row["records"][1]) if cell}
        lists = [candidate.records[0] for candidate in wrapture.discover(page, learner=learner)]
        labelled = propagate(page, lists, typed)
        labels = {(n, place) for record in labelled.records for n, place in zip(labelled.names, record, strict=True)}
        truth, found = truth + len(cells), found + len(cells & labels)
    assert found >= least * truth > 0


def plain(source: str) -> str:
    """Return what a piece of source displays."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", "", source)).split())


def stripped(text: str, start: int, end: int) -> tuple[int, int]:
    value = text[start:end].strip()
    start = text.index(value, start)
    return start, start + len(value)
