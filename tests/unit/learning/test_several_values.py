"""Several values of one attribute in a record: in labels, label files, masks, lists and tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import wrapture
from wrapture.capture.labelfile import read_labels, write_labels
from wrapture.errors import LabelError, WrapperFileError
from wrapture.learning.fuzzy import LabelledPage
from wrapture.learning.learn_labelled import labelled_share, labelled_table
from wrapture.learning.learn_masked import labels_by_mask, refine_wrapper
from wrapture.learning.marking import draft_of
from wrapture.library.wrapper_file import dumps, loads
from wrapture.model import MaskLocator, Several, hull_of, label_of, places_in

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from wrapture.model import Label

PEOPLE = ("Ann Lee", "Bob Ray", "Cy Young", "Di Marsh", "Ed Stone")


def writers(number: int) -> Sequence[str]:
    """Return the authors of a book: one to four of them."""
    return [PEOPLE[(number + n) % len(PEOPLE)] for n in range(1 + number % 4)]


def books(count: int, first: int = 0, mark: str = "<i>{}</i>") -> LabelledPage:
    """Return a page of books whose authors stand in marks of their own, or between commas."""
    text, records = "<title>Books</title><p>Home</p><ul>\n", []
    for number in range(first, first + count):
        text += "<li><b>"
        title = len(text), len(text) + len(f"Book {number}")
        text += f"Book {number}</b> by "
        authors = []
        for n, name in enumerate(writers(number)):
            before, after = mark.split("{}")
            text += (", " if n else "") + before
            authors.append((len(text), len(text) + len(name)))
            text += name + after
        text += f" <u>{number} euro</u></li>\n"
        records.append((title, label_of(authors)))
    return LabelledPage(f"books-{first}.html", f"{text}</ul><p>The end</p>", tuple(records), ("title", "author"))


def test_labels_have_no_place_one_or_several() -> None:
    several = Several(((1, 2), (4, 6)))
    assert [places_in(label) for label in (None, (1, 2), several)] == [(), ((1, 2),), ((1, 2), (4, 6))]
    assert [label_of(places) for places in ([], [(1, 2)], [(1, 2), (4, 6)])] == [None, (1, 2), several]
    assert [hull_of(label) for label in (None, (1, 2), several)] == [None, (1, 2), (1, 6)]


def test_places_of_one_attribute_must_not_overlap() -> None:
    with pytest.raises(LabelError, match="record 1, attribute 1"):
        LabelledPage("p", "abcdef", ((Several(((0, 3), (2, 4))),),))


def test_label_files_hold_them(tmp_path: Path) -> None:
    page = books(6)
    (tmp_path / page.name).write_text(page.text)
    saved = LabelledPage(str(tmp_path / page.name), page.text, page.records, page.names)
    write_labels([saved], tmp_path / "labels.jsonl")
    assert read_labels(tmp_path / "labels.jsonl") == [saved]


@pytest.mark.parametrize("mark", ["<i>{}</i>", "<a href=/x>{}</a>", "{}"])
def test_a_mask_reads_them(mark: str) -> None:
    wrapper = wrapture.learn_labelled([books(12, mark=mark)], mask=True)
    table = wrapture.extract(books(9, 20, mark).text, wrapper)
    assert [row.cells for row in table.rows] == [(f"Book {n}", tuple(writers(n))) for n in range(20, 29)]
    assert all(0 <= confidence <= 1 for row in table.rows for confidence in row.confidences if confidence is not None)


def linked(count: int, first: int = 0) -> LabelledPage:
    """Return a page of books whose authors are links, both the address and the name labelled."""
    text, records = "<title>Books</title><ul>\n", []
    for number in range(first, first + count):
        text += f"<li><b>Book {number}</b> by "
        links, authors = [], []
        for n, name in enumerate(writers(number)):
            text += (", " if n else "") + '<a href="'
            links.append((len(text), len(text) + len(name[:2])))
            text += name[:2] + '">'
            authors.append((len(text), len(text) + len(name)))
            text += name + "</a>"
        text += f" <u>{number} euro</u></li>\n"
        records.append((label_of(links), label_of(authors)))
    return LabelledPage(f"linked-{first}.html", f"{text}</ul><p>The end</p>", tuple(records), ("link", "author"))


def test_a_mask_reads_several_values_with_others_between_them() -> None:
    table = wrapture.extract(linked(9, 20).text, wrapture.learn_labelled([linked(12)], mask=True))
    assert [row.cells[1] for row in table.rows] == [tuple(writers(n)) for n in range(20, 29)]
    assert [len(row.cells[0] or ()) for row in table.rows] == [1 + n % 4 for n in range(20, 29)]


def test_a_mask_survives_the_disk_and_can_be_refined() -> None:
    wrapper = wrapture.learn_labelled([books(12)], mask=True)
    assert loads(dumps(wrapper)) == wrapper
    assert refine_wrapper(wrapper, [books(6, 40)]) == wrapture.learn_labelled([books(12), books(6, 40)], mask=True)
    assert labels_by_mask(wrapper, wrapture.parse(books(6, 40).text)).records == books(6, 40).records


@pytest.mark.parametrize("wrong", ["[[1, 2, 3], [4, 5]]", "[[9, 5], [11, 12]]", "[[1, 99999], [1, 2]]", "[]"])
def test_a_wrapper_file_with_wrong_places_is_refused(wrong: str) -> None:
    wrapper = wrapture.learn_labelled([books(2)], mask=True)
    assert isinstance(wrapper.locator, MaskLocator)
    kept = wrapper.locator.excerpts[0].records[1][1]
    assert isinstance(kept, Several)
    text = "".join(dumps(wrapper).split())
    held = "".join(str([list(place) for place in kept.places]).split())
    assert held in text
    with pytest.raises(WrapperFileError, match="records"):
        loads(text.replace(held, wrong))


def values_of(table: wrapture.Table, name: str) -> list[object]:
    return [row[name] for row in table]


def test_two_values_typed_for_one_column_are_a_list() -> None:
    page = wrapture.parse(books(12).text)
    labelled = wrapture.label(page, examples={"title": "Book 2", "author": writers(2)})
    expected: list[Label] = [record[1] for record in books(12).records]
    assert [record[1] for record in labelled.records] == expected
    wrapper = wrapture.learn_labelled([labelled])
    assert not isinstance(wrapper.locator, MaskLocator)
    assert labelled_share(wrapper, [labelled]) == 1.0
    assert values_of(wrapture.extract(books(9, 20).text, wrapper), "author") == [
        tuple(writers(n)) for n in range(20, 29)
    ]


@pytest.mark.parametrize(
    ("item", "values"),
    [
        ("<a href='/{}'>{}</a>", ["/Ann-2", "/Cy-2"]),
        ("<img src='/{}.png' alt='{}'>", ["/Ann-2.png", "/Cy-2.png"]),
        ("<x-who>{}</x-who>", ["Ann-2", "Bob-2"]),
    ],
)
def test_addresses_images_and_elements_of_any_name_are_lists_too(item: str, values: list[str]) -> None:
    names = [[f"{name}-{n}" for name in ("Ann", "Bob", "Cy", "Di")[: 1 + n % 4]] for n in range(8)]
    rows = "".join(
        f"<li><b>Book {n}</b><p>by {', '.join(item.format(name, name) for name in some)}</p><u>{n} euro</u></li>"
        for n, some in enumerate(names)
    )
    page = wrapture.parse(f"<title>Books</title><ul>{rows}</ul><p>The end</p>")
    wrapper = wrapture.learn_labelled([wrapture.label(page, examples={"title": "Book 2", "who": values})])
    table = wrapture.extract(page, loads(dumps(wrapper)))
    assert [len(who or ()) for who in table["who"]] == [1, 2, 3, 4] * 2
    assert set(values) < set(table["who"][2] or ())


def test_the_labels_are_a_table() -> None:
    assert labelled_table(books(3)).to_dicts()[1:] == [
        {"title": "Book 1", "author": ("Bob Ray", "Cy Young")},
        {"title": "Book 2", "author": ("Cy Young", "Di Marsh", "Ed Stone")},
    ]


def test_a_draft_to_point_at_has_one_label_for_a_list() -> None:
    page = wrapture.parse(books(12).text)
    labelled = wrapture.label(page, examples={"title": "Book 2", "author": writers(2)})
    draft, _ = draft_of(page, wrapture.learn_labelled([labelled]))
    assert draft.names == ("title", "author")
    assert [record[1] for record in draft.records] == [hull_of(record[1]) for record in labelled.records]
    assert [record[1] for record in wrapture.label(page, wrapture.learn_labelled([labelled])).records] == [
        record[1] for record in labelled.records
    ]
