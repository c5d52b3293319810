"""The wrapper library: real files, real processes, and an index that anything may happen to."""

from __future__ import annotations

import os
import random
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import pytest

from tests.patience import PATIENCE_S
from wrapture import api
from wrapture.errors import LibraryError, OutputError, WrapperFileError
from wrapture.html.lexbor import parse_page
from wrapture.library.shingle_index import VERSION
from wrapture.library.wrapper_file import load, save
from wrapture.library.wrapper_library import INDEX, TRIED, Library, LibraryMatch
from wrapture.model import RowLocator, Wrapper
from wrapture.reading.fit import accepts, fit_of
from wrapture.reading.records import find_records

from .conftest import BOOKS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from wrapture.html.page import Page

ROOT: Final = __file__.rsplit("/tests/", 1)[0]
WORDS: Final = (
    "amber",
    "birch",
    "cedar",
    "dune",
    "elder",
    "fjord",
    "grove",
    "heath",
    "inlet",
    "juniper",
    "kelp",
    "lagoon",
)


def site(number: int, page: int = 1, rows: int = 6, url: str | None = None) -> Page:
    """Return a page of one of many sites, each with its own classes, labels, cells and menu."""
    rng = random.Random(number)
    one, two, three = (f"{rng.choice(WORDS)}-{rng.randrange(100)}" for _ in range(3))
    extra = f"<i class={three}>in stock</i>" * rng.randrange(2) + "<br>" * rng.randrange(2)
    items = "".join(
        f"<li class={one}><a href=/{page}/{n}>Item {page} {n}</a>{extra}<p class={two}>{three}: {n * page}.50</p></li>"
        for n in range(rows)
    )
    menu = "".join(f"<p><a href=/{word}>{word} {one}</a></p>" for word in rng.sample(WORDS, 8))
    return parse_page(f"<div>{menu}</div><h1>{two}</h1><ul>{items}</ul>", name=f"{number}-{page}.html", url=url)


def learned(number: int, learner: str = "rows") -> Wrapper:
    return api.learn(site(number), learner=learner, name=f"site {number}")


@pytest.fixture(scope="module")
def wrappers() -> list[Wrapper]:
    return [learned(number) for number in range(40)]


@pytest.fixture
def library(tmp_path: Path) -> Library:
    return Library(tmp_path / "library")


def names(matches: list[LibraryMatch]) -> list[str]:
    return [match.name for match in matches]


def listed(library: Library) -> list[str]:
    return [entry.name for entry in library.entries()]


def settle(library: Library) -> None:
    """Make as if the folder had been left alone for an hour, and let the index notice."""
    past = time.time() - 3600
    os.utime(library.folder, (past, past))
    library.match(site(0))


# --- what goes in and comes out ---


def test_a_page_finds_its_wrapper_among_many(library: Library, wrappers: list[Wrapper]) -> None:
    assert library.add(*wrappers) == [f"site-{number}" for number in range(40)]
    for number in range(40):
        (best, *_) = library.match(site(number, page=2))
        assert (best.name, best.wrapper, best.by_address) == (f"site-{number}", wrappers[number], False)
        assert best.fit == fit_of(best.wrapper, site(number, 2), find_records(best.wrapper.locator, site(number, 2)))
        assert accepts(best.fit)


@pytest.mark.parametrize("learner", ["repeats", "rows", "visual"])
def test_wrappers_of_every_kind_are_found(library: Library, wrappers: list[Wrapper], learner: str) -> None:
    library.add(*wrappers[:8], learned(30, learner))
    assert names(library.match(site(30, page=2))) == ["site-30"]
    kind = {entry.name: entry.kind for entry in library.entries()}["site-30"]
    assert kind == {"repeats": "pattern", "rows": "rows", "visual": "forest"}[learner]


