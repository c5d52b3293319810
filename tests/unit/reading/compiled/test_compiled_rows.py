"""Rows read from the parser's tree: what is around a list is not numbered to find out that it is no row."""

from __future__ import annotations

import os

import pytest

import wrapture
from tests.conftest import NO_COMPILER, WITHOUT_C
from tests.unit.reading.compiled.mutations import placeless
from wrapture.html import native
from wrapture.html.lexbor import parse_page
from wrapture.reading.compiled import compile_wrapper
from wrapture.reading.compiled.tree_pieces import TreePiece
from wrapture.reading.reader import extract_page

if not native.is_available():
    pytest.skip(WITHOUT_C if os.environ.get("WRAPTURE_NATIVE") == "0" else NO_COMPILER, allow_module_level=True)

ROWS = "".join(f"<tr><td><b>Item {n}</b></td><td>{n} euro</td><td><a href=/{n}>more</a></td></tr>" for n in range(40))
PAGE = f"<table><tr>{' <!-- --> <td> </td> ' * 30}<td><table>{ROWS}</table></table>"


def test_a_layout_around_the_list_is_not_numbered(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes: list[int] = []
    whole = TreePiece.numbered

    def noted(piece: TreePiece, base: str | None = None, most: int | None = None) -> object:
        page = whole(piece, base, most)
        sizes.append(len(page))
        return page

    reader = compile_wrapper(wrapture.learn(parse_page(f"<table>{ROWS}</table>"), learner="rows"))
    expected = placeless(extract_page(reader.wrapper, parse_page(PAGE, name="p")))
    assert len(expected) == 40
    monkeypatch.setattr(TreePiece, "numbered", noted)
    assert placeless(reader.read_text(PAGE, name="p")) == expected
    assert reader.is_compiled
    assert 0 < max(sizes) < len(parse_page(ROWS))
