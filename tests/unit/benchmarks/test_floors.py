"""Floors say what fell, only rise, and are not lowered in silence."""

from __future__ import annotations

from typing import Any

import floors
import pytest

from tests.conftest import ROOT

NOW: dict[str, dict[str, dict[str, float]]] = {
    "ALL": {"page_f1": {"limit": 90.0, "best": 90.0}, "fields": {"limit": 9.0, "best": 9.0}},
    "wien": {"perfect": {"limit": 80.0, "best": 80.0}},
}

WITHOUT_CELLS = {"vints1", "vints3", "cityscrapers", "nexteval"}  # their gold has records only


def table(**all_pages: float | None) -> dict[str, dict[str, Any]]:
    measures = {"pages": 100, "page_f1": 91.0, "perfect": 70.0, "cells": 80.0, "fields": 8.0, **all_pages}
    return {"ALL": measures, "wien": {**measures, "perfect": 80.0}}


def at(limit: float, best: float) -> dict[str, dict[str, dict[str, float]]]:
    return {"ALL": {"page_f1": {"limit": limit, "best": best}}}


# --- what fell ---


def test_nothing_fell_where_all_is_at_its_limit_or_better() -> None:
    assert floors.fallen(NOW, table(page_f1=90.0, fields=9.0)) == []


def test_what_fell_is_told_from_what_to_what() -> None:
    assert floors.fallen(NOW, table(page_f1=89.9)) == ["ALL: page F1 fell below its floor, from 90.0 to 89.9"]
    assert floors.fallen(NOW, table(fields=9.1)) == ["ALL: fields a page rose above its ceiling, from 9.0 to 9.1"]


def test_what_is_not_measured_any_more_fell() -> None:
    assert len(floors.fallen(NOW, table(page_f1=None))) == 1


# --- floors only rise ---


def test_floors_rise_to_what_is_measured_less_the_slack_and_never_sink() -> None:
    rising = floors.raised(NOW, table())
    assert rising["ALL"]["page_f1"] == {"limit": 90.5, "best": 90.5}
    assert rising["ALL"]["fields"] == {"limit": 8.5, "best": 8.5}
    assert rising["ALL"]["perfect"]["limit"] == 68.9  # a page of a hundred, and what rounding may take
    assert rising["wien"]["perfect"] == NOW["wien"]["perfect"]
    assert floors.raised(rising, table(page_f1=50.0, fields=50.0))["ALL"] == rising["ALL"]


def test_a_lowered_floor_keeps_its_best_when_it_rises_again() -> None:
    assert floors.raised(at(85.0, 95.0), table())["ALL"]["page_f1"] == {"limit": 90.5, "best": 95.0}


@pytest.mark.parametrize(
    ("now", "before"),
    [
        (at(85.0, 90.0), []),
        (at(85.0, 90.0), [at(90.0, 90.0)]),
        (at(85.0, 85.0), [at(85.0, 85.0), at(90.0, 90.0), at(80.0, 80.0)]),
    ],
    ids=["below its best", "since the last commit", "with its best, in an older commit"],
)
def test_a_lowered_floor_asks_for_a_line_in_the_changelog(now: Any, before: Any) -> None:
    words = "Floor lowered: ALL, page F1, from 90.0 to 85.0"
    assert floors.untold(now, before, "") == [words]
    assert floors.untold(now, before, "Floor lowered: ALL, page F1, from 90.0 to 86.0: as I like it") == [words]
    assert floors.untold(now, before, f"- {words}: the gold of a page was wrong.") == []


def test_a_lowered_floor_that_rose_a_little_asks_for_no_more() -> None:
    changelog = "Floor lowered: ALL, page F1, from 90.0 to 85.0: the gold of a page was wrong."
    assert floors.untold(at(87.0, 90.0), [at(85.0, 90.0)], changelog) == []


def test_a_floor_that_is_gone_asks_for_one_too() -> None:
    words = "Floor lowered: ALL, page F1, from 90.0 to nothing"
    assert floors.untold({}, [at(90.0, 90.0)], "") == [words]
    assert floors.untold({}, [at(90.0, 90.0)], words) == []


def test_a_raised_ceiling_is_a_lowered_floor() -> None:
    now = {"ALL": {"fields": {"limit": 12.0, "best": 9.0}}}
    assert floors.untold(now, [], "") == ["Floor lowered: ALL, fields a page, from 9.0 to 12.0"]


def test_a_raised_floor_asks_for_nothing() -> None:
    assert floors.untold(at(91.0, 91.0), [at(90.0, 90.0)], "") == []


def test_every_lowered_floor_is_in_the_changelog() -> None:
    changelog = " ".join((ROOT / "CHANGELOG.md").read_text(encoding="utf-8").split())
    lacking = floors.untold(floors.load_floors(), floors.committed(), changelog)
    assert not lacking, "CHANGELOG.md must say why, after each of: " + "; ".join(lacking)


def test_no_source_and_no_measure_is_left_out() -> None:
    known = floors.load_floors()
    older = {"ALL", "estuka2017", "juriscraper", "vints1", "vints3", "wien"}
    assert set(known) == older | {"modern", "bananalyzer", "cityscrapers", "fixtures", "nexteval"}
    for source, limits in known.items():
        assert set(limits) == set(floors.MEASURES) - ({"cells"} if source in WITHOUT_CELLS else set())


# --- the sample ---


def test_the_sample_is_every_fifth_page_and_more_of_a_small_source() -> None:
    rows = [{"source": "large", "page": n} for n in range(100)] + [{"source": "small", "page": n} for n in range(25)]
    chosen = floors.sample(rows)
    assert [row["page"] for row in chosen if row["source"] == "large"] == list(range(0, 100, 5))
    assert [row["page"] for row in chosen if row["source"] == "small"] == list(range(0, 25, 2))
