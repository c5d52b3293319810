"""Names that selectors can't write: the export says what it leaves out, and does not fail."""

from __future__ import annotations

from itertools import product

import pytest
from lxml import html  # type: ignore[import-untyped]  # it has no types

import wrapture
from wrapture.export import TARGETS, Target, export
from wrapture.export.cellsearch import _chain
from wrapture.export.textpieces import lowest_of, piece_paths
from wrapture.model import Capture

ODD_CLASSES = ("item", "it\x07em", "it\x01em a\x7fb")
ODD_TAGS = ("b", "b\x07c", "hea\ufffd1")


def shop(name: str, tag: str) -> bytes:
    rows = "".join(
        f'<div class="{name}"><a href="/{i}">Item {i} of many</a> text {i} <{tag}>{i} euro</{tag}> more {i}</div>'
        for i in range(6)
    )
    menu = "".join(f'<div class="{name}x"><a href=/x{i}>menu</a></div>' for i in range(3))
    return f"<body><div>{menu}</div><div>{rows}</div><div>Foot</div>".encode()


@pytest.mark.parametrize("target", TARGETS)
def test_control_characters_in_classes_and_tags(target: Target) -> None:
    for name, tag in product(ODD_CLASSES, ODD_TAGS):
        page = shop(name, tag)
        exported = export(wrapture.learn(page), [Capture("page", page)], target)
        assert exported.text.isprintable() or "\x07" not in exported.text
        lost = [one for one in exported.complaints if "column title" in one]
        assert lost == []
        assert exported.comparison.is_same or exported.complaints


@pytest.mark.parametrize("target", TARGETS)
def test_control_characters_in_names_of_attributes(target: Target) -> None:
    page = shop("item", "b").replace(b"<a href", b"<a x\x07y=1 p:q=2 href")
    exported = export(wrapture.learn(page), [Capture("page", page)], target)
    assert "\x07" not in exported.text
    assert exported.comparison.is_same or exported.complaints


def test_a_value_that_reaches_out_of_its_record_has_no_path() -> None:
    row, other = html.fromstring("<div><p>one</p></div>"), html.fromstring("<div><p>two</p></div>")
    texts = [(row[0], False), (other[0], False)]
    assert lowest_of(texts) is None
    assert piece_paths([(row, texts)]) == []
    assert _chain(texts, row) == []
