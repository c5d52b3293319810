"""Runs of the papers' measurements: they resume, and code that changed is measured again."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from announcements import NAMES, announced
from paper_runs import Corpora, Step, fingerprint
from pat_trees_paper import merge_fragments

from wrapture.algo.maximal_repeats import Repeat

if TYPE_CHECKING:
    from pathlib import Path

    from paper_data import PaperFigure, PaperTable


def twice(number: int) -> int:
    if number < 0:
        raise ValueError("interrupted")
    return 2 * number


def test_every_nth_item_is_taken(tmp_path: Path) -> None:
    assert Corpora(tmp_path, step=2, workers=1).map("twice", twice, [1, 2, 3, 4, 5]) == [2, 6, 10]


def test_an_interrupted_run_keeps_what_is_done(tmp_path: Path) -> None:
    corpora = Corpora(tmp_path, kept=tmp_path / "kept", workers=1)
    with pytest.raises(ValueError, match="interrupted"):
        corpora.map("twice", twice, [1, 2, -3])
    (kept,) = (tmp_path / "kept").iterdir()
    kept.write_bytes(kept.read_bytes() + b"\x80\x04cut off")
    assert corpora.map("twice", abs, [1, 2, -3]) == [2, 4, 3]  # the first two come from the interrupted run


def measured(_: Corpora) -> dict[str, PaperTable | PaperFigure]:
    return {}


def test_steps_of_different_scripts_have_different_fingerprints() -> None:
    import fuzzy_paper

    own = fingerprint(Step("own", (), measured))
    assert own == fingerprint(Step("other", (), measured))
    assert own != fingerprint(fuzzy_paper.STEPS[0])


def test_fragments_that_take_turns_are_one_record() -> None:
    first, second, menu = Repeat(3, (10, 20, 30)), Repeat(2, (14, 24, 34)), Repeat(1, (50, 51, 52))
    assert merge_fragments([second, menu, first]) == [((10, 20, 30), 6), ((50, 51, 52), 1)]


def test_announcements_are_labelled_where_the_values_stand() -> None:
    page = announced(7)
    assert page.names == NAMES
    assert announced(7) == page
    for speaker, at, room in page.records:
        assert isinstance(speaker, tuple)
        assert isinstance(at, tuple)
        assert isinstance(room, tuple)
        assert page.text[slice(*speaker)][0].isupper()
        assert ":" in page.text[slice(*at)]
        assert page.text[slice(*room)][-1].isdigit()
