"""Wrappers whose records are rows: on the disk, in words, and broken."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import wrapture
from tests.unit.learning.test_row_integration import RICH, results
from wrapture.library.describe import describe
from wrapture.library.wrapper_file import dumps, load, loads, save
from wrapture.model import Profile, RowLocator, SiblingLocator, Wrapper
from wrapture.reading.records import find_records

from .conftest import BOOKS, texts
from .test_file_format import refusal
from .test_fuzz import loads_or_says_why, mutate, nodes, values

if TYPE_CHECKING:
    from pathlib import Path

LOCATOR = RowLocator(
    ("<li …>", "<a href>", 1, "</a>", "Rate:", 2, "</li>"),
    siblings=2,
    longest=40,
    tail=1,
    parent="<ul class=hits>",
    similarity=0.85,
)
WRAPPER = replace(BOOKS, locator=LOCATOR, learner="rows")
ROWS = {"kind": "rows", "template": ["<li>", 1, "</li>"], "siblings": 1, "longest": 9}

# --- on the disk ---


def test_a_learned_wrapper_survives_the_disk_and_reads_the_page(tmp_path: Path) -> None:
    page = results(RICH, 6)
    wrapper = wrapture.learn(page, learner="rows", names=["first", "second"])
    save(wrapper, tmp_path / "rows.json")
    restored = load(tmp_path / "rows.json")
    assert restored == wrapper
    assert isinstance(restored.locator, RowLocator)
    assert find_records(restored.locator, page) == find_records(wrapper.locator, page)
    table = wrapture.extract(page, restored)
    assert table.columns[:2] == ("first", "second")
    title, address = (table.rows[0].cells.index(cell) for cell in ("T0", "0"))
    assert [(row.cells[address], row.cells[title]) for row in table.rows] == [(str(n), f"T{n}") for n in range(6)]
    assert wrapture.fit(page, restored).value == 1.0


def test_every_field_of_the_locator_is_kept() -> None:
    assert loads(dumps(WRAPPER)) == WRAPPER
    assert json.loads(dumps(WRAPPER))["locator"] == {
        "kind": "rows",
        "template": ["<li …>", "<a href>", 1, "</a>", "Rate:", 2, "</li>"],
        "siblings": 2,
        "longest": 40,
        "tail": 1,
        "parent": "<ul class=hits>",
        "similarity": 0.85,
    }


def test_a_locator_needs_no_more_than_a_template_and_its_bounds() -> None:
    data = json.loads(dumps(WRAPPER))
    found = loads(json.dumps({**data, "locator": ROWS})).locator
    assert found == RowLocator(("<li>", 1, "</li>"), 1, 9, tail=0, parent="", similarity=0.7)


def test_a_file_without_template_and_frame_in_its_profile_loads() -> None:
    data = json.loads(dumps(WRAPPER))
    del data["profile"]["template"], data["profile"]["frame"]
    assert loads(json.dumps(data)).profile == replace(WRAPPER.profile, template=(), frame=())


row_templates = st.tuples(texts, st.lists(texts | st.integers(1, 10**9), max_size=6), texts).map(
    lambda drawn: (drawn[0], *drawn[1], drawn[2])
)
locators = st.builds(
    RowLocator,
    row_templates,
    siblings=st.integers(1, 1_000),
    longest=st.integers(1, 2_100),
    tail=st.integers(0, 1_000),
    parent=st.just("") | texts,
    similarity=st.floats(0, 1, exclude_max=True),
)
profiles = st.builds(
    lambda template, frame: replace(BOOKS.profile, template=template, frame=frame),
    st.lists(texts | st.integers(1, 10**9), max_size=6).map(tuple),
    st.lists(texts, max_size=6).map(tuple),
)


@given(locators, profiles)
def test_any_locator_and_profile_survive_the_disk(locator: RowLocator, profile: Profile) -> None:
    wrapper = replace(WRAPPER, locator=locator, profile=profile)
    text = dumps(wrapper)
    assert loads(text) == wrapper
    assert dumps(loads(text)) == text
    assert all(line.isprintable() for line in describe(wrapper).split("\n"))


def test_tokens_that_utf8_cannot_hold_are_mended() -> None:
    odd = replace(
        WRAPPER,
        locator=replace(LOCATOR, template=("<li>", "caf\udce9:"), parent="<ul class=\ud800>"),
        profile=replace(WRAPPER.profile, template=("\udce9",), frame=("caf\udce9",)),
    )
    found = loads(dumps(odd))
    assert isinstance(found.locator, RowLocator)
    assert (found.locator.template, found.locator.parent) == (("<li>", "caf�:"), "<ul class=�>")
    assert (found.profile.template, found.profile.frame) == (("�",), ("caf�",))


# --- in words ---


def finding(wrapper: Wrapper) -> list[str]:
    """Return the lines that tell how records are found."""
    lines = describe(wrapper).splitlines()
    start = next(n for n, line in enumerate(lines) if line.startswith("It finds"))
    stop = next(n for n, line in enumerate(lines) if line.startswith("It divides"))
    return lines[start:stop]


def test_a_row_template_in_words() -> None:
    assert finding(WRAPPER) == [
        "It finds rows inside <ul class=hits> that have more than 85 % of this template, in order:",
        "  <li …> <a href> … </a> Rate: … </li>",
    ]
    assert finding(replace(WRAPPER, locator=RowLocator(("<p>", 1, "</p>"), 1, 9))) == [
        "It finds rows that have more than 70 % of this template, in order:",
        "  <p> … </p>",
    ]
    assert "It was learned by rows from 2 pages:" in describe(WRAPPER)


def test_a_long_template_is_shortened() -> None:
    long = replace(LOCATOR, template=("<li>", *["<b>", "</b>"] * 100))
    said = finding(replace(WRAPPER, locator=long))[1]
    assert said == f"  <li> {'<b> </b> ' * 19}<b> … (201 tokens)"


# --- broken files ---


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        (
            {"template": [1, "<li>", "</li>"]},
            "locator.template[0]: must be a start tag or a text: a row begins with it",
        ),
        ({"template": ["<li>", 3]}, "locator.template: must have at least two tokens"),
        ({"template": []}, "locator.template: the list should have at least 2 items"),
        ({"template": ["<li>"]}, "locator.template: the list should have at least 2 items"),
        ({"template": "<li></li>"}, "locator.template: expected a list, found '<li></li>'"),
        ({"template": ["<li>"] * 1_001}, "locator.template: the list should have at most 1000 items"),
        ({"template": ["<li>", 0, "</li>"]}, "locator.template[1]"),
        ({"template": ["<li>", "", "</li>"]}, "locator.template[1]"),
        ({"template": ["<li>", 1.5, "</li>"]}, "locator.template[1]"),
        ({"template": ["<li>", True, "</li>"]}, "locator.template[1]"),
        ({"template": ["<li>", None, "</li>"]}, "locator.template[1]"),
        ({"template": ["<li>", "x" * 10_001]}, "locator.template[1]"),
        ({"siblings": 0}, "locator.siblings: expected greater than or equal to 1, found 0"),
        ({"siblings": 1_001}, "locator.siblings: expected less than or equal to 1000, found 1001"),
        ({"longest": 0}, "locator.longest: expected greater than or equal to 1, found 0"),
        ({"longest": "9"}, "locator.longest: expected a whole number, found '9'"),
        ({"tail": -1}, "locator.tail: expected greater than or equal to 0, found -1"),
        ({"parent": None}, "locator.parent: expected a text, found null"),
        ({"similarity": 1}, "locator.similarity: expected less than 1, found 1"),
        ({"similarity": -0.1}, "locator.similarity: expected greater than or equal to 0, found -0.1"),
        ({"similarity": "0.7"}, "locator.similarity: expected a number, found '0.7'"),
        ({"patterns": ["LI"]}, "locator.patterns: is not a field of a wrapper file; check its spelling or remove it"),
    ],
)
def test_what_a_row_locator_must_be(changes: dict[str, object], said: str) -> None:
    assert refusal(("locator", {**ROWS, **changes})).startswith(said)


@pytest.mark.parametrize("field", ["template", "siblings", "longest"])
def test_what_a_row_locator_must_have(field: str) -> None:
    locator = {name: value for name, value in ROWS.items() if name != field}
    assert refusal(("locator", locator)) == f"locator.{field}: is missing; add it"


@pytest.mark.parametrize(
    ("where", "value", "said"),
    [
        ("profile.template", ["<li>"] * 1_001, "profile.template: the list should have at most 1000 items"),
        ("profile.template", "x", "profile.template: expected a list, found 'x'"),
        ("profile.template", [0], "profile.template[0]"),
        ("profile.frame", [5], "profile.frame[0]: expected a text, found 5"),
        ("profile.frame", [""], "profile.frame[0]: string should have at least 1 character, found ''"),
        ("profile.frame", ["x"] * 101, "profile.frame: the list should have at most 100 items"),
    ],
)
def test_what_a_profile_must_be(where: str, value: object, said: str) -> None:
    assert refusal((where, value)).startswith(said)


GOOD = dumps(replace(WRAPPER, profile=replace(WRAPPER.profile, template=("<li>", 2, "</li>"), frame=("Home", "Help"))))
WAYS = [way for way in nodes(json.loads(GOOD)) if way[:1] in (("locator",), ("profile",))]
edits = st.tuples(st.sampled_from(WAYS), st.sampled_from(["set", "remove", "add"]), values)


@given(st.lists(edits, min_size=1, max_size=4))
def test_an_edited_locator_or_profile_loads_or_is_refused_in_one_line(
    changes: list[tuple[tuple[Any, ...], str, object]],
) -> None:
    data = json.loads(GOOD)
    for change in changes:
        mutate(data, *change)
    loads_or_says_why(json.dumps(data))


def test_the_template_of_a_profile_may_be_empty_or_begin_with_a_number() -> None:
    for template in ((), (2,), (2, "<b>")):
        wrapper = replace(WRAPPER, profile=replace(WRAPPER.profile, template=template))
        assert loads(dumps(wrapper)).profile.template == template


# --- spares ---

SPARES = (replace(LOCATOR, parent="<ul …>"), SiblingLocator(("ul",), "ul.hits", "li", "", 0.0), BOOKS.locator)


def test_spares_survive_the_disk() -> None:
    wrapper = replace(WRAPPER, spares=SPARES)
    assert loads(dumps(wrapper)) == wrapper
    assert [spare["kind"] for spare in json.loads(dumps(wrapper))["spares"]] == ["rows", "siblings", "pattern"]
    assert "spares" not in json.loads(dumps(WRAPPER))
    assert "it tries 3 spare locators." in describe(wrapper)


def test_broken_spares_are_named() -> None:
    rows, siblings, _ = json.loads(dumps(replace(WRAPPER, spares=SPARES)))["spares"]
    assert refusal(("spares", [rows, {**siblings, "path": []}])).startswith("spares[1].path: ")
    assert refusal(("spares", [rows] * 11)).startswith("spares: ")
    assert refusal(("spares", [{"kind": "mask", "names": ["a"], "excerpts": []}])).startswith("spares[0]")
