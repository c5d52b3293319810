"""Columns changed by hand: what is done, what is refused and why."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import wrapture
from tests.labelled import shop
from wrapture.columns.text_cutting import MAX_PIECES
from wrapture.errors import ColumnError, WraptureError
from wrapture.html.lexbor import parse_page
from wrapture.learning.learn_labelled import learn_labelled
from wrapture.library import file_fields as fields
from wrapture.library.describe import describe
from wrapture.library.editing import (
    carry_columns,
    keep_column,
    merge_columns,
    move_column,
    parting,
    rename_column,
    split_column,
    splitting,
    type_column,
)
from wrapture.library.editing import (
    wrapper_draft as drafts,
)
from wrapture.library.wrapper_file import dumps, loads
from wrapture.model import ValueType
from wrapture.reading.pointing import row_places

if TYPE_CHECKING:
    from collections.abc import Callable

    from wrapture.html.page import Page
    from wrapture.model import Wrapper
    from wrapture.model.table import Cell

EXAMPLES = Path(__file__).parents[3] / "examples"


@lru_cache
def example(name: str) -> tuple[Wrapper, Page]:
    page = wrapture.parse(EXAMPLES / f"{name}.html")
    return wrapture.learn(page), page


def listed(item: str, count: int = 6) -> tuple[Wrapper, Page]:
    """Return a wrapper with its page: a list of items, in each of which ``#`` is its number."""
    page = parse_page(f"<ul>{''.join(f'<li>{item}</li>'.replace('#', str(n)) for n in range(1, count + 1))}</ul>")
    return wrapture.learn(page, learner="siblings"), page


def names(wrapper: Wrapper, *, kept: bool = True) -> list[str]:
    return [column.name for column in wrapper.layout.columns if column.keep or not kept]


def values(wrapper: Wrapper, page: Page, name: str) -> list[Cell]:
    """Return the values of a column, kept or not, by a wrapper that was written to a file and read again."""
    assert loads(dumps(wrapper)) == wrapper
    table = wrapture.extract(page, keep_column(loads(dumps(wrapper)), name, keep=True))
    places = row_places(wrapper, page)
    number = names(wrapper, kept=False).index(name)
    assert [bool(row[number]) for row in places] == [bool(row[name]) for row in table.to_dicts()]
    return [row[name] for row in table.to_dicts()]


def column(wrapper: Wrapper, name: str) -> Any:
    return wrapper.layout.columns[names(wrapper, kept=False).index(name)]


def fill(wrapper: Wrapper, name: str) -> float:
    return wrapper.profile.fill[names(wrapper, kept=False).index(name)]


def refusal(change: Callable[[], object]) -> str:
    with pytest.raises(ColumnError) as caught:
        change()
    assert str(caught.value).isprintable()
    assert isinstance(caught.value, (WraptureError, ValueError))
    return str(caught.value)


# --- names, order, what is shown ---


def test_rename() -> None:
    wrapper, page = example("rulings")
    renamed = rename_column(wrapper, "number", "  case ")
    assert names(renamed)[:3] == ["parties", "date", "case"]
    assert names(rename_column(wrapper, 2, "Number"))[2] == "Number"  # its own name in another case
    assert values(renamed, page, "case") == values(wrapper, page, "number")


@pytest.mark.parametrize(
    ("ref", "name", "said"),
    [
        ("number", "Date", "column number: another column is named 'Date'; choose another name"),
        ("number", " \t", "column number: a name must not be blank; give it one"),
        ("number", "x" * 201, "column number: a name has at most 200 characters; shorten it"),
        ("number", "two\nlines", "column number: a name must be one line of printable characters; change it"),
        ("number", "\ud800", "column number: a name must be one line of printable characters; change it"),
        ("gone", "x", "column gone: no such column; the wrapper has parties, date, number, "),
        (99, "x", "column 99: no such column; the wrapper has parties, "),
        (-1, "x", "column -1: no such column; the wrapper has parties, "),
    ],
)
def test_names_that_are_refused(ref: int | str, name: str, said: str) -> None:
    assert refusal(lambda: rename_column(example("rulings")[0], ref, name)).startswith(said)


