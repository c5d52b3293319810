"""Marking a record from beginning to end: its list is taken, or the record and similar ones are labelled."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

import pytest

import wrapture
from tests.unit.learning.test_marking import WORDS, read_back, text_at, values_of
from wrapture.errors import LabelError
from wrapture.html.lexbor import parse_page
from wrapture.learning.fuzzy import LabelledPage
from wrapture.learning.marking import Point, draft_of, label_value, record_from
from wrapture.learning.marking.marked_records import MAX_ATTRIBUTES
from wrapture.model import Candidate, hull_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.page import Page

EXAMPLES: Final = Path(__file__).parents[3] / "examples"
FOOT: Final = "<hr><address>Shop, Long Street 5</address><p>All rights reserved to <a href=/>us</a>.</p>"


def drawn(row: str, around: str = "{}", short: str | None = None) -> Page:
    """Return a page with a row for each word; every other one is ``short`` where that is given."""
    rows = [(row if n % 2 == 0 or short is None else short).format(n=n, word=word) for n, word in enumerate(WORDS)]
    return parse_page(f"<h1>Our books</h1>{around.replace('{}', ''.join(rows))}{FOOT}", name="shop")


def marked(page: Page, first: str, last: str, candidates: Sequence[Candidate] = ()) -> Candidate | LabelledPage:
    return record_from(page, text_at(page, first).start, text_at(page, last).stop, candidates)


def labels_from(page: Page, first: str, last: str) -> LabelledPage:
    """Return the labels of a marked record on a page of which nothing is known."""
    found = marked(page, first, last)
    assert isinstance(found, LabelledPage)
    return found


def texts_of(draft: LabelledPage) -> list[list[str | None]]:
    return [list(row) for row in zip(*[values_of(draft, name) for name in draft.names], strict=True)]


# --- a list that is known ---


def test_the_candidate_that_has_the_record_is_taken() -> None:
    page = drawn("<li><b>{word}</b> <i>by Jo {word}</i></li> ", "<ul>{}</ul>")
    found = wrapture.discover(page)
    taken = marked(page, "Blue", "by Jo Blue", found)
    assert isinstance(taken, Candidate)
    assert [page.texts_of(record) for record in taken.records[0]] == [f"{word} by Jo {word}" for word in WORDS]


def test_the_best_of_the_candidates_is_taken_and_half_a_text_will_do() -> None:
    page = drawn("<li><b>{word}</b> <i>by Jo {word}</i></li>", "<ul>{}</ul>")
    best = wrapture.discover(page)[0]
    start, stop = text_at(page, "lue").start, text_at(page, "by Jo", nth=2).stop
    assert record_from(page, start, stop, [best, replace(best, score=-1.0)]) is best
    element = next(node for node, tag in enumerate(page.tags) if tag == "li")
    assert record_from(page, Point(element, -1), Point(element, -1), [best]) is best


def test_a_candidate_with_other_records_is_not_taken() -> None:
    page = drawn("<tr><td>No {n}<td>{word} book<td>by Jo {word}<td>{n} euro", "<table>{}</table>")
    found = wrapture.discover(page)
    assert found
    draft = marked(page, "Blue book", "by Jo Blue", found)
    assert isinstance(draft, LabelledPage)
    assert texts_of(draft) == [[f"{word} book", f"by Jo {word}"] for word in WORDS]
    assert [list(row.values()) for row in read_back(page, draft)] == texts_of(draft)


# --- a list that is not ---


@pytest.mark.parametrize(
    ("row", "around"),
    [
        ("<li><h3>{word} book</h3><p>by Jo {word}</p><i>{n} euro</i></li>", "<ul>{}</ul>"),
        ("<h3>{word} book</h3><p>by Jo {word}</p><i>{n} euro</i>", "<div>{}</div>"),
        ("<hr><h3>{word} book</h3><p>by Jo {word}</p><i>{n} euro</i>", "<div><p>Hello</p>{}</div>"),
        ("<tr><td>{word} book<td>by Jo {word}<tr><td colspan=2><i>{n} euro</i>", "<table>{}</table>"),
        ("<tr><td>{word} book<td>by Jo {word}<td><i>{n} euro</i>", "<table><tr><th>Title<th>Author<th>Price{}</table>"),
    ],
)
def test_everything_built_like_the_record_is_labelled(row: str, around: str) -> None:
    page = drawn(row, around)
    draft = labels_from(page, "Blue book", "2 euro")
    assert texts_of(draft) == [[f"{word} book", f"by Jo {word}", f"{n} euro"] for n, word in enumerate(WORDS)]
    assert [list(cells.values()) for cells in read_back(page, draft)] == texts_of(draft)


def test_bare_text_beside_an_element_belongs_to_it() -> None:
    page = drawn("<b>{word} book</b> by Jo {word}<br><i>{n} euro</i><br><br>", "<p>{}</p>")
    draft = labels_from(page, "Blue book", "2 euro")
    assert texts_of(draft) == [[f"{word} book</b> by Jo {word}", f"{n} euro"] for n, word in enumerate(WORDS)]
    assert [list(cells.values()) for cells in read_back(page, draft)] == [
        [f"{word} book by Jo {word}", f"{n} euro"] for n, word in enumerate(WORDS)
    ]


@pytest.mark.parametrize(
    ("row", "around"),
    [
        ("<div>{word} book</div><div>by Jo {word}</div><div>{n} euro</div>", "<section>{}</section>"),
        ("{word} book<br>by Jo {word}<br>{n} euro<br>", "<p>{}</p>"),
        ("<div>{word} book</div><div>by Jo {word}</div><div>{n} euro</div><br>", "<section>{}</section>"),
    ],
)
def test_records_in_a_fixed_step_are_labelled(row: str, around: str) -> None:
    draft = labels_from(drawn(row, around), "Blue book", "2 euro")
    assert texts_of(draft) == [[f"{word} book", f"by Jo {word}", f"{n} euro"] for n, word in enumerate(WORDS)]


def test_records_in_a_grid_are_labelled() -> None:
    rows = ["<tr>" + "".join(f"<td><b>{word} {n}</b><br>{n} euro" for word in WORDS[:3]) for n in range(4)]
    page = parse_page(f"<table>{''.join(rows)}</table>{FOOT}")
    start = text_at(page, "Green 2").start
    draft = record_from(page, start, Point(start.node + 2, 6), [])
    assert isinstance(draft, LabelledPage)
    assert texts_of(draft) == [[f"{word} {n}", f"{n} euro"] for n in range(4) for word in WORDS[:3]]


@pytest.mark.parametrize("first", ["Blue book", "Green book"])
def test_records_may_lack_a_cell(first: str) -> None:
    short = "<li><h3>{word} book</h3><i>{n} euro</i></li>"
    page = drawn("<li><h3>{word} book</h3><p>by Jo {word}</p><i>{n} euro</i></li>", "<ul>{}</ul>", short)
    draft = labels_from(page, first, "2 euro" if first == "Blue book" else "1 euro")
    rows = [[f"{word} book", None if n % 2 else f"by Jo {word}", f"{n} euro"] for n, word in enumerate(WORDS)]
    assert texts_of(draft) == rows
    assert [list(cells.values()) for cells in read_back(page, draft)] == rows


def test_addresses_are_attributes_too() -> None:
    page = drawn("<li><a href='/{n}'>{word}</a> <img src='{word}.png'> <i>by Jo {word}</i></li>", "<ul>{}</ul>")
    draft = labels_from(page, "Blue", "by Jo Blue")
    assert texts_of(draft) == [[word, f"/{n}", f"by Jo {word}", f"{word}.png"] for n, word in enumerate(WORDS)]


def test_a_text_that_the_marks_leave_out_is_none() -> None:
    page = drawn("<li><p>Title: <b>{word} book</b></p><p>by Jo {word}</p><p>More of {word}</p></li>", "<ul>{}</ul>")
    draft = labels_from(page, "Blue book", "by Jo Blue")
    assert texts_of(draft) == [[f"{word} book", f"by Jo {word}"] for word in WORDS]


def test_a_text_that_only_the_marked_record_has_is_an_attribute() -> None:
    rows = [
        f"<li><h3>{w}</h3>{'<p><b>new</b></p>' if w == 'Blue' else ''}<i>{n} euro</i></li>" for n, w in enumerate(WORDS)
    ]
    draft = labels_from(parse_page(f"<ul>{''.join(rows)}</ul>{FOOT}"), "Blue", "2 euro")
    assert [[cell for cell in row if cell] for row in texts_of(draft)] == [
        [word, f"{n} euro", *(["new"] if word == "Blue" else [])] for n, word in enumerate(WORDS)
    ]


def test_a_record_that_is_like_nothing_is_labelled_alone() -> None:
    page = parse_page(f"<div><h2>One</h2><p>two</p></div><ul><li>three</li></ul>{FOOT}")
    assert texts_of(labels_from(page, "One", "two")) == [["One", "two"]]


def test_attributes_are_limited() -> None:
    cells = "".join(f"<td>{{word}} {n}</td>" for n in range(MAX_ATTRIBUTES + 5))
    draft = labels_from(drawn(f"<tr>{cells}</tr>", "<table>{}</table>"), "Blue 0", f"Blue {MAX_ATTRIBUTES + 4}")
    assert (draft.width, len(draft.records)) == (MAX_ATTRIBUTES, len(WORDS))


def test_marks_without_a_text() -> None:
    page = parse_page("<p> </p><p>x</p>")
    with pytest.raises(LabelError, match="there is no text between these points: mark a record"):
        record_from(page, Point(3, 0), Point(4, 1), [])


def test_a_rendered_page_has_candidates_but_no_labels() -> None:
    page = drawn("<li><b>{word}</b> <i>by Jo {word}</i></li>", "<ul>{}</ul>")
    found = wrapture.discover(page)
    page.source = None
    assert isinstance(marked(page, "Blue", "by Jo Blue", found), Candidate)
    with pytest.raises(LabelError, match="labels need the page as it was saved"):
        marked(page, "Blue", "by Jo Blue")


# --- the example pages ---


@pytest.mark.parametrize("name", ["books-1", "countries-1997", "rulings"])
def test_any_column_of_the_examples_can_be_pointed_at(name: str) -> None:
    page = wrapture.parse(EXAMPLES / f"{name}.html")
    draft, _ = draft_of(page, wrapture.learn(page))
    for number, column in enumerate(draft.names):
        labels = [record[number] for record in draft.records]
        rest = [record[:number] + record[number + 1 :] for record in draft.records]
        without = replace(draft, records=tuple(rest), names=draft.names[:number] + draft.names[number + 1 :])
        row, place = max((row, place) for row, place in enumerate(map(hull_of, labels)) if place is not None)
        again = label_value(page, without, column, place, record=None, everywhere=True)
        assert [record[-1] for record in again.records] == labels, (column, row)


@pytest.mark.parametrize(
    ("name", "texts", "values"),
    [
        ("books-1", ("4.2", "87"), {"4.2": ["4.6", "4.2", "3.9"], "87": ["212", "87", "143"]}),
        ("countries-1997", ("Brussels", "30,510"), {"Brussels": ["Vienna", "Brussels", "Sofia"]}),
        ("rulings", ("Re Estate of Pell", "A-98"), {"A-98": ["A-112", "A-98", "A-131"]}),
    ],
)
def test_a_value_pointed_at_on_an_example_is_read(
    name: str, texts: tuple[str, ...], values: dict[str, list[str]]
) -> None:
    page = wrapture.parse(EXAMPLES / f"{name}.html")
    draft, _ = draft_of(page, wrapture.learn(page))
    source = page.source or ""
    for text in texts:
        start = source.index(text, (hull_of(draft.records[1][0]) or (0, 0))[0])
        draft = label_value(page, draft, text, (start, start + len(text)), record=None, everywhere=True)
    rows = read_back(page, draft)
    assert len(rows) == len(draft.records)
    for text, expected in values.items():
        assert [row[text] for row in rows[:3]] == expected


@pytest.mark.parametrize(
    ("name", "first", "last", "count"),
    [("books-1", "Low Water", "£18.00", 12), ("countries-1997", "Belgium", "Population: 10.2 million", 15)],
)
def test_a_record_of_an_example_is_marked(name: str, first: str, last: str, count: int) -> None:
    page = wrapture.parse(EXAMPLES / f"{name}.html")
    draft = labels_from(page, first, last)
    assert len(draft.records) == count
    assert len(read_back(page, draft)) == count
