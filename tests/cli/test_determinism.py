"""The same pages give the same bytes, whatever the seed of Python's hashes: the order of a set must not show.

Each command runs as a process of its own for each seed, since the seed is fixed when Python starts.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final

import pytest

from tests.conftest import ROOT
from wrapture.learning.learners import LEARNERS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tests.command import Command

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


def check_output(wrapture: Command, command: Sequence[str], pages: Sequence[Path]) -> None:
    """The command prints the same of each page with every seed, and it prints something."""
    first, *others = wrapture.each_started(
        [[*command, "--format", "json", *pages]], [{"PYTHONHASHSEED": s} for s in SEEDS]
    )
    assert first.code == 0, first.err
    assert len(json.loads(first.out)) == len(pages)
    for seed, other in zip(SEEDS[1:], others, strict=True):
        assert other == first, f"{' '.join(command)}: seed {seed} differs from seed {SEEDS[0]}"


def check_wrappers(wrapture: Command, pages: Sequence[Path]) -> None:
    """The file of the wrapper that each page gives is the same with every seed."""
    for seed in SEEDS:
        (wrapture.folder / seed).mkdir()
        lines: list[list[str | Path]] = [
            ["learn", "--yes", page, "-o", wrapture.folder / seed / f"{n}.json"] for n, page in enumerate(pages)
        ]
        for page, done in zip(pages, wrapture.each_started(lines, [{"PYTHONHASHSEED": seed}]), strict=True):
            assert done.code == 0, f"{page}: {done.err}"
    for n, page in enumerate(pages):
        files = {(wrapture.folder / seed / f"{n}.json").read_bytes() for seed in SEEDS}
        assert len(files) == 1, f"{page}: the wrappers of seeds {SEEDS} differ"


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_own_pages(wrapture: Command, command: list[str]) -> None:
    check_output(wrapture, command, OWN)


def test_wrappers_of_the_examples(wrapture: Command) -> None:
    check_wrappers(wrapture, EXAMPLES)


@pytest.mark.corpus
@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_real_pages(wrapture: Command, shared: Path, command: list[str]) -> None:
    check_output(wrapture, command, real_pages(shared))


@pytest.mark.corpus
def test_wrappers_of_real_pages(wrapture: Command, shared: Path) -> None:
    check_wrappers(wrapture, real_pages(shared))


@pytest.mark.corpus
def test_real_pages_are_of_all_sources(shared: Path) -> None:
    assert {path.parent.name for path in real_pages(shared)} == {
        "estuka2017",
        "juriscraper",
        "vints1",
        "vints3",
        "wien",
    }
