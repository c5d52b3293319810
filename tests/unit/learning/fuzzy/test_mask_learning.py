"""Masks: learned from generated pages whose truth is known; refining is learning from all at once; any page can be read."""

from __future__ import annotations

import json
import random
from contextlib import suppress
from dataclasses import asdict
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import scaled
from wrapture.errors import LabelError, NothingFoundError
from wrapture.html.source import lex_source
from wrapture.learning.fuzzy import LabelledPage, learn_mask, refine
from wrapture.learning.fuzzy.mask_learning import KEPT_OF_VALUE, MARGIN
from wrapture.model import hull_of
from wrapture.reading.masks import MaskReader
from wrapture.reading.masks.detectors import STRONG, Detectors
from wrapture.reading.masks.excerpts import lexed_excerpts
from wrapture.reading.masks.instances import lexemes_around
from wrapture.reading.masks.lexeme_view import NEAR, Vocabulary, view_of
from wrapture.reading.masks.mask_reader import separators_of

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from wrapture.model import Labels, MaskLocator

NAMES = ("address", "title", "author", "price")
WORDS = (
    "alpha",
    "Beta",
    "gamma",
    "Delta",
    "River",
    "of",
    "the",
    "North",
    "FSM",
    "Light",
    "and",
    "Stone",
    "Paper",
    "Moon",
)
QUICK = scaled(0.25)


class Template(NamedTuple):
    """What stands around a list, around a record and around each field."""

    head: str
    record: tuple[str, str]
    fields: tuple[tuple[str, str], ...]
    tail: str


TEMPLATES = (
    Template(
        "<h1>Books</h1><ul>",
        ("<li>", "\n"),
        (("", ""), ("", "</a>"), (" by <i>", "</i>"), (", ", " euro")),
        "</ul><hr>",
    ),
    Template(
        "<table>", ("<tr>", "</tr>\n"), (("", ""), ("", "</a></td>"), ("<td>", "</td>"), ("<td>$", "</td>")), "</table>"
    ),
    Template(
        "<p>3 found:<p>", ("<dt>", "<br>\n"), (("", ""), ("<b>", "</b></a>"), ("<dd>(", ")"), (" - ", " DM")), "<h6>End"
    ),
)


def values_of(chance: random.Random) -> list[str]:
    """Return an address, a title, an author and a price."""
    words = [chance.choice(WORDS) for _ in range(chance.randint(2, 7))]
    name = f"{chance.choice(WORDS).title()} {chance.choice(WORDS).title()}"
    return [f"/b/{chance.randint(1, 999)}.html", " ".join(words), name, f"{chance.randint(1, 99)}.50"]


def draw(
    template: Template, rows: int, seed: int, *, missing: float = 0, permuted: float = 0, misspelt: float = 0
) -> LabelledPage:
    """Return a page with rows drawn through a template, and where their fields stand."""
    chance = random.Random(seed)
    text = f"<html><title>Shop {seed}</title>{template.head}"
    records: list[Labels] = []
    for _ in range(rows):
        values, order = values_of(chance), [1, 2, 3]
        places: list[tuple[int, int] | None] = [None] * 4
        text += template.record[0]
        if chance.random() < permuted:
            order = [1, 3, 2]
        dropped = chance.choice([2, 3]) if chance.random() < missing else None
        text += '<a href="'
        places[0] = (len(text), len(text) + len(values[0]))
        text += f'{values[0]}">'
        for field in order:
            if field == dropped:
                continue
            before, after = template.fields[field]
            value = values[field]
            if chance.random() < misspelt:
                value = value.swapcase() if field != 3 else value.replace(".", ",")
            text += before
            places[field] = (len(text), len(text) + len(value))
            text += value + after
        text += template.record[1]
        records.append(tuple(places))
    return LabelledPage(f"page {seed}", text + template.tail, tuple(records), NAMES)


def read(mask: MaskLocator, text: str) -> list[Labels]:
    """Return the places of the records that a mask finds."""
    return [tuple((c.start, c.end) if c else None for c in record) for record in MaskReader(mask).read(text)]


