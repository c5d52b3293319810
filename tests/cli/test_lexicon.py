"""``--lexicon``: words of the domain choose the list; errors name the file or the option."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.command import Command

TOWNS = "".join(
    f"<tr><td><b>{town}</b></td><td>{n}00 people live there, more each year</td></tr>"
    for n, town in enumerate(["Paris", "Rome", "Oslo", "Bonn", "Bern"], 1)
)
WINES = "".join(f"<li><i>{wine}</i>, {n} euro</li>" for n, wine in enumerate(["Merlot", "Malbec", "Shiraz"], 5))


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "page.html"
    path.write_text(f"<table>{TOWNS}</table><ul>{WINES}</ul>", encoding="utf-8")
    (tmp_path / "wine.txt").write_text("# reds\nmerlot\nMalbec\nshiraz\n", encoding="utf-8")
    return path


def first(out: str) -> str:
    found = json.loads(out)[0]
    records = found["records"] if "records" in found else found["candidates"][0]["records"]
    return str(records[0]["text"])


@pytest.mark.parametrize("command", ["extract", "discover"])
def test_a_lexicon_chooses_the_list(wrapture: Command, page: Path, command: str) -> None:
    assert first(wrapture(command, page.name, "-f", "json").out).startswith("Paris")
    assert first(wrapture(command, page.name, "-f", "json", "--lexicon", "wine.txt").out).startswith("Merlot")


def test_a_wrapper_is_learned_from_the_list_that_a_lexicon_chooses(wrapture: Command, page: Path) -> None:
    wrapture("learn", page.name, "-o", "wine.json", "--lexicon", "wine.txt")
    assert first(wrapture("extract", page.name, "--wrapper", "wine.json", "-f", "json").out).startswith("Merlot")


def test_a_lexicon_without_terms_is_an_error(wrapture: Command, page: Path) -> None:
    (page.parent / "empty.txt").write_text("# nothing\n", encoding="utf-8")
    done = wrapture("extract", page.name, "--lexicon", "empty.txt")
    assert done.code == 1
    assert "empty.txt: the lexicon has no terms; write one per line" in done.err


def test_a_wrapper_needs_no_lexicon(wrapture: Command, page: Path) -> None:
    wrapture("learn", page.name, "-o", "towns.json")
    done = wrapture("extract", page.name, "--wrapper", "towns.json", "--lexicon", "wine.txt")
    assert done.code == 2
    assert "--lexicon" in done.err