def test_the_limits_are_those_of_the_file() -> None:
    assert drafts.MAX_COLUMNS == fields.MAX_PARTS
    assert (splitting.MAX_CUTS, parting.MAX_TEMPLATE) == (fields.MAX_CUTS, fields.MAX_TEMPLATE)


def test_hide_and_show() -> None:
    wrapper, page = example("rulings")
    hidden = keep_column(wrapper, "number", keep=False)
    assert "number" not in names(hidden)
    assert "number" not in wrapture.extract(page, hidden).columns
    assert keep_column(hidden, "number", keep=True) == wrapper


def test_the_last_column_is_not_hidden() -> None:
    wrapper, _ = example("rulings")
    for name in names(wrapper)[1:]:
        wrapper = keep_column(wrapper, name, keep=False)
    assert refusal(lambda: keep_column(wrapper, 0, keep=False)) == (
        "column parties: is the only column shown; show another one first"
    )
    assert keep_column(wrapper, 1, keep=False) == wrapper


def test_move() -> None:
    wrapper, page = example("rulings")
    moved = move_column(wrapper, "number", 0)
    assert names(moved)[:3] == ["number", "parties", "date"]
    assert move_column(moved, 0, 2) == wrapper
    assert fill(moved, "date") == fill(wrapper, "date")
    assert values(moved, page, "number") == values(wrapper, page, "number")
    assert refusal(lambda: move_column(wrapper, 0, 9)) == "column parties: no position 9; choose one from 0 to 8"
    assert refusal(lambda: move_column(wrapper, 0, -1)).startswith("column parties: no position -1")


# --- merging ---


def test_merge() -> None:
    wrapper, page = example("books-1")
    merged = merge_columns(wrapper, ["author", "subtitle"], [page])
    assert names(merged)[:4] == ["title", "link", "author", "rating"]
    pairs = zip(values(wrapper, page, "author"), values(wrapper, page, "subtitle"), strict=True)
    whole = [" ".join(str(one) for one in pair if one) for pair in pairs]
    assert values(merged, page, "author") == whole
    assert values(merged, page, "author_part") == values(wrapper, page, "author")
    assert values(merged, page, "subtitle") == values(wrapper, page, "subtitle")
    assert names(merged, kept=False)[3:5] == ["author", "author_part"]
    assert fill(merged, "author") == 1.0
    assert "merged from 2 places" in describe(merged)
    assert "merged" not in describe(wrapper)


def test_the_type_of_a_merged_column_is_decided_anew() -> None:
    wrapper, page = listed("<b>#0</b><p>EUR</p><i>of #</i>")
    number, currency = (next(n for n in names(wrapper) if values(wrapper, page, n)[0] == one) for one in ("10", "EUR"))
    merged = merge_columns(wrapper, [number, currency], [page])
    assert column(merged, number).type == ValueType("price", ".", "EUR")
    assert wrapture.extract(page, merged).to_dicts(typed=True)[0][number].amount == 10


def test_what_is_merged_can_be_merged_further() -> None:
    wrapper, page = example("rulings")
    merged = merge_columns(merge_columns(wrapper, ["number", "date"], [page]), ["number", "outcome"], [page])
    assert values(merged, page, "number")[0] == "A-112/23 3 June 2024 Appeal allowed"
    assert len(column(merged, "number").places) == 3


def test_the_columns_of_a_mask_are_merged() -> None:
    wrapper, page = learn_labelled([shop(6)]), parse_page(shop(6).text)
    merged = merge_columns(wrapper, ["price", "title"], [page])
    assert values(merged, page, "price")[:2] == ["0.50 The Trial", "1.50 Fish & Chips"]


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        (["number"], "column number: a merge needs at least two columns; choose another one as well"),
        ([], "column -: a merge needs at least two columns; choose another one as well"),
        (["number", "document_link"], "column document_link: holds link addresses, and only texts can be merged"),
        (["number", "number"], "column number: its text is already part of the others; leave it out"),
    ],
)
def test_merges_that_are_refused(chosen: list[str], said: str) -> None:
    wrapper, page = example("rulings")
    assert refusal(lambda: merge_columns(wrapper, chosen, [page])).startswith(said)


