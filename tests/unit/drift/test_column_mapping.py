"""Which new column is which old one, on columns made of values."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from wrapture.drift.column_mapping import SAME_LABEL, ColumnPair, map_columns, shared_columns
from wrapture.library.profile import with_profile
from wrapture.model import Column
from wrapture.values.value_type import ValueType

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.model.layout import Kind

CASES = ["People v Watson", "Matter of Dharam v Surita", "Wells v Hodgkins", "Doe v Roe", "Smith v Abel and Sons"]
OTHERS = ["People v Holt", "Brook v Northern Harbour", "Matter of Ngata", "Kerr v Sorensen", "Lee v Abel"]
FILES = ["Watson.pdf", "Dharam.pdf", "Wells.pdf", "Doe.pdf", "Smith.pdf"]


def column(name: str, values: Sequence[str], place: tuple[int, ...] = (0, 0), kind: Kind = "text") -> Column:
    return with_profile(Column(name, kind, place), values, name)


def names(old: Sequence[Column], new: Sequence[Column]) -> dict[str, str]:
    return {old[pair.old].name: new[pair.new].name for pair in map_columns(old, new)}


def test_values_decide_and_not_names() -> None:
    old = [column("title", CASES), column("docket", [f"24-{n}17" for n in range(5)])]
    new = [column("docket", OTHERS), column("title", [f"25-{n}18" for n in range(5)])]
    assert names(old, new) == {"title": "docket", "docket": "title"}


def test_a_link_is_that_of_the_same_text() -> None:
    old = [column("case", CASES, (0, 1)), column("case_link", [f"/old/{n}/a.pdf" for n in FILES], (0, 0), "link")]
    new = [
        column("more_link", [f"/2026/show?id={n}" for n in range(5)], (2, 0), "link"),
        column("name", OTHERS, (1, 1)),
        column("name_link", [f"/2026/show?no={n}" for n in range(5)], (1, 0), "link"),
    ]
    alone = [replace(one, place=(3, 0)) for one in old]
    assert names(old, new).get("case_link", "name_link") == "name_link"
    assert {pair.score for pair in map_columns(old, new)} >= {pair.score for pair in map_columns(alone, new)}


def test_the_only_date_is_the_only_date() -> None:
    date = ValueType("date", order="mdy"), ValueType("date")
    old = [replace(column("date", [f"0{n}/20/2017" for n in range(1, 6)]), type=date[0])]
    new = [replace(column("issued", [f"January {n}, 2023" for n in range(1, 6)]), type=date[1])]
    assert names(old, new) == {"date": "issued"}


def test_a_word_of_all_values_may_become_the_label() -> None:
    old = [column("text", ["Smith County", "Hamilton County", "Knox County", "Shelby County", "Obion County"])]
    towns = ["Davidson", "Shelby", "Rutherford", "Knox", "Sumner"]
    (found,), (other,) = (map_columns(old, [column(name, towns)]) for name in ("county", "status"))
    assert round(found.score - other.score, 3) == SAME_LABEL


def test_a_hidden_part_shares_the_column_of_its_whole() -> None:
    whole = column("opinion", [f"ARMY 2017058{n} - {case}" for n, case in enumerate(CASES)])
    part = replace(column("opinion_2", CASES), hidden="part of opinion")
    number = replace(column("opinion_part", [f"ARMY 2017058{n}" for n in range(5)]), hidden="part of opinion")
    old, new = [whole, part, number], [column("subject", OTHERS)]
    assert [(pair.old, pair.new) for pair in shared_columns(old, new, [ColumnPair(0, 0, 0.4)])] == [(1, 0)]


def test_a_hidden_whole_with_a_constant_text_shares_the_column_of_its_part() -> None:
    part = column("slip", [f"2026 NYSlipOp 0101{n}" for n in range(5)])
    whole = replace(
        column("text", [f"2026 NYSlipOp 0101{n} (opens in a new window)" for n in range(5)]), hidden="joins slip"
    )
    other = replace(
        column("judge", ["Ann Lee", "Jon Kerr", "Ida Brook", "Mia Holt", "Ruth Abel"]), hidden="not displayed"
    )
    old, new = [part, whole, other], [column("no", [f"2024 NYSlipOp 0435{n}" for n in range(5)])]
    assert [pair.old for pair in shared_columns(old, new, map_columns(old, new))] == [1]


def test_a_hidden_whole_whose_values_are_cut_off_shares_the_column_that_is_more_like_it() -> None:
    notes = [" ".join([case] * 12) for case in CASES]
    part = column("note", ["", "", "", "", "See the order below"])
    whole = replace(column("summary", [f"{note} {note}" for note in notes]), hidden="joins head and note")
    new = [column("note", [f"{other} " * 24 for other in OTHERS])]
    assert [pair.old for pair in shared_columns([part, whole], new, [ColumnPair(0, 0, 0.5)])] == [1]
    other = replace(whole, hidden="not displayed")
    assert shared_columns([part, other], new, [ColumnPair(0, 0, 0.5)]) == []
