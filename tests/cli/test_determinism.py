"""The same pages give the same bytes, whatever the seed of Python's hashes: the order of a set must not show.

One process for each seed runs all commands, since the seed is fixed when Python starts.
"""

from __future__ import annotations

import json
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Final

import pytest

from tests.command import Command, Done
from tests.conftest import ROOT
from wrapture.learning.learners import LEARNERS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

SEEDS: Final = ("0", "1", "4242")
EXAMPLES: Final = sorted((ROOT / "examples").glob("*.html"))
OWN: Final = [*EXAMPLES, *sorted((ROOT / "tests" / "pages").glob("*/page.html"))]
COMMANDS: Final = [
    ["extract"],
    ["discover"],
    *(["discover", "--learner", learner] for learner in LEARNERS),
    ["discover", "--sections"],
]
PAGES: Final = 10  # of the corpus


def real_pages(shared: Path) -> list[Path]:
    """Return ten pages of the corpus, as far apart in the gold as they can be: all sources are among them."""
    lines = (shared / "corpus" / "lists" / "gold.jsonl").read_text("utf-8").splitlines()
    return [shared / "corpus" / json.loads(line)["page"] for line in lines[:: len(lines) // PAGES][:PAGES]]


def runs_of(pages: Sequence[Path]) -> list[list[str | Path]]:
    """Return the commands whose output must be the same: every reading of the pages, and the learning of each."""
    reading: list[list[str | Path]] = [[*command, "--format", "json", *pages] for command in COMMANDS]
    return reading + [["learn", "--yes", page, "-o", f"{n}.json"] for n, page in enumerate(pages)]


def check(folder: Path, pages: Sequence[Path]) -> None:
    """Every command prints the same, and learns the same wrappers, with every seed; all succeed and print something."""

    def with_seed(seed: str) -> tuple[list[Done], list[bytes]]:
        own = folder / seed
        own.mkdir()
        done = Command(own).in_turn(runs, {"PYTHONHASHSEED": seed})
        return done, [(own / f"{n}.json").read_bytes() for n in range(len(pages))]

    runs = runs_of(pages)
    with ThreadPoolExecutor(len(SEEDS)) as pool:
        (first, wrappers), *others = pool.map(with_seed, SEEDS)
    for run, done in zip(runs, first, strict=True):
        assert done.code == 0, f"{run}: {done.err}"
    for done in first[: len(COMMANDS)]:
        assert len(json.loads(done.out)) == len(pages)
    for seed, (outputs, files) in zip(SEEDS[1:], others, strict=True):
        for run, one, other in zip(runs, first, outputs, strict=True):
            assert other == one, f"{run}: seed {seed} differs from seed {SEEDS[0]}"
        for page, file, other_file in zip(pages, wrappers, files, strict=True):
            assert other_file == file, f"{page}: the wrapper with seed {seed} differs from that with seed {SEEDS[0]}"


def test_own_pages(tmp_path: Path) -> None:
    check(tmp_path, OWN)


@pytest.mark.corpus
def test_real_pages(tmp_path: Path, shared: Path) -> None:
    check(tmp_path, real_pages(shared))


@pytest.mark.corpus
def test_real_pages_are_of_all_sources(shared: Path) -> None:
    assert {path.parent.name for path in real_pages(shared)} == {
        "estuka2017",
        "juriscraper",
        "vints1",
        "vints3",
        "wien",
    }