def test_a_page_of_another_site_fits_none(library: Library, wrappers: list[Wrapper]) -> None:
    library.add(*wrappers[:20])
    assert library.match(site(30)) == []
    assert library.match(parse_page("<p>Not a list")) == []
    assert library.match(parse_page("")) == []


def test_a_taken_name_gets_a_number_or_is_replaced(library: Library, wrappers: list[Wrapper]) -> None:
    one, two, three = (replace(wrapper, name="Shop: new & old") for wrapper in wrappers[:3])
    assert library.add(one, two) == ["Shop-new-old", "Shop-new-old-2"]
    assert library.add(three) == ["Shop-new-old-3"]
    assert library.add(three, replace=True) == ["Shop-new-old"]
    assert load(library.folder / "Shop-new-old.json") == three
    assert load(library.folder / "Shop-new-old-2.json") == two
    assert names(library.match(site(0, 2))) == []
    assert names(library.match(site(2, 2))) == ["Shop-new-old", "Shop-new-old-3"]


def test_wrappers_are_removed(library: Library, wrappers: list[Wrapper]) -> None:
    library.add(*wrappers[:3])
    outside = library.folder.parent / "outside.json"
    save(wrappers[0], outside)
    for gone in ("site-9", "../outside", ".index", ""):
        with pytest.raises(LibraryError, match="no wrapper"):
            library.remove("site-0", gone)
    assert listed(library) == ["site-0", "site-1", "site-2"]
    library.remove("site-0", "site-2")
    assert (listed(library), outside.exists()) == (["site-1"], True)
    assert names(library.match(site(0, 2))) == []


def test_what_is_listed(library: Library) -> None:
    library.add(BOOKS)
    (entry,) = library.entries()
    assert (entry.name, entry.kind, entry.columns, entry.records) == ("books", "pattern", 5, (20, 25))
    assert (entry.addresses, entry.error) == (("https://books.example/search*",), "")


def test_there_is_no_library(tmp_path: Path, wrappers: list[Wrapper]) -> None:
    gone = Library(tmp_path / "gone")
    works: list[Callable[[], object]] = [gone.entries, lambda: gone.match(site(0)), lambda: gone.remove("a")]
    for work in works:
        with pytest.raises(LibraryError, match="gone: no such folder; `wrapture library add` creates one"):
            work()
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match="is a file, not a folder"):
        Library(tmp_path / "file").add(wrappers[0])


def test_a_wrapper_that_is_none_is_refused(library: Library) -> None:
    with pytest.raises(WrapperFileError, match=r"library/wrapper\.json: name: "):
        library.add(replace(BOOKS, name=" "))
    assert [path.name for path in library.folder.iterdir()] == []


# --- which one is best ---


def test_the_address_decides_among_wrappers_that_fit(library: Library, wrappers: list[Wrapper]) -> None:
    url = "https://shop.example/list?page=2"
    plain, at_host, at_page, elsewhere = (
        replace(wrappers[0], name=name, addresses=addresses)
        for name, addresses in {
            "a": (),
            "b": ("https://*.example/*",),
            "c": ("http://Shop.example/list*",),
            "d": ("https://other.example/*",),
        }.items()
    )
    library.add(plain, at_host, at_page, elsewhere)
    found = library.match(site(0, 2, url=url))
    assert [(match.name, match.by_address) for match in found] == [("b", True), ("c", True), ("a", False), ("d", False)]
    assert not library.match(site(1, 2, url=url)), "the address alone is not enough"
    assert names(library.match(site(0, 2, url="https://\ud800/"))) == ["a", "b", "c", "d"]


def test_the_longer_template_wins(library: Library) -> None:
    page = site(0, 2)
    whole = api.learn(site(0), learner="rows", name="whole")
    assert isinstance(whole.locator, RowLocator)
    template = tuple(token for token in whole.locator.template if isinstance(token, str) and "p" not in token)
    part = replace(
        whole,
        name="part",
        locator=replace(whole.locator, template=template),
        profile=replace(whole.profile, template=template),
    )
    library.add(part, whole)
    found = library.match(page)
    assert names(found)[0] == "whole"
    assert found == sorted(found, key=lambda match: -match.explained)


