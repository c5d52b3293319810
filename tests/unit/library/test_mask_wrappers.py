"""Wrappers that read by a mask: on the disk, in words, in a library, and broken."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import wrapture
from tests.examples import scaled
from tests.labelled import NAMES, shop
from wrapture.errors import WrapperFileError
from wrapture.html.lexbor import parse_page
from wrapture.html.page import Page
from wrapture.learning.learn_labelled import learn_labelled
from wrapture.library.describe import describe
from wrapture.library.wrapper_file import dumps, load, loads, save
from wrapture.library.wrapper_library import Library
from wrapture.model import MaskLocator

from .test_fuzz import loads_or_says_why, mutate, nodes, values

if TYPE_CHECKING:
    from pathlib import Path

WRAPPER = learn_labelled([shop(4), shop(3, 9, without_price=[10])])
DATA = json.loads(dumps(WRAPPER))


def refusal(change: Any) -> str:
    """Return what is said of a file after a change of its data."""
    data = json.loads(json.dumps(DATA))
    change(data)
    with pytest.raises(WrapperFileError) as caught:
        loads(json.dumps(data))
    return f"{caught.value.field}: {caught.value.what}"


# --- on the disk ---


def test_a_mask_survives_the_disk(tmp_path: Path) -> None:
    save(WRAPPER, tmp_path / "shop.json")
    restored = load(tmp_path / "shop.json")
    assert restored == WRAPPER
    page = parse_page(shop(5, 30).text)
    assert wrapture.extract(page, restored) == wrapture.extract(page, WRAPPER)


def test_a_file_has_labels_in_excerpts_and_no_layout() -> None:
    assert "layout" not in DATA
    assert DATA["locator"]["kind"] == "mask"
    assert DATA["locator"]["names"] == list(NAMES)
    assert [column["place"] for column in DATA["columns"]] == [{"attribute": 0}, {"attribute": 1}, {"attribute": 2}]
    excerpt = DATA["locator"]["excerpts"][1]
    assert excerpt["records"][1][2] is None
    start, end = excerpt["records"][0][1]
    assert excerpt["text"][start:end] == "A <b>Moon</b> of Paper"


def test_a_mask_in_words() -> None:
    said = describe(WRAPPER).splitlines()
    assert "It finds values by what stands around them in the source of a page, as learned from 2 pages" in said
    assert "with 7 labelled records, and puts them together to records." in said
    assert not any(line.startswith("It divides") for line in said)
    assert "  price  number  in 86 % of the records" in said


# --- in a library ---


def test_a_page_finds_its_mask_in_a_library(tmp_path: Path) -> None:
    library = Library(tmp_path / "library")
    rows = "".join(f"<tr><td>City {n}</td><td>{n} people</td></tr>" for n in range(8))
    library.add(WRAPPER, wrapture.learn(parse_page(f"<h1>Cities</h1><table>{rows}</table>"), name="cities"))
    assert [entry.kind for entry in library.entries()] == ["rows", "mask"]
    (match,) = library.match(parse_page(shop(6, 40).text))
    assert match.name == "shop-0"
    assert match.fit.value > 0.8


def test_a_rendered_page_is_not_read_by_the_masks_of_a_library(tmp_path: Path) -> None:
    library = Library(tmp_path / "library")
    library.add(WRAPPER)
    page = parse_page(shop(6).text)
    drawn = Page("drawn", page.tags, page.parents, page.stops, page.texts, page._elements, url=None)
    assert library.match(drawn) == []


# --- broken files ---


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (
            lambda data: data.update(layout={"encoding": "all-tag", "template": "", "blocks": []}),
            "layout: a mask has no",
        ),
        (lambda data: data["columns"][0].update(place={"block": 0, "part": 0}), "columns[0].place.attribute: must be"),
        (
            lambda data: data["columns"][0].update(place={"attribute": 3}),
            "columns[0].place.attribute: must be one of 0",
        ),
        (lambda data: data["columns"][0].update(place={"attribute": 0, "piece": 1}), "columns[0].place: a mask has"),
        (lambda data: data["columns"][0].update(place={}), "columns[0].place.attribute: must be one of 0 to 2"),
        (
            lambda data: data["columns"][1].update(followed_by=[{"attribute": 3}]),
            "columns[1].followed_by[0].attribute: must be one of 0 to 2",
        ),
        (
            lambda data: data["columns"][1].update(followed_by=[{"attribute": 2, "piece": 0}]),
            "columns[1].followed_by[0]: a mask has attributes alone",
        ),
        (lambda data: data["locator"].update(names=[]), "locator.names: the list should have at least 1 item"),
        (lambda data: data["locator"].update(names=["a"]), "locator.excerpts[0].longest: must have 1 numbers"),
        (lambda data: data["locator"].update(excerpts=[]), "locator.excerpts: the list should have at least 1 item"),
        (
            lambda data: data["locator"]["excerpts"][0]["records"][0].append(None),
            "locator.excerpts[0].records[0]: must have 3 places",
        ),
        (
            lambda data: data["locator"]["excerpts"][0].update(records=[[None] * 3]),
            "locator.excerpts[0].records[0]: must have a value",
        ),
        (
            lambda data: data["locator"]["excerpts"][0]["records"][1].__setitem__(2, [5, 4]),
            "locator.excerpts[0].records[1][2]: must be two places in a text of",
        ),
        (
            lambda data: data["locator"]["excerpts"][0]["records"][1].__setitem__(2, [5, 10**6]),
            "locator.excerpts[0].records[1][2]: must be two places in a text of",
        ),
        (
            lambda data: data["locator"]["excerpts"][0].update(zone=[7, 3]),
            "locator.excerpts[0].zone: must be two places",
        ),
        (lambda data: data["locator"]["excerpts"][0].update(text=5), "locator.excerpts[0].text: expected a text"),
        (lambda data: data["locator"].update(kind="masks"), "locator.kind: expected"),
    ],
)
def test_what_a_mask_must_be(change: Any, said: str) -> None:
    assert refusal(change).startswith(said)


def test_other_wrappers_have_no_attributes_and_need_a_layout() -> None:
    data = json.loads(dumps(wrapture.learn(parse_page(shop(6).text))))
    without = {key: value for key, value in data.items() if key != "layout"}
    with pytest.raises(WrapperFileError, match="layout: is missing; add it"):
        loads(json.dumps(without))
    data["columns"][0]["place"]["attribute"] = 0
    with pytest.raises(WrapperFileError, match=r"columns\[0\].place.attribute: only a mask has attributes"):
        loads(json.dumps(data))


WAYS = [way for way in nodes(DATA) if way[:1] in (("locator",), ("columns",))]
edits = st.tuples(st.sampled_from(WAYS), st.sampled_from(["set", "remove", "add"]), values)


@given(st.lists(edits, min_size=1, max_size=4))
def test_an_edited_mask_loads_and_reads_or_is_refused_in_one_line(
    changes: list[tuple[tuple[Any, ...], str, Any]],
) -> None:
    data = json.loads(json.dumps(DATA))
    for change in changes:
        mutate(data, *change)
    loads_or_says_why(json.dumps(data))


@scaled(0.5)
@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2), st.integers(0, 900), st.integers(0, 900)), max_size=6))
def test_any_places_in_an_excerpt_can_be_read_by(edits: list[tuple[int, int, int, int]]) -> None:
    data = json.loads(json.dumps(DATA))
    excerpt = data["locator"]["excerpts"][0]
    for record, attribute, one, two in edits:
        ends = sorted(min(end, len(excerpt["text"])) for end in (one, two))
        excerpt["records"][record][attribute] = ends
    wrapper = loads(json.dumps(data))
    assert isinstance(wrapper.locator, MaskLocator)
    wrapture.extract(parse_page(shop(4).text), wrapper)