def test_nothing_is_decided_without_records() -> None:
    wrapper, empty = example("rulings")[0], parse_page("<p>Nothing here.</p>")
    for change in (
        lambda: merge_columns(wrapper, [0, 1], [empty]),
        lambda: split_column(wrapper, 0, [empty], by="marks"),
        lambda: type_column(wrapper, 0, "date", []),
    ):
        assert refusal(change) == "column parties: the pages have no records; give a page that the wrapper reads"


# --- splitting by what texts share ---


def test_split_at_the_marks_that_values_share() -> None:
    wrapper, page = listed("<b>t#</b><p>Ann # | Lee #; x#</p>")
    (line,) = (name for name in names(wrapper) if values(wrapper, page, name)[0] == "Ann 1 | Lee 1; x1")
    pieces = [name for name in names(wrapper) if values(wrapper, page, name)[0] in ("Ann 1", "Lee 1", "x1")]
    split = split_column(wrapper, line, [page], by="marks")  # it is cut like this already: they are shown beside it
    at = names(split, kept=False).index(line)
    assert names(split, kept=False)[at + 1 : at + 4] == pieces
    assert line not in names(split)
    assert len(split.layout.columns) == len(wrapper.layout.columns)


def test_split_at_a_text() -> None:
    wrapper, page = example("rulings")
    split = split_column(wrapper, "parties", [page], by="text", text=" v. ")
    assert names(split)[:4] == ["parties_1", "parties_2", "date", "number"]
    whole = values(wrapper, page, "parties")
    assert values(split, page, "parties") == whole
    pairs = zip(values(split, page, "parties_1"), values(split, page, "parties_2"), strict=True)
    assert [" v. ".join(filter(None, pair)) for pair in pairs] == whole  # type: ignore[arg-type]
    assert fill(split, "parties_1") == 1.0
    assert fill(split, "parties_2") == round(sum(" v. " in str(one) for one in whole) / len(whole), 4)


def test_a_text_is_cut_as_often_as_most_values_have_it() -> None:
    wrapper, page = listed("<b>t#</b><p>a# a b</p>")
    (line,) = (name for name in names(wrapper) if values(wrapper, page, name)[0] == "a1 a b")
    split = split_column(wrapper, line, [page], by="text", text=" ")
    new = [name for name in names(split) if name not in names(wrapper)]
    assert [values(split, page, name)[2] for name in new] == ["a3", "a", "b"]
    wrapper, page = listed(f"<b>t#</b><p>{'x' * 3}{' y' * 12}#</p>")
    (line,) = (name for name in names(wrapper) if str(values(wrapper, page, name)[0]).startswith("xxx"))
    many = split_column(wrapper, line, [page], by="text", text=" ")
    assert len(many.layout.columns) == len(wrapper.layout.columns) + MAX_PIECES


def test_empty_pieces_are_no_columns() -> None:
    wrapper, page = listed("<b>t#</b><p>by Ann #</p>")
    (line,) = (name for name in names(wrapper) if values(wrapper, page, name)[0] == "by Ann 1")
    split = split_column(wrapper, line, [page], by="text", text="by ")
    (new,) = set(names(split)) - set(names(wrapper))
    assert values(split, page, new)[:2] == ["Ann 1", "Ann 2"]


def test_one_text_is_split_in_several_ways() -> None:
    wrapper, page = example("rulings")
    once = split_column(wrapper, "date", [page], by="text", text=" ")
    twice = split_column(once, "date", [page], by="text", text=" June ")
    assert values(twice, page, "date_1")[0] == "3"
    part = column(twice, "date").place
    assert len(twice.layout.blocks[part[0]].parts) == 3
    assert len({values(twice, page, name)[0] for name in names(twice, kept=False)} & {"3", "June", "2024"}) == 3


