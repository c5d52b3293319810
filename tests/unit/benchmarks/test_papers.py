"""The page of the papers: its figures are those of the data files, its pictures too, and no cell is empty without a reason."""

from __future__ import annotations

import re

import pytest
from paper_claims import claims, verdict
from paper_data import DATA, NOT_AGAIN, Missing, PaperFigure, PaperTable, about, completed, load, load_table
from paper_drawing import draw
from paper_page import PAGE, page_text, pictures, unbroken

NAMES = sorted(path.stem for path in DATA.glob("*.json"))


def test_the_page_shows_the_figures_of_the_data_files() -> None:
    assert PAGE.read_text(encoding="utf-8") == page_text(), "write it again: make papers"


def test_the_pictures_are_those_of_the_data_files() -> None:
    for path, picture in pictures().items():
        assert path.read_text(encoding="utf-8") == picture, f"{path.name}: write it again: make papers"


@pytest.mark.parametrize("name", NAMES)
def test_every_data_file_is_on_the_page(name: str) -> None:
    text = PAGE.read_text(encoding="utf-8")
    found = load(name)
    if isinstance(found, PaperFigure):
        assert f"figures/{name}.svg" in text
    else:
        assert unbroken(found.markdown()) in text


@pytest.mark.parametrize("name", NAMES)
def test_no_cell_is_empty_without_a_reason(name: str) -> None:
    found = load(name)
    if isinstance(found, PaperTable):
        assert all(cell.why if isinstance(cell, Missing) else str(cell) for row in found.rows for cell in row)


def test_a_cell_without_a_reason_is_refused() -> None:
    with pytest.raises(ValueError, match="no reason"):
        PaperTable(("a", "b"), (("x", ""),))
    with pytest.raises(ValueError, match="cells"):
        PaperTable(("a", "b"), (("x",),))


def test_what_was_not_measured_again_is_as_before() -> None:
    before = PaperTable(("system", "right"), (("ours", 1.0), ("theirs", 2.0)))
    found = completed(PaperTable(before.head, (("ours", 3.0), ("theirs", NOT_AGAIN))), before)
    assert found == PaperTable(before.head, (("ours", 3.0), ("theirs", 2.0)))
    with pytest.raises(ValueError, match="was 'ours' before"):
        completed(PaperTable(before.head, (("theirs", NOT_AGAIN), ("ours", 3.0))), before)
    with pytest.raises(ValueError, match="other columns"):
        completed(PaperTable(("system", "wrong"), (("ours", NOT_AGAIN),)), before)


def test_a_table_that_was_measured_as_a_whole_may_have_other_rows() -> None:
    found = PaperTable(("page", "right"), (("new", 1.0),))
    assert completed(found, PaperTable(("page", "right"), ())) is found


def test_curves_that_were_not_measured_again_are_as_before() -> None:
    before = PaperFigure("pages", "percent", {"theirs": ((1.0, 2.0),), "ours": ((1.0, 3.0),)})
    found = completed(PaperFigure("pages", "percent", {"ours": ((1.0, 4.0),)}), before)
    assert found == PaperFigure("pages", "percent", {"theirs": ((1.0, 2.0),), "ours": ((1.0, 4.0),)})


def test_a_missing_cell_refers_to_its_reason() -> None:
    table = PaperTable(("site", "paper", "ours"), (("one", 1.5, Missing("gone")), ("two", Missing("gone"), 2)))
    assert table.markdown().endswith("[1] gone.")
    assert "| one | 1.50 | – [1] |" in table.markdown()


def test_figures_of_a_cell_stay_on_one_line() -> None:
    assert unbroken("| 1.5 / 2 | yes / no |") == "| 1.5\u00a0/\u00a02 | yes / no |"


def test_a_reference_to_a_row_that_is_not_there_is_an_error() -> None:
    with pytest.raises(KeyError):
        load_table(next(name for name in NAMES if "table" in name)).cell("no such row", "ours")


def test_a_picture_names_every_curve() -> None:
    drawn = draw(PaperFigure("pages", "percent", {f"curve {n}": ((1.0, n), (2.0, 2 * n)) for n in range(1, 8)}))
    assert re.findall(r"curve \d", drawn) == [f"curve {n}" for n in range(1, 8)]


def test_a_picture_has_room_for_every_name_and_shows_covered_curves() -> None:
    curve = ((1.0, 2.0), (2.0, 3.0))
    drawn = draw(PaperFigure("pages", "percent", {"x" * 60: curve, "short": curve, "third": curve}))
    width = re.search(r'viewBox="0 0 (\d+)', drawn)
    start = re.search(r'<text x="(\d+)" y="28"', drawn)
    assert width is not None
    assert start is not None
    assert int(width[1]) - int(start[1]) > 6 * 60
    assert re.findall(r'stroke-width="(\d+)"', drawn) == ["13", "8", "2"]


def test_each_claim_has_a_verdict() -> None:
    words = ("holds", "does not hold", "can't be tested")
    assert all(any(word in verdict(claim) for word in words) for claim in claims())
    assert all(claim.note for claim in claims() if "can't be tested" in verdict(claim))


def test_each_data_file_says_of_which_code_it_is() -> None:
    assert all({"code", "measured", "commit"} <= about(path.stem).keys() for path in DATA.glob("*.json"))
