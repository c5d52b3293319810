"""Lexicons: lists whose records hold words of a domain rank better, and nothing else changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import wrapture
from wrapture.capture.lexicon_file import read_lexicon
from wrapture.errors import SourceError
from wrapture.model import Lexicon

if TYPE_CHECKING:
    from pathlib import Path

TOWNS = "".join(
    f"<tr><td><b>{town}</b></td><td>{n} people live there, and more each year</td></tr>"
    for n, town in enumerate(["Paris", "Rome", "Oslo", "Bonn", "Bern"])
)
WINES = "".join(f"<li><i>{wine}</i>, {n} euro</li>" for n, wine in enumerate(["Merlot", "Malbec", "Shiraz"]))
PAGE = f"<table>{TOWNS}</table><ul>{WINES}</ul>"


def first(lexicon: Lexicon | None) -> str:
    page = wrapture.parse(PAGE)
    return page.texts_of(wrapture.discover(page, lexicon=lexicon)[0].records[0][0])


def test_a_list_with_terms_comes_first() -> None:
    assert first(None).startswith("Paris")
    assert first(Lexicon(("merlot", "Malbec", "SHIRAZ"))).startswith("Merlot")
    assert first(Lexicon(("oslo", "bern"))).startswith("Paris")


def test_terms_that_stand_nowhere_change_nothing() -> None:
    page = wrapture.parse(PAGE)
    assert wrapture.discover(page, lexicon=Lexicon(("zebra",))) == wrapture.discover(page)


def test_no_list_is_dropped() -> None:
    page = wrapture.parse(PAGE)
    assert len(wrapture.discover(page, lexicon=Lexicon(("merlot",)))) == len(wrapture.discover(page))


def test_a_wrapper_is_learned_from_the_preferred_list() -> None:
    wrapper = wrapture.learn(wrapture.parse(PAGE), lexicon=Lexicon(("merlot", "malbec", "shiraz")))
    assert len(wrapture.extract(wrapture.parse(PAGE), wrapper)) == 3


def test_terms_of_several_words_are_whole_words() -> None:
    lexicon = Lexicon(("Pinot Noir", "  "))
    assert lexicon.occurs_in("Red: pinot\nnoir (2019)")
    assert not lexicon.occurs_in("Pinot Gris, noir")
    assert lexicon.share(["pinot noir", "gris"]) == 0.5
    assert lexicon.share([]) == 0


def test_a_file_has_a_term_per_line(tmp_path: Path) -> None:
    path = tmp_path / "wine.txt"
    path.write_text("# reds\nMerlot\n\n  Pinot Noir \n", encoding="utf-8")
    assert read_lexicon(path).terms == ("Merlot", "Pinot Noir")


@pytest.mark.parametrize("body", [b"# nothing\n", b"", b"\xff\xfe\x00"])
def test_a_file_without_terms_is_an_error(tmp_path: Path, body: bytes) -> None:
    path = tmp_path / "wine.txt"
    path.write_bytes(body)
    with pytest.raises(SourceError, match=r"wine\.txt"):
        read_lexicon(path)
    with pytest.raises(SourceError, match="gone"):
        read_lexicon(tmp_path / "gone.txt")