def test_a_page_with_one_record_is_known_by_its_frame(library: Library, wrappers: list[Wrapper]) -> None:
    library.add(*wrappers[:10], learned(20, "repeats"))
    assert names(library.match(site(20, 2, rows=1))) == ["site-20"]


def test_a_wrapper_without_a_template_is_found_by_its_address(library: Library) -> None:
    wrapper = learned(0, "repeats")
    bare = replace(
        wrapper, profile=replace(wrapper.profile, template=(), frame=()), addresses=("https://shop.example/*",)
    )
    library.add(bare)
    assert library.match(site(0, 2)) == []
    assert names(library.match(site(0, 2, url="https://shop.example/?page=2"))) == ["site-0"]


def test_a_hundred_wrappers_alike_are_not_all_tried(library: Library, wrappers: list[Wrapper]) -> None:
    library.add(*[replace(wrappers[0], name=f"copy-{number:03}") for number in range(100)])
    assert 0 < len(library.match(site(0, 2))) <= TRIED


def test_the_index_finds_what_running_every_wrapper_finds(library: Library, wrappers: list[Wrapper]) -> None:
    library.add(*wrappers)
    for number in range(0, 60, 3):
        page = site(number, 2, rows=4)
        tried = [(wrapper, fit_of(wrapper, page, find_records(wrapper.locator, page))) for wrapper in wrappers]
        fitting = [
            LibraryMatch(wrapper.name.replace(" ", "-"), wrapper, fit, by_address=False)
            for wrapper, fit in tried
            if accepts(fit)
        ]
        best = sorted(fitting, key=lambda match: (-match.explained, match.name))[:1]
        assert library.match(page)[:1] == best


# --- an index that anything may happen to ---


def older(path: Path) -> None:
    with closing(sqlite3.connect(path)) as base:
        base.executescript(f"DROP TABLE posting; CREATE TABLE posting (a); PRAGMA user_version = {VERSION + 1}")


def without_a_table(path: Path) -> None:
    with closing(sqlite3.connect(path)) as base:
        base.execute("DROP TABLE posting")


def without_rows(path: Path) -> None:
    with closing(sqlite3.connect(path)) as base:
        base.executescript("DELETE FROM wrapper; DELETE FROM posting; DELETE FROM folder")