def test_a_piece_is_split_further_and_only_inside_itself() -> None:
    page = parse_page(
        "<ul>" + "".join(f"<li><b>t{n}</b><p>a{n}{'-b' if n % 3 else ''}; c{n}-d</p></li>" for n in range(6)) + "</ul>"
    )
    wrapper = wrapture.learn(page, learner="siblings")
    (piece,) = (name for name in names(wrapper) if values(wrapper, page, name)[0] == "a0")
    split = split_column(wrapper, piece, [page], by="text", text="-")
    first, second = (name for name in names(split) if name not in names(wrapper))
    assert values(split, page, first) == [f"a{n}" for n in range(6)]
    assert values(split, page, second) == ["b" if n % 3 else None for n in range(6)]
    deeper = split_column(split, first, [page], by="text", text="a")
    (digit,) = (name for name in names(deeper) if name not in names(split, kept=False))
    assert values(deeper, page, digit) == [f"{n}" for n in range(6)]


def test_all_the_text_of_a_block_and_of_an_element_are_cut() -> None:
    wrapper, page = listed("<p><b>t#</b> by <i>a#</i></p><p>Ann #<br>Main St #</p>")
    for text, separator, pieces in [
        ("t2 by a2", " by ", ["t2", "a2"]),
        ("Ann 2 Main St 2", " Main ", ["Ann 2", "St 2"]),
    ]:
        (line,) = (name for name in names(wrapper) if values(wrapper, page, name)[1] == text)
        split = split_column(wrapper, line, [page], by="text", text=separator)
        new = [name for name in names(split) if name not in names(wrapper)]
        assert [values(split, page, name)[1] for name in new] == pieces
        assert values(split, page, line)[1] == text
        again = split_column(split, line, [page], by="text", text="2")
        assert values(again, page, line) == values(split, page, line)


def test_an_inline_element_is_cut() -> None:
    wrapper, page = listed("<p><b>t#</b> <span>by <a href=/a#>a#</a></span> <i>x#</i></p>")
    (line,) = (name for name in names(wrapper) if values(wrapper, page, name)[1] == "by a2")
    split = split_column(wrapper, line, [page], by="text", text="by ")
    (new,) = (name for name in names(split) if name not in names(wrapper))
    assert values(split, page, new)[1] == "a2"
    link, page = listed("<p><a href=/#><b>t#</b> <i>u#</i></a> <i>v#</i></p>")
    (line,) = (name for name in names(link) if values(link, page, name)[1] == "t2 u2")
    split = split_column(link, line, [page], by="text", text=" ")
    assert [values(split, page, name)[1] for name in names(split) if name not in names(link)] == ["t2", "u2"]
    (address,) = (one.name for one in split.layout.columns if one.kind == "link")
    assert values(split, page, address)[1] == "/2"


# --- splitting by tags ---


def test_words_that_were_taken_for_marked_ones_are_split_by_tags() -> None:
    page = parse_page(
        "<ul>" + "".join(f"<li>{'<b>so</b> ' * (n % 3)}t{n} <i>u{n}</i> v{n}</li>" for n in range(8)) + "</ul>"
    )
    wrapper = wrapture.learn(page, learner="siblings")
    (line,) = (name for name in names(wrapper) if values(wrapper, page, name)[0] == "t0 u0 v0")
    split = split_column(wrapper, line, [page], by="tags")
    new = [name for name in names(split) if name not in names(wrapper)]
    assert line not in names(split)
    assert [f"u{n}" for n in range(8)] in [values(split, page, name) for name in new]
    assert values(split, page, line) == values(wrapper, page, line)


def test_only_the_parts_inside_of_the_column_become_columns() -> None:
    wrapper, page = listed("<p><b>t#</b> <span>by <a href=/a#>a#</a></span> <i>x#</i></p>")
    (line,) = (name for name in names(wrapper) if values(wrapper, page, name)[1] == "by a2")
    split = split_column(wrapper, line, [page], by="tags")
    at = names(split, kept=False).index(line)
    pieces = names(split, kept=False)[at + 1 : at + 3]
    assert [values(split, page, name)[1] for name in pieces] == ["by", "a2"]
    assert line not in names(split)


