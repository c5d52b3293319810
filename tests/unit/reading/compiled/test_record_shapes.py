"""What a reader knows of shapes is bounded, and helps."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

import wrapture
from tests.conftest import NO_COMPILER, WITHOUT_C
from wrapture.html import native
from wrapture.html.lexbor import parse_page
from wrapture.reading.compiled import compile_wrapper

if not native.is_available():
    pytest.skip(WITHOUT_C if os.environ.get("WRAPTURE_NATIVE") == "0" else NO_COMPILER, allow_module_level=True)

from wrapture.reading.compiled import record_shapes
from wrapture.reading.compiled.compiled_rows import RowReader

if TYPE_CHECKING:
    from wrapture.reading.compiled import CompiledReader
    from wrapture.reading.compiled.record_shapes import KnownShapes, RowShape


def page(shapes: int, first: int = 0, times: int = 7) -> str:
    """Return a page with rows of many shapes, each a few times."""
    rows = [
        f"<tr><td><a href=/{n}>Item {n}</a><td>{n} euro<td>{'<br>x' * (n % shapes + first)}"
        for n in range(times * shapes)
    ]
    return f"<table>{''.join(rows)}</table>"


def shapes_in(reader: CompiledReader) -> KnownShapes[RowShape]:
    assert reader.native is not None
    assert isinstance(reader.native.records, RowReader)
    return reader.native.records._records.shapes


def known(text: str) -> tuple[KnownShapes[RowShape], CompiledReader]:
    reader = compile_wrapper(wrapture.learn(parse_page(page(2))))
    reader.read_text(text)
    return shapes_in(reader), reader


def count(found: KnownShapes[RowShape]) -> int:
    return len(found.shapes)


def test_a_shape_is_known_when_it_was_seen_often() -> None:
    found, _ = known(page(5))
    assert count(found) == 5
    sights = record_shapes.SIGHTS
    assert count(known(page(1, times=sights))[0]) == 1
    assert count(known(page(1, times=sights - 1))[0]) == 0


def test_shapes_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_shapes, "MOST", 6)
    found, reader = known(page(5))
    for first in range(0, 30, 5):
        text = page(5, first)
        assert len(reader.read_text(text)) == len(wrapture.extract(parse_page(text), reader.wrapper))
        assert count(found) <= 6


def test_shapes_that_are_met_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_shapes, "MOST", 4)
    found, reader = known(page(2))
    usual = set(map(id, found.shapes))
    for first in range(2, 8):
        reader.read_text(page(1, first, times=record_shapes.SIGHTS))  # known, and not met again
        reader.read_text(page(2))
    assert usual <= set(map(id, found.shapes))


def test_sights_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record_shapes, "REMEMBERED", 3)
    found, _ = known(page(9))
    assert len(found._sights) <= 3


def test_a_page_that_gives_each_row_a_shape_costs_few_matchers() -> None:
    rows = "".join(f"<tr class=r{n}><td class=c{n}><a href=/{n}>Item {n}</a><td>{n} euro" for n in range(400))
    reader = compile_wrapper(wrapture.learn(parse_page("<table>" + rows[:4000] + "</table>")))
    for _ in range(5):
        reader.read_text(f"<table>{rows}</table>")
    assert count(shapes_in(reader)) < 12
