"""What a library remembers of the last pages of its wrappers: real files, which anything may happen to."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

import pytest

from tests.patience import PATIENCE_S
from wrapture.drift.checks import PageCheck
from wrapture.library import health_log
from wrapture.library.health_log import KEPT, SHOWN, VERSION
from wrapture.library.trash import TRASH
from wrapture.library.wrapper_library import HEALTH, HealthNote, Library, health_words
from wrapture.model import Fit
from wrapture.reading.fit import misfit

from .conftest import BOOKS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ROOT: Final = __file__.rsplit("/tests/", 1)[0]
GOOD: Final = Fit(0.9876, 0.98, 1.0, 12, (10, 12))
EMPTY: Final = Fit(0.0, None, 1.0, 0, (10, 12))
OTHER: Final = Fit(0.2, 0.4, 0.5, 7, (10, 12))


@pytest.fixture
def library(tmp_path: Path) -> Library:
    found = Library(tmp_path / "library")
    found.add(replace(BOOKS, name="books"), replace(BOOKS, name="films"))
    return found


def pages(library: Library, name: str = "books") -> list[str]:
    return [note.page for note in library.history(name)]


def note(words: str = "") -> HealthNote:
    return HealthNote("a.html", "2026-11-16T12:00:00Z", 1.0, 12, words)


# --- what is noted ---


def test_what_is_noted_comes_back(library: Library) -> None:
    assert library.health() == {"books": [], "films": []}
    library.note("books", "a.html", GOOD)
    library.notes([("books", "https://books.example/?q=ü", EMPTY), ("films", "b.html", OTHER)])
    found = library.health()
    assert [(one.page, one.fit, one.found, one.misfit) for one in found["books"]] == [
        ("https://books.example/?q=ü", 0.0, 0, "no records, where 10 to 12 were seen when the wrapper was learned"),
        ("a.html", 0.9876, 12, ""),
    ]
    assert [(one.page, one.misfit) for one in found["films"]] == [("b.html", misfit(OTHER))]
    moment = datetime.fromisoformat(found["books"][0].when)
    assert moment.tzinfo == UTC
    assert abs(moment - datetime.now(UTC)) < timedelta(seconds=30)
    assert found["books"][0].when.endswith("Z")


def test_the_last_pages_are_kept(library: Library) -> None:
    library.notes(("books", f"{number}.html", GOOD) for number in range(KEPT - 5))
    library.notes(("films", f"{number}.html", GOOD) for number in range(KEPT + 30))
    for number in range(10):
        library.note("books", f"late-{number}.html", GOOD)
    late = [f"late-{number}.html" for number in reversed(range(10))]
    assert pages(library) == [*late, *(f"{number}.html" for number in reversed(range(5, KEPT - 5)))]
    assert pages(library, "films") == [f"{number}.html" for number in reversed(range(30, KEPT + 30))]


def test_a_list_of_all_wrappers_shows_the_newest_of_them(library: Library) -> None:
    library.notes(("books", f"{number}.html", GOOD) for number in range(KEPT))
    assert library.health()["books"] == library.history("books")[:SHOWN]


def test_checks_are_noted_with_their_verdict(library: Library) -> None:
    good = PageCheck("a.html", "fits", ("found 7 records",), GOOD, (), 0.8)
    bad = PageCheck("b.html", "changed", ("no records", "column price is empty"), EMPTY, (), None)
    library.note("books", "before.html", GOOD)
    library.note_checks("books", [good, bad])
    found = [(one.page, one.verdict, one.misfit, one.likeness) for one in library.history("books")]
    assert found == [
        ("b.html", "changed", "no records; column price is empty", None),
        ("a.html", "fits", "", 0.8),
        ("before.html", "", "", None),
    ]


def test_a_log_of_an_older_version_is_read_and_continued(library: Library) -> None:
    with closing(sqlite3.connect(library.folder / HEALTH)) as base, base:
        base.execute(
            "CREATE TABLE note (id INTEGER PRIMARY KEY, name TEXT NOT NULL, page TEXT NOT NULL, moment INTEGER NOT NULL,"
            " fit REAL NOT NULL, found INTEGER NOT NULL, misfit TEXT NOT NULL)"
        )
        base.execute("INSERT INTO note VALUES (1, 'books', 'old.html', 1700000000, 1.0, 12, '')")
        base.execute("PRAGMA user_version = 1")
    assert pages(library) == ["old.html"]
    library.note_checks("books", [PageCheck("new.html", "columns changed", ("empty",), GOOD, (), 0.4)])
    assert [(one.page, one.verdict) for one in library.history("books")] == [
        ("new.html", "columns changed"),
        ("old.html", ""),
    ]


def test_odd_pages_and_names(library: Library) -> None:
    (name,) = library.add(replace(BOOKS, name="'; DROP TABLE note; -- ü📚"))
    library.notes(
        [(name, "caf\udce9.html", GOOD), (name, "x" * 100_000, GOOD), (name, "", GOOD), ("nobody", "a", GOOD)]
    )
    assert [page[:10] for page in pages(library, name)] == ["", "x" * 10, "caf\ufffd.html"]
    assert "nobody" not in library.health()


def test_nothing_is_noted_of_nothing(library: Library) -> None:
    library.notes([])
    assert not (library.folder / HEALTH).exists()


# --- notes follow their wrapper ---


def test_notes_follow_a_new_name(library: Library) -> None:
    library.notes([("books", "a.html", GOOD), ("films", "b.html", GOOD)])
    assert library.rename("books", "Other books") == "Other-books"
    assert library.rename("films", "films!") == "films"
    assert (pages(library, "Other-books"), pages(library, "films")) == (["a.html"], ["b.html"])


def test_notes_go_with_what_is_discarded_and_come_back(library: Library) -> None:
    library.notes([("books", "a.html", GOOD), ("films", "b.html", GOOD)])
    token = library.discard("books")
    assert library.health().keys() == {"films"}
    library.add(replace(BOOKS, name="books"))
    assert pages(library) == [], "it is another one of the same name"
    library.note("books", "new.html", GOOD)
    assert library.restore(token) == "books-2"
    assert (pages(library), pages(library, "books-2")) == (["new.html"], ["a.html"])


def test_notes_of_what_is_gone_are_forgotten(library: Library) -> None:
    library.add(replace(BOOKS, name="poems"))
    library.notes([("books", "a.html", GOOD), ("films", "b.html", GOOD), ("poems", "c.html", GOOD)])
    library.remove("poems")
    with closing(sqlite3.connect(library.folder / HEALTH)) as base:
        assert base.execute("SELECT name FROM note").fetchall() == [("books",), ("films",)]
    for name in ("books", "films"):  # by hand
        (library.folder / f"{name}.json").unlink()
    library.add(replace(BOOKS, name="books"))
    library.save(BOOKS, "films", stamp=None)
    assert library.health() == {"books": [], "films": []}


def test_notes_stay_with_a_wrapper_that_is_changed(library: Library) -> None:
    library.note("books", "a.html", GOOD)
    wrapper, stamp = library.load("books")
    library.save(replace(wrapper, learner="other"), "books", stamp=stamp)
    library.add(wrapper, replace=True)
    assert pages(library) == ["a.html"]


def test_the_bin_is_emptied_of_notes_too(library: Library) -> None:
    library.note("books", "a.html", GOOD)
    token, old = library.discard("books"), "20200101-000000-0a1b2c3d"
    (library.folder / TRASH / token).rename(library.folder / TRASH / old)
    with closing(sqlite3.connect(library.folder / HEALTH)) as base, base:
        base.execute("UPDATE note SET name = ?", (f"{TRASH}/{old}",))
    library.discard("films")
    with closing(sqlite3.connect(library.folder / HEALTH)) as base:
        assert base.execute("SELECT name FROM note").fetchall() == []


# --- in words ---


@pytest.mark.parametrize(
    ("notes", "words"),
    [
        ([], "not used yet"),
        ([note()], "fits the last page"),
        ([note()] * 3, "fits the last 3 pages"),
        ([note("no records")], "did not fit the last page: no records"),
        ([note("no records"), note("few")], "did not fit the last 2 pages: no records"),
        ([note(), note("newer"), note(), note("older"), note()], "did not fit 2 of the last 5 pages: newer"),
    ],
)
def test_health_in_words(notes: list[HealthNote], words: str) -> None:
    assert health_words(notes) == words


# --- a log that anything may happen to ---


def without_a_table(path: Path) -> None:
    with closing(sqlite3.connect(path)) as base:
        base.execute("DROP TABLE note")


def torn(path: Path) -> None:
    body = bytearray(path.read_bytes())
    body[100:] = random.Random(1).randbytes(len(body) - 100)
    path.write_bytes(body)


BREAK: Final[dict[str, Callable[[Path], object]]] = {
    "gone": lambda path: path.unlink(),
    "empty": lambda path: path.write_bytes(b""),
    "no database": lambda path: path.write_bytes(b"what is this?" * 1000),
    "half a header": lambda path: path.write_bytes(b"SQLite format 3\0" + random.Random(1).randbytes(2000)),
    "cut short": lambda path: path.write_bytes(path.read_bytes()[:4096]),
    "without a table": without_a_table,
    "torn": torn,
}


@pytest.mark.parametrize("what", BREAK)
def test_a_broken_log_begins_anew(library: Library, what: str) -> None:
    library.note("books", "before.html", GOOD)
    BREAK[what](library.folder / HEALTH)
    assert library.health() == {"books": [], "films": []}
    library.note("books", "after.html", GOOD)
    assert pages(library) == ["after.html"]


@pytest.mark.parametrize("what", BREAK)
def test_wrappers_are_changed_beside_a_broken_log(library: Library, what: str) -> None:
    library.note("books", "before.html", GOOD)
    BREAK[what](library.folder / HEALTH)
    assert library.restore(library.discard(library.rename("books", "other"))) == "other"
    assert library.health() == {"films": [], "other": []}


def test_values_that_are_none_are_not_there(library: Library) -> None:
    library.note("books", "a.html", GOOD)
    with closing(sqlite3.connect(library.folder / HEALTH)) as base, base:
        base.execute("UPDATE note SET moment = 'yesterday'")
    assert library.health() == {"books": [], "films": []}


def test_a_log_of_a_newer_version_is_left_alone(library: Library) -> None:
    library.note("books", "a.html", GOOD)
    with closing(sqlite3.connect(library.folder / HEALTH)) as base:
        base.execute(f"PRAGMA user_version = {VERSION + 1}")
    library.note("books", "b.html", GOOD)
    library.rename("books", "other")
    assert library.health() == {"films": [], "other": []}
    with closing(sqlite3.connect(library.folder / HEALTH)) as base:
        assert base.execute("SELECT name, page FROM note").fetchall() == [("books", "a.html")]


def test_a_log_that_can_not_be_written_stops_nobody(library: Library, tmp_path: Path) -> None:
    (library.folder / HEALTH).mkdir()
    library.note("books", "a.html", GOOD)
    assert library.health() == {"books": [], "films": []}
    for gone in (tmp_path / "gone", tmp_path / "nul\0"):
        Library(gone).note("books", "a.html", GOOD)
    assert not (tmp_path / "gone").exists()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="runs as root")
def test_a_log_in_a_read_only_folder_is_read(library: Library) -> None:
    library.note("books", "a.html", GOOD)
    (library.folder / HEALTH).chmod(0o444)
    library.folder.chmod(0o555)
    try:
        library.note("books", "b.html", GOOD)
        assert pages(library) == ["a.html"]
    finally:
        library.folder.chmod(0o755)


def test_another_process_is_waited_for_but_not_for_long(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    library.note("books", "a.html", GOOD)
    with closing(sqlite3.connect(library.folder / HEALTH, isolation_level=None, check_same_thread=False)) as other:
        monkeypatch.setattr(health_log, "PATIENCE_S", 60.0)
        other.execute("BEGIN EXCLUSIVE")
        timer = threading.Timer(0.2, lambda: other.execute("COMMIT"))
        timer.start()
        library.note("books", "b.html", GOOD)
        timer.join()
        assert pages(library) == ["b.html", "a.html"]
        monkeypatch.setattr(health_log, "PATIENCE_S", 0.2)
        other.execute("BEGIN EXCLUSIVE")
        library.note("books", "c.html", GOOD)
        other.execute("COMMIT")
    assert pages(library) == ["b.html", "a.html"]


def test_notes_do_not_change_the_folder(library: Library) -> None:
    library.note("books", "a.html", GOOD)
    before = library.folder.stat().st_mtime_ns
    library.note("books", "b.html", GOOD)
    library.health()
    assert library.folder.stat().st_mtime_ns == before, "else the index would look at every file again"


NOTE: Final = f"""
import sys
sys.path.insert(0, {ROOT!r})
from wrapture.model import Fit
from wrapture.library.wrapper_library import Library

for number in range({KEPT // 4}):
    Library(sys.argv[1]).note("books", f"{{sys.argv[2]}}-{{number}}.html", Fit(1.0, None, None, 1, (1, 1)))
"""


@pytest.mark.slow
def test_processes_note_at_once_without_loss(library: Library) -> None:
    running = [subprocess.Popen([sys.executable, "-c", NOTE, str(library.folder), str(me)]) for me in range(4)]
    assert [process.wait(timeout=PATIENCE_S) for process in running] == [0] * 4
    assert sorted(pages(library)) == sorted(f"{me}-{number}.html" for me in range(4) for number in range(KEPT // 4))