def test_a_block_is_divided_and_its_whole_stays() -> None:
    wrapper, page = listed("<p><b>t#</b> by <i>a#</i></p>")
    (line,) = (name for name in names(wrapper) if values(wrapper, page, name)[1] == "t2 by a2")
    split = split_column(wrapper, line, [page], by="tags")
    assert [values(split, page, name)[1] for name in names(split)] == ["t2", "by", "a2"]
    assert values(split, page, line) == values(wrapper, page, line)


@pytest.mark.parametrize(
    ("name", "by", "text", "said"),
    [
        ("document_link", "marks", "", "column document_link: holds link addresses, and only texts can be split"),
        (
            "number",
            "marks",
            "",
            "column number: its values share no marks to split at; split it by a text, or by tags",
        ),
        (
            "number",
            "tags",
            "",
            "column number: has no tags to split at; split it by marks, or by a text",
        ),
        ("number", "text", "@", "column number: '@' is in none of its values; type it as the page shows it"),
        (
            "number",
            "text",
            "",
            "column number: the text to split at has 1 to 200 characters; type it as the page shows",
        ),
        ("number", "text", "x" * 201, "column number: the text to split at has 1 to 200 characters"),
    ],
)
def test_splits_that_are_refused(name: str, by: Any, text: str, said: str) -> None:
    wrapper, page = example("rulings")
    assert refusal(lambda: split_column(wrapper, name, [page], by=by, text=text)).startswith(said)


def test_merged_columns_lists_and_masks_are_not_split() -> None:
    wrapper, page = example("rulings")
    merged = merge_columns(wrapper, ["number", "date"], [page])
    assert refusal(lambda: split_column(merged, "number", [page], by="marks")) == (
        "column number: is merged from others; split one of those"
    )
    mask, page = learn_labelled([shop(6)]), parse_page(shop(6).text)
    assert "was learned from labels" in refusal(lambda: split_column(mask, "title", [page], by="marks"))
    keys = [", ".join(f"<a href=/{n}{m}>k{n}{m}</a>" for m in range(n % 3 + 1)) for n in range(6)]
    page = parse_page(f"<ul>{''.join(f'<li><h3>t{n}</h3><p>{key}</p></li>' for n, key in enumerate(keys))}</ul>")
    lists = wrapture.learn(page)
    name = next(one.name for one in lists.layout.columns if one.kind == "text" and is_list(lists, page, one.name))
    assert "holds lists" in refusal(lambda: split_column(lists, name, [page], by="text", text="k"))


def is_list(wrapper: Wrapper, page: Page, name: str) -> bool:
    return any(isinstance(value, tuple) for value in values(wrapper, page, name))


def test_a_piece_is_not_cut_without_end() -> None:
    wrapper, page = listed(f"<b>t#</b><p>{'x-' * 60}#</p>")
    (name,) = (name for name in names(wrapper) if str(values(wrapper, page, name)[0]).startswith("x-"))
    for _ in range(fields.MAX_CUTS):
        before = set(names(wrapper, kept=False))
        wrapper = split_column(wrapper, name, [page], by="text", text="x-")
        name = next(one for one in reversed(names(wrapper, kept=False)) if one not in before)
    assert "times already" in refusal(lambda: split_column(wrapper, name, [page], by="text", text="x-"))


# --- types ---


@pytest.mark.parametrize(
    ("item", "type_name", "expected"),
    [
        ("#.500", "number", ValueType("number", ".")),
        ("Chapter #", "number", ValueType("number", ".", prefix="Chapter")),
        ("#/4/2021", "date", ValueType("date", order="dmy", time=False)),
        ("# EUR", "price", ValueType("price", ".", "EUR")),
        ("# % off", "percentage", ValueType("percentage", ".", unit="off")),
        ("#/10", "rating", ValueType("rating", scale=10)),
        ("https://example.org/#", "link", ValueType("link")),
        ("#", "text", ValueType()),
    ],
)
def test_types(item: str, type_name: Any, expected: ValueType) -> None:
    wrapper, page = listed(f"<b>t#</b><p>{item}</p>")
    shown = item.replace("#", "2")
    (name,) = (name for name in names(wrapper) if values(wrapper, page, name)[1] == shown)
    typed = type_column(wrapper, name, type_name, [page])
    assert column(typed, name).type == expected
    assert values(typed, page, name) == values(wrapper, page, name)
    assert None not in [row[name] for row in wrapture.extract(page, typed).to_dicts(typed=True)]