def share_found(mask: MaskLocator, pages: Sequence[LabelledPage]) -> float:
    """Return the share of the true cells that a mask finds under their own names."""
    found = truth = 0
    for page in pages:
        cells = {(n, place) for record in page.records for n, place in enumerate(record) if place}
        truth += len(cells)
        found += len(
            cells & {(n, place) for record in read(mask, page.text) for n, place in enumerate(record) if place}
        )
    return found / truth


# --- learning and refining ---


@QUICK
@given(st.sampled_from(TEMPLATES), st.lists(st.integers(1, 12), min_size=2, max_size=4), st.data())
def test_refining_is_learning_from_all_at_once(template: Template, rows: list[int], data: st.DataObject) -> None:
    pages = [draw(template, count, seed, missing=0.2, permuted=0.2) for seed, count in enumerate(rows)]
    cut = data.draw(st.integers(1, len(pages) - 1))
    assert refine(learn_mask(pages[:cut]), pages[cut:]) == learn_mask(pages)


def test_a_mask_is_plain_data() -> None:
    mask = learn_mask([draw(TEMPLATES[0], 4, 1, missing=0.5)])
    assert json.loads(json.dumps(asdict(mask)))["names"] == list(NAMES)


def test_the_inside_of_long_values_is_left_out() -> None:
    text = "<p>" + "word " * 500 + "</p>"
    (excerpt,) = learn_mask([LabelledPage("p", text, (((3, len(text) - 4),),))]).excerpts
    assert excerpt.text == "<p>" + "word " * (KEPT_OF_VALUE // 2) + " " + "word " * (KEPT_OF_VALUE // 2) + "</p>"
    assert excerpt.longest == (1000,)
    assert excerpt.zone == excerpt.records[0][0] == (3, len(excerpt.text) - 4)


def test_the_tags_inside_of_long_values_stay() -> None:
    text = "<p>" + "word " * 50 + "<b>" + "word " * 50 + "</b></p><i>x</i>"
    places = ((3, len(text) - 12), (len(text) - 5, len(text) - 4))
    (excerpt,) = learn_mask([LabelledPage("p", text, (places,))]).excerpts
    assert "<b>" in excerpt.text
    assert [excerpt.text[start:end] for start, end in filter(None, map(hull_of, excerpt.records[0]))][1] == "x"


def test_an_excerpt_begins_outside_of_tags() -> None:
    words = "/".join(["a"] * 100)
    text = f'<p>y</p><img alt="z" src="{words}">x<b>'
    (excerpt,) = learn_mask([LabelledPage("p", text, (((len(text) - 4, len(text) - 3),),))]).excerpts
    assert excerpt.text == text.removeprefix("<p>y</p>")
    assert excerpt.records == (((len(excerpt.text) - 4, len(excerpt.text) - 3),),)


@QUICK
@given(st.sampled_from(TEMPLATES), st.integers(1, 6), st.integers(0, 99))
def test_an_excerpt_has_the_values_of_its_page(template: Template, rows: int, seed: int) -> None:
    page = draw(template, rows, seed, missing=0.3)
    (excerpt,) = learn_mask([page]).excerpts
    for record, moved in zip(page.records, excerpt.records, strict=True):
        assert [place and page.text[slice(*place)] for place in map(hull_of, record)] == [
            place and excerpt.text[slice(*place)] for place in map(hull_of, moved)
        ]


def test_content_far_from_the_list_is_left_out() -> None:
    text = "<b>" * 1000 + "one" + "</b>" * 1000
    (excerpt,) = learn_mask([LabelledPage("p", text, (((3000, 3003),),))]).excerpts
    assert excerpt.text == "<b>" * MARGIN + "one" + "</b>" * MARGIN


def test_pages_must_agree_on_their_attributes() -> None:
    page = LabelledPage("a", "<b>x</b>", (((3, 4),),), ("name",))
    with pytest.raises(LabelError, match=r"b: record 1: has 2 attributes"):
        learn_mask([page, LabelledPage("b", "<b>x</b>y", (((3, 4), (8, 9)),))])
    with pytest.raises(LabelError, match=r"b: names: are title, but name on earlier pages"):
        learn_mask([page, LabelledPage("b", "<b>x</b>", (((3, 4),),), ("title",))])
    assert learn_mask([LabelledPage("b", "<b>x</b>", (((3, 4),),)), page]).names == ("name",)


def test_without_a_record_there_is_nothing_to_learn_from() -> None:
    with pytest.raises(NothingFoundError):
        learn_mask([LabelledPage("p", "<p>", ())])


# --- extraction ---


@QUICK
@given(st.sampled_from(TEMPLATES), st.integers(2, 12), st.integers(0, 99))
def test_the_training_page_s_own_records_are_found(template: Template, rows: int, seed: int) -> None:
    page = draw(template, rows, seed)
    assert read(learn_mask([page]), page.text) == list(page.records)


@pytest.mark.parametrize("template", TEMPLATES)
def test_other_pages_are_read(template: Template) -> None:
    mask = learn_mask([draw(template, 8, seed) for seed in range(3)])
    pages = [draw(template, rows, 50 + rows) for rows in (1, 2, 5, 30)]
    assert [read(mask, page.text) for page in pages] == [list(page.records) for page in pages]


@pytest.mark.parametrize("template", TEMPLATES)
@pytest.mark.parametrize("kind", ["missing", "permuted", "misspelt"])
def test_anomalies_come_out_under_their_own_names(template: Template, kind: str) -> None:
    mask = learn_mask([draw(template, 20, seed, **{kind: 0.2}) for seed in range(3)])
    assert share_found(mask, [draw(template, 20, 60 + seed, **{kind: 0.3}) for seed in range(5)]) > 0.95


@pytest.mark.parametrize("template", TEMPLATES)
def test_anomalies_that_were_never_seen_are_borne(template: Template) -> None:
    mask = learn_mask([draw(template, 20, seed) for seed in range(3)])
    assert share_found(mask, [draw(template, 20, 60 + seed, missing=0.2, misspelt=0.2) for seed in range(5)]) > 0.9


def test_a_cell_carries_its_error() -> None:
    page = draw(TEMPLATES[0], 10, 1)
    cells = [cell for record in MaskReader(learn_mask([page])).read(page.text) for cell in record if cell]
    assert all(0 <= cell.error < 0.5 and 0 < cell.confidence <= 1 for cell in cells)
    assert sum(cell.confidence > 0.9 for cell in cells) > 0.7 * len(cells)


def test_records_outside_of_the_zone_are_left_out() -> None:
    menu = (
        "".join(f'<li><a href="/m/{n}">Menu Entry</a> by <i>Us Here</i>, {n}.50 euro\n' for n in range(3)) + "<p>x" * 30
    )
    page = draw(TEMPLATES[0], 10, 1)
    shift = len(menu)
    records = tuple(
        tuple(place and (place[0] + shift, place[1] + shift) for place in map(hull_of, record))
        for record in page.records
    )
    labelled = LabelledPage("p", menu + page.text, records, NAMES)
    assert read(learn_mask([labelled]), labelled.text) == list(records)


def test_empty_values_are_found_where_they_were_labelled() -> None:
    rows = ["one", "", "two", "three", "", "four"]
    text, records = "<ul>", []
    for number, row in enumerate(rows):
        text += f"<li><b>{number}</b>: <i>"
        records.append(((len(text) - 10, len(text) - 9), (len(text), len(text) + len(row))))
        text += f"{row}</i>\n"
    page = LabelledPage("p", f"{text}</ul>", tuple(records))
    assert read(learn_mask([page]), page.text) == records


# --- hostile input ---


@pytest.mark.parametrize("text", ["", " ", "<", "no tags at all", "<!--", "\0", '<a href="'])
def test_any_page_can_be_read(text: str) -> None:
    assert isinstance(MaskReader(learn_mask([draw(TEMPLATES[0], 5, 1)])).read(text), list)


@QUICK
@given(st.text(), st.data())
def test_any_label_on_any_text_can_be_learned(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text)))
    place = (start, data.draw(st.integers(start, len(text))))
    with suppress(LabelError):  # it cuts a tag
        MaskReader(learn_mask([LabelledPage("p", text, ((place,),))])).read(text)


