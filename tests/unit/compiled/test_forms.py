"""What a reader knows of forms is bounded, and helps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import wrapture
from wrapture.compiled import compile_wrapper, forms
from wrapture.compiled.rows import RowReader
from wrapture.html.lexbor import parse_page

if TYPE_CHECKING:
    import pytest

    from wrapture.compiled import CompiledReader
    from wrapture.compiled.forms import Forms, RowForm


def page(shapes: int, first: int = 0, times: int = 7) -> str:
    """Return a page with rows of many shapes, each a few times."""
    rows = [
        f"<tr><td><a href=/{n}>Item {n}</a><td>{n} euro<td>{'<br>x' * (n % shapes + first)}"
        for n in range(times * shapes)
    ]
    return f"<table>{''.join(rows)}</table>"


def known(text: str) -> tuple[Forms[RowForm], CompiledReader]:
    reader = compile_wrapper(wrapture.learn(parse_page(page(2))))
    reader.read_text(text)
    rows = reader._reader
    assert isinstance(rows, RowReader)
    return rows._records.forms, reader


def count(found: Forms[RowForm]) -> int:
    return sum(map(len, found._known.values()))


def test_a_form_is_known_when_it_was_seen_often() -> None:
    found, _ = known(page(5))
    assert count(found) == 5
    sights = found.matching.sights
    assert count(known(page(1, times=sights))[0]) == 1
    assert count(known(page(1, times=sights - 1))[0]) == 0


def test_forms_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forms, "MOST", 6)
    found, reader = known(page(5))
    for first in range(0, 30, 5):
        text = page(5, first)
        assert len(reader.read_text(text)) == len(wrapture.extract(parse_page(text), reader.wrapper))
        assert count(found) <= 6


def test_forms_that_are_met_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forms, "MOST", 4)
    found, reader = known(page(2))
    usual = {id(form) for one in found._known.values() for form in one}
    for first in range(2, 8):
        reader.read_text(page(1, first, times=found.matching.sights))  # known, and not met again
        reader.read_text(page(2))
    assert usual <= {id(form) for one in found._known.values() for form in one}


def test_sights_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forms, "REMEMBERED", 3)
    found, _ = known(page(9))
    assert len(found._sights) <= 3


def test_a_page_that_gives_each_row_one_form_each_costs_few_expressions() -> None:
    rows = "".join(f"<tr class=r{n}><td class=c{n}><a href=/{n}>Item {n}</a><td>{n} euro" for n in range(400))
    reader = compile_wrapper(wrapture.learn(parse_page("<table>" + rows[:4000] + "</table>")))
    for _ in range(5):
        reader.read_text(f"<table>{rows}</table>")
    page_reader = reader._reader
    assert isinstance(page_reader, RowReader)
    assert sum(map(len, page_reader._records.forms._known.values())) < 12