def test_types_that_are_refused() -> None:
    wrapper, page = example("rulings")
    assert refusal(lambda: type_column(wrapper, "parties", "date", [page])) == (
        "column parties: none of its values is a date; choose another type"
    )
    assert "only texts have a type" in refusal(lambda: type_column(wrapper, "document_link", "link", [page]))


# --- another wrapper ---


def test_what_was_done_is_carried_to_a_wrapper_that_is_learned_anew() -> None:
    wrapper, page = example("rulings")
    edited = rename_column(wrapper, "number", "case")
    edited = move_column(keep_column(edited, "document", keep=False), "case", 0)
    edited = merge_columns(type_column(edited, "date", "text", [page]), ["outcome", "subject"], [page])
    new = wrapture.learn(page, learner="repeats")
    assert new.locator != edited.locator
    carried = carry_columns(edited, new, page)
    assert carried.locator == new.locator
    assert names(carried, kept=False) == names(edited, kept=False)
    assert names(carried) == names(edited)
    assert column(carried, "date").type == ValueType()
    for name in names(edited, kept=False):
        assert values(carried, page, name) == values(edited, page, name)
    assert fill(carried, "outcome") == 1.0


def test_nothing_is_carried_from_other_values() -> None:
    wrapper, page = example("rulings")
    assert carry_columns(example("books-1")[0], wrapper, page) == wrapper


def test_names_stay_unique_where_columns_are_new() -> None:
    wrapper, page = example("rulings")
    edited = rename_column(rename_column(wrapper, "date", "x"), "parties", "date")
    fewer = keep_column(edited, "outcome", keep=False)
    carried = carry_columns(fewer, wrapper, page)
    assert names(carried, kept=False)[:3] == ["date", "x", "number"]
    assert len({name.casefold() for name in names(carried, kept=False)}) == len(carried.layout.columns)


def in_parts() -> tuple[Wrapper, Page]:
    """Return the wrapper of the rulings, with the parts of the subject shown instead of the whole."""
    wrapper, page = example("rulings")
    for name in ("subject_part", "subject_part_2"):
        wrapper = keep_column(wrapper, name, keep=True)
    return keep_column(wrapper, "subject", keep=False), page


def test_a_merge_that_can_not_be_made_again_hides_nothing() -> None:
    wrapper, page = in_parts()
    merged = merge_columns(wrapper, ["subject_part", "number"], [page])
    mask = learn_labelled([wrapture.label(page, keep_column(wrapper, "number", keep=False))])
    carried = carry_columns(merged, mask, page)
    assert carried.locator == mask.locator
    assert "subject_part" not in names(carried)
    assert "subject_part_part" in names(carried)  # its other half is not there any more
    assert values(carried, page, "subject_part_part")[0] == "Moorings"


def test_a_merge_is_made_again_of_the_columns_of_a_mask() -> None:
    wrapper, page = in_parts()
    merged = merge_columns(wrapper, ["subject_part", "number"], [page])
    mask = learn_labelled([wrapture.label(page, wrapper)])
    carried = carry_columns(merged, mask, page)
    assert values(carried, page, "subject_part")[0] == "Moorings A-112/23"
    assert "number" not in names(carried)


def test_something_is_shown_where_all_that_is_left_was_hidden() -> None:
    wrapper, page = example("rulings")
    mask = learn_labelled([wrapture.label(page, names=["-", "-", "", "-", "-", "-", "-"], wrapper=wrapper)])
    carried = carry_columns(keep_column(wrapper, "number", keep=False), mask, page)
    assert names(carried) == ["number"]
