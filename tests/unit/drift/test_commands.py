"""The commands check, repair and refresh, and the versions of a library."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

import wrapture as library_calls
from tests.unit.drift import shop
from tests.unit.drift.shop import TABLE, Shop, books
from wrapture.drift.checks import overall

if TYPE_CHECKING:
    from pathlib import Path

    from tests.command import Command

CHANGED, UNCLEAR, UNCHANGED = 3, 5, 6


@pytest.fixture
def old(wrapture: Command, tmp_path: Path) -> Path:
    (tmp_path / "old.html").write_text(Shop().page(books(12)))
    (tmp_path / "new.html").write_text(Shop(shop.table_row, TABLE).page(books(15, 40)))
    (tmp_path / "blocked.html").write_text("<title>Just a moment...</title><p>Checking your browser</p></html>")
    assert wrapture("learn", tmp_path / "old.html", "-o", tmp_path / "w.json").code == 0
    return tmp_path / "w.json"


def test_the_exit_code_says_whether_the_site_has_changed(wrapture: Command, old: Path) -> None:
    codes = [wrapture("check", old, old.parent / f"{name}.html").code for name in ("old", "new", "blocked", "missing")]
    assert codes == [0, CHANGED, UNCLEAR, 1]


def test_json_has_an_object_a_page(wrapture: Command, old: Path) -> None:
    done = wrapture("check", old, old.parent / "old.html", old.parent / "new.html", "--format", "json")
    assert [(one["fits"], one["verdict"]) for one in json.loads(done.out)] == [(True, "fits"), (False, "changed")]


def test_one_bad_page_among_good_ones_is_not_enough() -> None:
    wrapper = library_calls.learn(Shop().page(books(8)))
    good = library_calls.check(Shop().page(books(8, 20)), wrapper)
    bad = library_calls.check(Shop(shop.table_row, TABLE).page(books(8, 20)), wrapper)
    assert [overall(checks) for checks in ([good, bad, good], [good, bad, bad], [bad], [])] == [
        "fits",
        "changed",
        "changed",
        "unclear",
    ]


def test_a_repair_writes_a_new_file_and_leaves_the_old_one(wrapture: Command, old: Path) -> None:
    before, new = old.read_bytes(), old.parent / "new.json"
    done = wrapture("repair", old, old.parent / "new.html", "-o", new)
    assert (done.code, old.read_bytes()) == (0, before)
    assert wrapture("check", new, old.parent / "new.html").code == 0
    assert wrapture("repair", old, old.parent / "old.html", "-o", old.parent / "none.json").code == UNCHANGED
    assert wrapture("repair", old, old.parent / "blocked.html", "-o", old.parent / "none.json").code == CHANGED
    assert not (old.parent / "none.json").exists()
    assert wrapture("repair", old, old.parent / "new.html", "-o", old, "--force").code == 2


def test_a_user_may_pair_columns(wrapture: Command, old: Path) -> None:
    new = old.parent / "new.json"
    done = wrapture("repair", old, old.parent / "new.html", "-o", new, "--map", "author=shelf", "--format", "json")
    columns = {one["name"]: one["found_as"] for one in json.loads(done.out)["columns"]}
    assert columns["author"] == "shelf"
    assert wrapture("repair", old, old.parent / "new.html", "-o", new, "--force", "--map", "nothing=x").code == 2


def test_a_file_without_samples_holds_no_values(wrapture: Command, old: Path) -> None:
    bare = old.parent / "bare.json"
    assert wrapture("learn", old.parent / "old.html", "-o", bare, "--no-samples").code == 0
    assert "Red Harbour" in old.read_text()
    assert "Red Harbour" not in bare.read_text()
    assert wrapture("repair", bare, old.parent / "new.html", "-o", old.parent / "new.json").code == 0
    assert wrapture("refresh", bare, old.parent / "old.html", "-o", old.parent / "full.json").code == 0
    assert "Red Harbour" in (old.parent / "full.json").read_text()
    assert wrapture("refresh", bare, old.parent / "new.html", "-o", old.parent / "no.json").code == CHANGED


def test_a_library_goes_back_to_an_earlier_version(old: Path) -> None:
    library = library_calls.Library(old.parent / "library")
    wrapper = library_calls.load(old)
    (name,) = library.add(wrapper)
    assert library.versions(name) == []
    repaired = library_calls.repair(wrapper, old.parent / "new.html").wrapper
    assert repaired is not None
    library.add(repaired, replace=True)
    assert len(library.versions(name)) == 1
    library.revert(name)
    assert library.load(name)[0] == wrapper
    library.revert(name)
    assert library.load(name)[0] == repaired


def test_a_library_remembers_the_checks_of_its_wrappers(wrapture: Command, old: Path) -> None:
    library = library_calls.Library(old.parent / "library")
    (name,) = library.add(library_calls.load(old))
    file = library.folder / f"{name}.json"
    assert wrapture("check", file, old.parent / "old.html").code == 0
    assert wrapture("check", file, old.parent / "new.html", old.parent / "blocked.html").code == CHANGED
    assert [one.verdict for one in library.history(name)] == ["blocked", "changed", "fits"]
    assert library.history(name)[1].misfit.startswith("no records")
    assert wrapture("check", old, old.parent / "old.html").code == 0
    assert not (old.parent / ".health.sqlite").exists()


def test_extract_says_that_a_site_may_have_changed(wrapture: Command, old: Path) -> None:
    for number in range(3):
        page = Shop(shop.table_row, TABLE).page(books(15, 20 * number))
        (old.parent / f"next-{number}.html").write_text(page)
    pages = [old.parent / f"next-{number}.html" for number in range(3)]
    said = "the site may have changed"
    assert said in wrapture("extract", *pages, "--wrapper", old, "-f", "json").err
    assert (
        said in wrapture("extract", pages[0], "--wrapper", old, "-f", "json").err
    )  # plain: the site's frame, and no records
    assert (
        said not in wrapture("extract", old.parent / "old.html", old.parent / "old.html", "-w", old, "-f", "json").err
    )
