"""Any sequence of edits leaves a wrapper that is saved, read back equal, and reads as many records; nothing is lost."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from hypothesis import given
from hypothesis import strategies as st

import wrapture
from tests.examples import scaled
from tests.labelled import shop
from wrapture.errors import ColumnError
from wrapture.html.lexbor import parse_page
from wrapture.learning.learn_labelled import learn_labelled
from wrapture.library.describe import describe
from wrapture.library.editing import (
    carry_columns,
    keep_column,
    merge_columns,
    move_column,
    rename_column,
    split_column,
    type_column,
)
from wrapture.library.wrapper_file import dumps, loads
from wrapture.reading.pointing import row_places
from wrapture.reading.reader import extract_page

if TYPE_CHECKING:
    from wrapture.html.page import Page
    from wrapture.model import Wrapper
    from wrapture.model.table import Table

EXAMPLES: Final = Path(__file__).parents[3] / "examples"
MIXED: Final = (
    "<ul>"
    + "".join(
        f"<li><h3><a href=/{n}>{'<b>so</b> ' * (n % 3)}t{n} x</a></h3><p>by <i>a{n}</i> - <span>p. {n}<b>x</b></span> {n}</p>"
        f"<p>Ann {n}<br>Main St {n}</p>{f'<h4>n/{n}</h4>' if n % 2 else ''}"
        f"<p>{', '.join(f'<a href=/{n}{m}>k{m}</a>' for m in range(n % 3 + 1))}</p></li>"
        for n in range(7)
    )
    + "</ul>"
)
SOURCES: Final = ("rulings", "countries-1997", "books-1", "mixed", "mask")


@lru_cache
def source(name: str) -> tuple[Wrapper, Page]:
    if name == "mask":
        return learn_labelled([shop(4), shop(3, 9)]), parse_page(shop(5).text)
    page = parse_page(MIXED) if name == "mixed" else wrapture.parse(EXAMPLES / f"{name}.html")
    return wrapture.learn(page), page


numbers: Final = st.integers(0, 12)
edits: Final = st.one_of(
    st.tuples(st.just(rename_column), numbers, st.sampled_from(["a", "A", "title", "date", "x y"])),
    st.tuples(st.just(keep_column), numbers, st.booleans()),
    st.tuples(st.just(move_column), numbers, numbers),
    st.tuples(st.just(merge_columns), st.lists(numbers, min_size=2, max_size=3)),
    st.tuples(st.just(type_column), numbers, st.sampled_from(["text", "number", "price", "date", "rating", "link"])),
    st.tuples(st.just(split_column), numbers, st.sampled_from(["marks", "tags", " ", "-", "a", ": ", "t"])),
    st.tuples(st.just(split_column), numbers, st.sampled_from(["tags", " "])),
)


def edited(wrapper: Wrapper, page: Page, edit: tuple[Any, ...]) -> Wrapper:
    do: Any
    do, number, *given = edit
    if do is split_column:
        (how,) = given
        by: Any
        by, text = (how, "") if how in ("marks", "tags") else ("text", how)
        changed: Wrapper = do(wrapper, number, [page], by=by, text=text)
    else:
        changed = do(wrapper, number, *given, *([[page]] if do in (merge_columns, type_column) else []))
    return changed


def all_of(wrapper: Wrapper, page: Page) -> Table:
    columns = tuple(replace(column, keep=True) for column in wrapper.layout.columns)
    return extract_page(replace(wrapper, layout=replace(wrapper.layout, columns=columns)), page)


def values(wrapper: Wrapper, page: Page) -> set[tuple[object, ...]]:
    """Return the values of all columns, kept or not."""
    return set(zip(*(row.cells for row in all_of(wrapper, page).rows), strict=True))


@scaled(0.5)
@given(st.sampled_from(SOURCES), st.lists(edits, min_size=1, max_size=8))
def test_any_sequence_of_edits(name: str, changes: list[tuple[Any, ...]]) -> None:
    first, page = source(name)
    wrapper = first
    said: list[str] = []
    for change in changes:
        try:
            wrapper = edited(wrapper, page, change)
        except ColumnError as error:
            said.append(str(error))
    assert all(one.isprintable() and len(one) < 500 for one in said)
    restored = loads(dumps(wrapper))
    assert restored == wrapper
    table = extract_page(restored, page)
    assert len(table) == len(extract_page(first, page))
    assert table.columns
    assert len(row_places(wrapper, page)) == len(table)
    assert len(wrapper.profile.fill) == len(wrapper.layout.columns)
    assert describe(wrapper)
    assert values(first, page) <= values(wrapper, page)  # nothing is lost
    carried = carry_columns(wrapper, first, page)
    assert loads(dumps(carried)) == carried
    assert values(carried, page) >= values(first, page)


@scaled(0.25)
@given(st.sampled_from(SOURCES), st.data())
def test_hidden_columns_come_back_unchanged(name: str, data: st.DataObject) -> None:
    first, page = source(name)
    columns = first.layout.columns
    stays = data.draw(st.sampled_from([number for number, column in enumerate(columns) if column.is_shown]))
    hidden = data.draw(st.sets(st.integers(0, len(columns) - 1).filter(lambda number: number != stays)))
    wrapper = first
    for number in hidden:
        wrapper = keep_column(wrapper, number, keep=False)
    assert len(extract_page(loads(dumps(wrapper)), page).columns) == len(columns) - len(hidden)
    for number in hidden:
        wrapper = keep_column(wrapper, number, keep=True)
    shown = [replace(column, hidden="") if number in hidden else column for number, column in enumerate(columns)]
    assert wrapper.layout.columns == tuple(shown)  # who shows a column by hand wants to see it
    assert replace(wrapper, layout=first.layout) == first
    table = extract_page(loads(dumps(wrapper)), page)
    assert list(table[0]) == [column.name for column in shown if column.is_shown]