@pytest.mark.parametrize("place", [(12, 14), (12, 16), (0, 13)])
def test_an_attribute_whose_labels_all_cut_tags_is_refused(place: tuple[int, int]) -> None:
    text = "<b data-no='77'>x</b>"
    with pytest.raises(
        LabelError, match=r"^p: attribute 1: lies inside <b data-no='77'>: inside tags, only the values"
    ):
        learn_mask([LabelledPage("p", text, ((place,),))])


def test_one_label_that_cuts_a_tag_does_no_harm() -> None:
    text = "<b data-no='77'>x</b><b>y</b><b>z</b>"
    mask = learn_mask([LabelledPage("p", text, (((12, 14),), ((24, 25),), ((32, 33),)))])
    assert ((32, 33),) in read(mask, text)


def test_a_label_that_cuts_a_word_gets_the_whole_word() -> None:
    text = "<b>Anna</b>"
    assert read(learn_mask([LabelledPage("p", text, (((3, 5),),))]), text) == [((3, 7),)]


@pytest.mark.slow
@pytest.mark.parametrize("piece", ["<", "<li>", '<a href="/b/1.html">', "word ", "1.50", ", 1", "</a> by <i>"])
def test_a_megabyte_is_read(piece: str) -> None:
    """Hangs, or fills the memory, unless reading is linear."""
    reader = MaskReader(learn_mask([draw(TEMPLATES[0], 20, seed) for seed in range(2)]))
    text = (piece * (1_000_000 // len(piece) + 1))[:1_000_000]
    assert all(
        cell is None or 0 <= cell.start <= cell.end <= len(text) for found in reader.read(text) for cell in found
    )


# --- passing over positions ---


@QUICK
@given(st.sampled_from(TEMPLATES), st.integers(1, 5), st.integers(0, 99))
def test_no_strong_separator_is_passed_over(template: Template, pages: int, seed: int) -> None:
    anomalies = {"missing": 0.2, "permuted": 0.2, "misspelt": 0.3}
    excerpts = lexed_excerpts(learn_mask([draw(template, 6, seed + n, **anomalies) for n in range(pages)]).excerpts)
    texts, places = [excerpt.lexemes for excerpt in excerpts], list(separators_of(excerpts))
    vocabulary = Vocabulary(lexemes_around(texts, [(each, NEAR) for each in places]))
    detectors = Detectors(texts, places, NEAR, vocabulary)
    view = view_of(lex_source(draw(template, 6, seed + 50, **anomalies).text).lexemes, vocabulary)
    every = np.divmod(np.arange(len(places) * view.size), view.size)
    errors = detectors.errors(view, every[1], every[0]).reshape(len(places), view.size)
    found = detectors.strong(view)
    assert np.array_equal(np.argwhere(errors < STRONG), np.stack(found[:2], axis=1))
    assert np.allclose(errors[found.separators, found.positions], found.errors)


# --- WIEN ---


@pytest.mark.parametrize("site", ["wien-s1", "wien-s7", "wien-s13", "wien-s19"])
def test_wien_from_three_pages(shared: Path, site: str) -> None:
    root = shared / "corpus"
    rows = map(json.loads, (root / "labels" / "wien.jsonl").read_text("utf-8").splitlines())
    pages = [
        LabelledPage(
            row["page"],
            (root / row["page"]).read_bytes().decode(row["encoding"]),
            tuple(tuple(cell and tuple(cell) for cell in record) for record in row["records"]),
        )
        for row in rows
        if row["site"] == site
    ]
    assert share_found(learn_mask(pages[:3]), pages[3:]) >= 0.95