def torn(path: Path) -> None:
    body = bytearray(path.read_bytes())
    body[len(body) // 3 : len(body) // 2] = random.Random(1).randbytes(len(body) // 2 - len(body) // 3)
    path.write_bytes(body)


BREAK: Final[dict[str, Callable[[Path], object]]] = {
    "gone": lambda path: path.unlink(),
    "empty": lambda path: path.write_bytes(b""),
    "no database": lambda path: path.write_bytes(b"what is this?" * 1000),
    "half a header": lambda path: path.write_bytes(b"SQLite format 3\0" + random.Random(1).randbytes(2000)),
    "cut short": lambda path: path.write_bytes(path.read_bytes()[: 3 * 4096]),
    "another version": older,
    "without a table": without_a_table,
    "without rows": without_rows,
    "torn": torn,
}


@pytest.mark.parametrize("what", BREAK)
def test_the_index_is_made_again_from_the_files(library: Library, wrappers: list[Wrapper], what: str) -> None:
    library.add(*wrappers[:12])
    before = library.match(site(5, 2))
    assert names(before) == ["site-5"]
    BREAK[what](library.folder / INDEX)
    assert listed(library) == sorted(f"site-{number}" for number in range(12))
    assert library.match(site(5, 2)) == before
    assert library.add(wrappers[20]) == ["site-20"]
    assert names(library.match(site(20, 2))) == ["site-20"]


def test_an_index_made_again_answers_the_same(library: Library, wrappers: list[Wrapper]) -> None:
    for wrapper in (wrappers[7], wrappers[3], *[replace(wrappers[3], name=f"copy {number}") for number in range(60)]):
        library.add(wrapper)
    before = names(library.match(site(3, 2)))
    (library.folder / INDEX).unlink()
    assert names(library.match(site(3, 2))) == before


def test_another_process_is_waited_for(library: Library, wrappers: list[Wrapper]) -> None:
    library.add(wrappers[0])
    with closing(sqlite3.connect(library.folder / INDEX, isolation_level=None, check_same_thread=False)) as other:
        other.execute("BEGIN EXCLUSIVE")
        timer = threading.Timer(0.3, lambda: other.execute("COMMIT"))
        timer.start()
        assert names(library.match(site(0, 2))) == ["site-0"]
        timer.join()


# --- files that come and go ---


@pytest.mark.parametrize("settled", [False, True], ids=["at once", "after a while"])
def test_files_are_noticed_whoever_puts_them_there(library: Library, wrappers: list[Wrapper], settled: bool) -> None:
    library.add(wrappers[0])
    if settled:
        settle(library)
    save(wrappers[1], library.folder / "by hand.json")
    assert names(library.match(site(1, 2))) == ["by hand"]
    if settled:
        settle(library)
    save(wrappers[2], library.folder / "by hand.json", force=True)
    assert names(library.match(site(1, 2))) == []
    assert names(library.match(site(2, 2))) == ["by hand"]
    if settled:
        settle(library)
    (library.folder / "by hand.json").rename(library.folder / "moved.json")
    assert names(library.match(site(2, 2))) == ["moved"]
    (library.folder / "moved.json").unlink()
    assert (names(library.match(site(2, 2))), listed(library)) == ([], ["site-0"])


def test_a_file_changed_in_place_is_noticed_when_it_is_tried(library: Library, wrappers: list[Wrapper]) -> None:
    library.add(wrappers[0])
    settle(library)
    path = library.folder / "site-0.json"
    before = library.folder.stat().st_mtime_ns
    path.write_text(path.read_text().replace('"name": "site 0"', '"name": "changed"'))
    assert library.folder.stat().st_mtime_ns == before
    (found,) = library.match(site(0, 2))
    assert found.wrapper.name == "changed"
    save(wrappers[1], library.folder / "other.json")
    path.write_bytes((library.folder / "other.json").read_bytes())
    (library.folder / "other.json").unlink()
    settle(library)
    assert names(library.match(site(0, 2))) == []
    assert names(library.match(site(1, 2))) == ["site-0"]
    path.write_text("{")
    assert library.match(site(1, 2)) == []
    assert library.entries()[0].error.startswith("line 1, column 2: not JSON")


def test_what_is_no_wrapper_is_reported_and_stops_nobody(library: Library, wrappers: list[Wrapper]) -> None:
    library.add(wrappers[0])
    (library.folder / "broken.json").write_text('{"format": "wrapture", "version": 99}')
    (library.folder / "binary.json").write_bytes(b"\xff\xfe\0")
    (library.folder / "notes.txt").write_text("not looked at")
    (library.folder / ".hidden.json").write_text("nor this")
    (library.folder / "folder.json").mkdir()
    (library.folder / "nowhere.json").symlink_to("gone")
    os.mkfifo(library.folder / "pipe.json")
    (library.folder / os.fsdecode(b"caf\xe9.json")).write_text("{}")
    errors = {entry.name: entry.error for entry in library.entries()}
    assert sorted(errors) == ["binary", "broken", "site-0"]
    assert "not UTF-8" in errors["binary"]
    assert errors["broken"].startswith("version: written by a newer Wrapture")
    assert names(library.match(site(0, 2))) == ["site-0"]
    save(wrappers[1], library.folder / "broken.json", force=True)
    assert names(library.match(site(1, 2))) == ["broken"]
    library.remove("binary")
    assert [entry.error for entry in library.entries()] == ["", ""]


# --- several processes ---

ADD: Final = f"""
import sys
sys.path.insert(0, {ROOT!r})
from dataclasses import replace
from wrapture.library.wrapper_file import load
from wrapture.library.wrapper_library import Library

folder, source, count, *wanted = sys.argv[1:]
wrapper = load(source)
print("ready", flush=True)
for number in range(int(count)):
    for name in Library(folder).add(replace(wrapper, name=wanted[number % len(wanted)])):
        print(name, flush=True)
"""


def start(folder: Path, source: Path, count: int, *wanted: str) -> subprocess.Popen[str]:
    line = [sys.executable, "-c", ADD, str(folder), str(source), str(count), *wanted]
    return subprocess.Popen(line, stdout=subprocess.PIPE, text=True)


def added(process: subprocess.Popen[str]) -> list[str]:
    """Return what a process said that it has added, a name that it was killed in the middle of left out."""
    out, _ = process.communicate(timeout=PATIENCE_S)
    return [name for name in out.rpartition("\n")[0].splitlines() if name not in ("", "ready")]


def check_whole(library: Library) -> list[str]:
    """Return the names of a library, after checking that its files are whole and that the index knows exactly these."""
    files = sorted(path.stem for path in library.folder.glob("*.json") if not path.name.startswith("."))
    for name in files:
        load(library.folder / f"{name}.json")
    assert [(entry.name, entry.error) for entry in library.entries()] == [(name, "") for name in files]
    return files


@pytest.mark.slow
def test_processes_add_at_once_without_loss(library: Library, wrappers: list[Wrapper], tmp_path: Path) -> None:
    save(wrappers[0], tmp_path / "one.json")
    running = [start(library.folder, tmp_path / "one.json", 12, "same", f"own-{number}") for number in range(4)]
    told = [name for process in running for name in added(process)]
    assert [process.returncode for process in running] == [0] * 4
    assert len(set(told)) == len(told) == 48
    assert check_whole(library) == sorted(told)
    assert {name for name in told if name.startswith("same")} == {
        "same",
        *(f"same-{number}" for number in range(2, 25)),
    }


@pytest.mark.slow
def test_a_killed_process_leaves_a_whole_library(library: Library, wrappers: list[Wrapper], tmp_path: Path) -> None:
    rng = random.Random(9)
    save(wrappers[0], tmp_path / "one.json")
    library.add(wrappers[1])
    told = ["site-1"]
    for _ in range(2):
        running = [start(library.folder, tmp_path / "one.json", 10_000, "same", f"own-{n}") for n in range(4)]
        for process in running:
            assert process.stdout is not None
            process.stdout.readline()  # it is ready
        for process in running:
            time.sleep(rng.uniform(0.02, 0.4))
            process.kill()
            told += added(process)
        assert set(told) <= set(check_whole(library))
    assert names(library.match(site(1, 2))) == ["site-1"]
    assert library.match(site(0, 2))
    assert library.add(replace(wrappers[2], name="after")) == ["after"]
    assert names(library.match(site(2, 2))) == ["after"]


def test_removing_and_matching_go_on_beside_adding(library: Library, wrappers: list[Wrapper], tmp_path: Path) -> None:
    save(wrappers[0], tmp_path / "one.json")
    library.add(*wrappers[1:5])
    process = start(library.folder, tmp_path / "one.json", 40, "a", "b")
    assert process.stdout is not None
    process.stdout.readline()
    for number in range(1, 5):
        assert names(library.match(site(number, 2))) == [f"site-{number}"]
        library.remove(f"site-{number}")
        assert library.match(site(number, 2)) == []
    told = added(process)
    assert (process.returncode, len(told)) == (0, 40)
    assert check_whole(library) == sorted(told)
