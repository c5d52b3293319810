"""Known shapes, rows and cells in the native extension: as Python builds them."""

from __future__ import annotations

import html
import os
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import NO_COMPILER, WITHOUT_C
from tests.examples import scaled
from tests.unit.reading.compiled.test_absolute_links import addresses, bases
from wrapture.html import native
from wrapture.html.lexbor import parse_tree
from wrapture.html.native import ELEMENT, SHOWN
from wrapture.html.page import address_starts, join_address, plain_address
from wrapture.model.table import Row

if not native.is_available():
    pytest.skip(WITHOUT_C if os.environ.get("WRAPTURE_NATIVE") == "0" else NO_COMPILER, allow_module_level=True)

from wrapture.html._tree import Book, Maker, Shape
from wrapture.reading.compiled.row_judging import MARKS, marks_in
from wrapture.reading.compiled.row_values import CUT, JOINED, LISTED, PICKED, built
from wrapture.reading.compiled.shape_matcher import DEFAULTS, FIELDS

if TYPE_CHECKING:
    from wrapture.html.lexbor import Tree

ALWAYS, NEVER, TEXTS = range(3)
LINK = ((0, ELEMENT, b"a", None, b"href", True, 0), (1, SHOWN, b"", None, b"", False, 0))
BOLD = ((0, ELEMENT, b"b", None, b"", False, -1), (1, SHOWN, b"", None, b"", False, 0))

texts = st.text(st.sampled_from("ab ,;:|é—\u00a0\u2003\ue00a/?"), max_size=12)
values = st.tuples(st.none(), texts, texts, texts)
separators = st.sampled_from([",", ";", ":", "|", "—", " a", "é"])
cuts = st.lists(separators, min_size=1, max_size=3).flatmap(
    lambda found: st.tuples(st.just(tuple(found)), st.integers(0, len(found)))
)
leaves: Any = st.one_of(
    st.tuples(st.just(PICKED), st.integers(0, 3), st.just(())),
    st.tuples(st.just(CUT), st.integers(1, 3), st.lists(cuts, min_size=1, max_size=2).map(tuple)),
)
lists = st.tuples(st.just(LISTED), st.just(0), st.lists(leaves, max_size=3).map(tuple))
plans = st.one_of(
    leaves, lists, st.tuples(st.just(JOINED), st.just(0), st.lists(leaves | lists, min_size=2, max_size=3).map(tuple))
)


@scaled(4)
@given(plans, values)
def test_cells_are_built_as_python_builds_them(plan: Any, found: tuple[Any, ...]) -> None:
    row = Maker(Row, FIELDS, DEFAULTS, 1, (plan,)).make(found)
    assert row == Row(found[1], (built(plan, found),))


def places(tree: Tree, selector: str) -> list[int]:
    return [node.mem_id for node in tree.css(selector)]


def book_of(*entries: tuple[Any, ...]) -> Book:
    book = Book(MARKS)
    for entry in entries:
        book.add(*entry)
    return book


def shape(steps: Any, links: int) -> Shape:
    return Shape(steps, links, 1, (((0, 0),),), ())


def row_maker(links: int) -> Maker:
    return Maker(Row, FIELDS, DEFAULTS, 1 + links, tuple((PICKED, n, ()) for n in range(1, 2 + links)))


@scaled(4)
@given(bases, addresses)
def test_addresses_are_resolved_as_python_does(base: str, address: str) -> None:
    tree = parse_tree(f'<a href="{html.escape(address)}">x</a>')
    written = tree.css("a")[0].attributes["href"]
    book = book_of(("link", shape(LINK, 1), 2, row_maker(1), ALWAYS, -1, ()))
    rows: list[Any] = []
    book.rows(places(tree, "a"), rows, [], address_starts(base), lambda one: join_address(base, one))
    assert [row.cells[0] for row in rows] == [join_address(base, plain_address(written or ""))]


@given(st.text(st.sampled_from("a :;|é?."), min_size=1, max_size=9).map(lambda text: f"x{text}x"), st.integers(-1, 9))
def test_rows_with_too_many_marks_are_left(text: str, room: int) -> None:
    tree = parse_tree(f"<b>{text}</b>")
    rows: list[Any] = []
    left: list[int] = []
    book_of(("bold", shape(BOLD, 0), 2, row_maker(0), ALWAYS, room, ())).rows(places(tree, "b"), rows, left, (), None)
    (row,) = rows
    is_crowded = 0 <= room < len(row.text) and marks_in([row.text])[0] > room
    assert left == [0] * is_crowded


def test_rows_up_to_the_first_unknown_one() -> None:
    tree = parse_tree("<b>1</b><b>2</b><a href=/x>3</a><i>4</i><b>5</b>")
    book = book_of(
        ("bold", shape(BOLD, 0), 2, row_maker(0), ALWAYS, -1, ()), ("link", shape(LINK, 1), 2, None, ALWAYS, -1, ())
    )
    rows: list[Any] = []
    left: list[int] = []
    found = places(tree, "body > *")
    book.rows(found, rows, left, (), None)
    assert [row.text for row in rows[:2]] == ["1", "2"]
    assert (rows[2:], left) == ([("link", (None, "/x", "3"))], [2])
    rows.append(None)
    book.rows(found, rows, left, (), None)
    assert [row.text for row in rows[4:]] == ["5"]
    assert book.shapes() == [("bold", True), ("link", True)]


@pytest.mark.parametrize(("answer", "expected"), [(NEVER, [None]), (TEXTS, [("bold", (None, "1"))])])
def test_answers(answer: int, expected: list[Any]) -> None:
    tree = parse_tree("<b>1</b>")
    rows: list[Any] = []
    left: list[int] = []
    book_of(("bold", shape(BOLD, 0), 2, row_maker(0), answer, -1, ())).rows(places(tree, "b"), rows, left, (), None)
    assert (rows, left) == (expected, [0] * (answer == TEXTS))


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(ValueError, match="table of marks"):
        Book(b"")
    book, tree = book_of(("bold", shape(BOLD, 0), 2, row_maker(0), ALWAYS, -1, ())), parse_tree("<b>1</b>")
    for arguments in (("x", "y", 2, None, 0, -1, ()), ("x", shape(BOLD, 0), 2, shape(BOLD, 0), 0, -1, ())):
        with pytest.raises(TypeError):
            book.add(*arguments)
    for subjects in (["x"], [0], [(1, 2, 3)]):
        with pytest.raises((TypeError, ValueError)):
            book.rows(subjects, [], [], (), None)  # type: ignore[arg-type]
    link, other = book_of(("link", shape(LINK, 1), 2, row_maker(1), ALWAYS, -1, ())), parse_tree("<a href=x>1</a>")
    with pytest.raises(ZeroDivisionError):
        link.rows(places(other, "a"), [], [], (), lambda _: str(1 / 0))
    assert book.find(places(tree, "b")[0]) == ("bold", (None, "1"))
