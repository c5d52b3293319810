"""Sites that changed within an archive: noticed in every run, and repaired where that is allowed."""

from __future__ import annotations

import csv
import json
import zipfile
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

import wrapture as library_calls
from tests.unit.drift import shop
from tests.unit.drift.shop import TABLE, Shop, books
from wrapture.bulk import run as bulk_run
from wrapture.bulk.output import workfolder
from wrapture.bulk.repair_pass import REPAIRED

if TYPE_CHECKING:
    from pathlib import Path

    from tests.command import Command

OLD, NEW = Shop(), Shop(shop.table_row, TABLE)
PAGES, CHANGED_AT = 20, 12
ADDRESS = "https://harbour-books.test/new?page="


@pytest.fixture
def archive(tmp_path: Path) -> Path:
    """Return an archive of a shop's pages, the last of them in its new design."""
    path = tmp_path / "pages.zip"
    with zipfile.ZipFile(path, "w") as pages:
        for number in range(PAGES):
            pages.writestr(f"{number:02d}.html", page(number))
    return path


def page(number: int) -> str:
    return (OLD if number < CHANGED_AT else NEW).page(books(12, 12 * number))


@pytest.fixture
def wrapper(tmp_path: Path) -> Path:
    path = tmp_path / "books.json"
    library_calls.save(replace(library_calls.learn(page(0), name="books"), spares=()), path)
    return path


def titles(path: Path) -> list[str]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return [row["title"] for row in csv.DictReader(file)]


def report(out: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(out.with_name(f"{out.name}.report.json").read_text())
    return found


def test_a_change_is_noticed_and_nothing_repaired(wrapture: Command, archive: Path, wrapper: Path) -> None:
    out = archive.parent / "out.csv"
    done = wrapture("bulk", archive, "-w", wrapper, "-o", out, "--workers", "1")
    assert titles(out) == [book.title for number in range(CHANGED_AT) for book in books(12, 12 * number)]
    assert done.err.count("the site may have changed") == 1
    (notice,) = report(out)["drift"]
    assert (notice["wrapper"], notice["repaired"], notice["refused"]) == ("books", "", "")
    assert list(archive.parent.glob("books*.json")) == [wrapper]
    again = wrapture("bulk", archive, "-w", wrapper, "-o", out, "--workers", "1")
    assert ("already complete" in again.err, "the site may have changed" in again.err) == (True, True)


def test_pages_in_the_new_design_are_read_with_the_repaired_wrapper(
    wrapture: Command, archive: Path, wrapper: Path
) -> None:
    out, before = archive.parent / "out.csv", wrapper.read_bytes()
    done = wrapture("bulk", archive, "-w", wrapper, "-o", out, "--workers", "1", "--repair")
    assert titles(out) == [book.title for number in range(PAGES) for book in books(12, 12 * number)], done.err
    (notice,) = report(out)["drift"]
    assert notice["kept_as"] == str(wrapper.with_name("books-2.json"))
    assert notice["kept_as"] in done.err
    assert (report(out)["balanced"], report(out)["dead"]) == (True, {})
    assert wrapper.read_bytes() == before
    repaired = library_calls.load(wrapper.with_name("books-2.json"))
    assert library_calls.check(page(PAGES), repaired).verdict == "fits"


def test_a_library_gets_a_new_version(wrapture: Command, wrapper: Path, tmp_path: Path) -> None:
    library = library_calls.Library(tmp_path / "library")
    library.add(replace(library_calls.load(wrapper), addresses=(f"{ADDRESS}*",)))
    rows = [{"url": f"{ADDRESS}{number}", "html": page(number)} for number in range(PAGES)]
    source = tmp_path / "pages.jsonl"
    source.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    out = tmp_path / "out.csv"
    done = wrapture("bulk", source, "--library", library.folder, "-o", out, "--workers", "1", "--repair")
    assert len(titles(out)) == 12 * PAGES, done.err
    assert (len(library.versions("books")), "the new version of books" in done.err) == (1, True)


def test_other_pages_are_no_reason_to_repair(wrapture: Command, wrapper: Path, tmp_path: Path) -> None:
    other = replace(NEW, title="Mountain Records: vinyl", host="https://mountain-records.test")
    pages = [*(page(number) for number in range(3)), *(other.page(books(12, 12 * number)) for number in range(9))]
    source = tmp_path / "pages.jsonl"
    source.write_text("".join(f"{json.dumps({'html': one})}\n" for one in pages))
    out = tmp_path / "out.csv"
    wrapture("bulk", source, "-w", wrapper, "-o", out, "--workers", "1", "--repair")
    assert (report(out)["drift"], list(tmp_path.glob("books*.json"))) == ([], [wrapper])


def test_an_interrupted_repair_is_resumed(archive: Path, wrapper: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def order(name: str) -> library_calls.api.BulkOrder:
        return library_calls.api.order_of([archive], archive.parent / name, wrapper=wrapper, repair=True, workers=1)

    whole = bulk_run.BulkRun(order("whole.csv")).go()
    wrapper.with_name("books-2.json").unlink()
    commit, calls = workfolder.commit, list[object]()

    def interrupted(*args: object) -> None:
        calls.append(args)
        if len(calls) == 2:  # the unit that is read again
            raise KeyboardInterrupt
        commit(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(bulk_run, "commit", interrupted)
    with pytest.raises(KeyboardInterrupt):
        bulk_run.BulkRun(order("part.csv")).go()
    monkeypatch.undo()
    assert (archive.parent / "part.csv.work" / REPAIRED).is_file()
    assert not wrapper.with_name("books-2.json").exists()
    resumed = bulk_run.BulkRun(order("part.csv")).go()
    assert (resumed.resumed_units, resumed.drift) == (1, whole.drift)
    assert (archive.parent / "part.csv").read_bytes() == (archive.parent / "whole.csv").read_bytes()
