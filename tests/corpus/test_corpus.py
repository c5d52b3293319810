"""Real pages: everything is read, and what is found is not worse than it was."""

from __future__ import annotations

import importlib.util
import json
import sys
from statistics import fmean
from typing import TYPE_CHECKING, Any, Final

import pytest

import wrapture
from wrapture.api import read_candidate
from wrapture.html.page import TEXT
from wrapture.html.tokens import ALL_TAG, BLOCK_LEVEL, tokens_of
from wrapture.rows.json_file import record_objects

if TYPE_CHECKING:
    from pathlib import Path
    from types import ModuleType

    from wrapture.html.page import Page

EVERY: Final = 25  # the sample is every 25th page of the gold
LEAST_F1: Final = 0.92  # of the answer that is chosen automatically
LEAST_F1_OF_FIVE: Final = 0.94  # of the best of the first five
TOP: Final = 5


@pytest.fixture(scope="module")
def score(shared: Path) -> ModuleType:
    """The scoring script of the corpus, imported by its path."""
    spec = importlib.util.spec_from_file_location("wrapture_score", shared / "bench" / "score.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def answers(shared: Path) -> list[tuple[dict[str, Any], list[list[dict[str, object]]]]]:
    """For each page of the sample its gold and the records of the first candidates."""
    lines = (shared / "corpus" / "lists" / "gold.jsonl").read_text("utf-8").splitlines()
    found = []
    for gold in map(json.loads, lines[::EVERY]):
        page = wrapture.parse(shared / "corpus" / gold["page"])
        candidates = wrapture.discover(page)[:TOP]
        found.append((gold, [record_objects(read_candidate(page, candidate)) for candidate in candidates]))
    return found


def test_the_sample_is_no_handful(answers: list[Any]) -> None:
    assert len(answers) >= 19


def test_the_first_answer_is_good(answers: list[Any], score: ModuleType) -> None:
    figures = [score.page_f1(score.score_page(gold, found[0] if found else [])) for gold, found in answers]
    assert fmean(figures) >= LEAST_F1


def test_a_person_who_picks_gets_better_ones(answers: list[Any], score: ModuleType) -> None:
    figures = [
        max((score.page_f1(score.score_page(gold, records)) for records in found), default=0.0)
        for gold, found in answers
    ]
    assert fmean(figures) >= LEAST_F1_OF_FIVE


def check_numbering(page: Page) -> None:
    """Parents come before their children, sub-trees are contiguous, and only texts have text."""
    assert len(page.tags) == len(page.parents) == len(page.stops) == len(page.texts) == len(page)
    assert page.parents[0] == -1
    assert page.stops[0] == len(page)
    for node in range(1, len(page)):
        parent = page.parents[node]
        assert 0 <= parent < node < page.stops[node] <= page.stops[parent]
        assert parent == node - 1 or page.stops[node - 1] == node  # a first child, or right after a whole sub-tree
        assert page.tags[parent] != TEXT
        assert not page.texts[node] or page.tags[node] == TEXT
    assert 0 <= page.body.start <= page.body.stop <= len(page)


def check_tokens(page: Page) -> None:
    """Tokens stand for nodes of the body, in order and up to its end."""
    for encoding in (BLOCK_LEVEL, ALL_TAG):
        tokens = tokens_of(page, encoding)
        assert len(tokens.firsts) == len(tokens.symbols) + 1
        assert tokens.firsts == sorted(tokens.firsts)
        assert tokens.firsts[-1] == page.body.stop
        assert tokens.firsts[0] >= page.body.start


def test_every_list_page_decodes_and_parses(shared: Path) -> None:
    paths = sorted((shared / "corpus" / "lists").rglob("*.html"))
    assert len(paths) >= 498
    for path in paths:
        page = wrapture.parse(path)
        assert page.text(page.body), path
        check_numbering(page)
        check_tokens(page)
