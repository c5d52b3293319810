"""`wrapture watch` against a real server on this machine that changes its template and data between rounds."""

from __future__ import annotations

import csv
import json
import shlex
import signal
import subprocess
import sys
import time
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

import wrapture as library_calls
from tests.unit.drift import shop
from tests.unit.drift.search_site import searching
from tests.unit.drift.shop import TABLE, Shop, books
from tests.unit.watch.changing_site import serving
from wrapture.locks import locked_file
from wrapture.net.politeness import Politeness
from wrapture.net.visitor import Visitor
from wrapture.watch.watch_state import LOCK, STATE, WatchState

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.command import Command
    from tests.unit.watch.changing_site import ChangingSite

CHANGES, SITE_CHANGED, UNCLEAR = 7, 3, 5


@pytest.fixture
def site() -> Iterator[ChangingSite]:
    with serving() as site:
        yield site


@pytest.fixture
def wrapper(site: ChangingSite, tmp_path: Path) -> Path:
    path = tmp_path / "books.json"
    page = library_calls.parse(site.page(), url=site.address)
    library_calls.save(library_calls.learn(page, name="books"), path)
    return path


@pytest.fixture
def watch(wrapture: Command, wrapper: Path, tmp_path: Path):  # type: ignore[no-untyped-def]
    def run(*options: str):  # type: ignore[no-untyped-def]
        return wrapture("watch", wrapper, "--once", "--allow-private", "-o", tmp_path / "data", *options)

    return run


def table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return list(csv.DictReader(file))


def test_quiet_rounds_have_no_changes(watch, site: ChangingSite, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    """The page's clock, adverts and session ids differ on every visit; the order of the rows may, too."""
    assert watch().code == 0
    for number in range(50):
        site.rows = site.rows[1:] + site.rows[:1] if number % 5 == 0 else site.rows
        done = watch()
        assert (done.code, done.out) == (0, ""), done.err
    assert table(tmp_path / "data/changes.csv") == []
    assert len(table(tmp_path / "data/rows.csv")) == 12


def test_changes_are_those_of_the_site(watch, site: ChangingSite, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    watch()
    rows = list(site.rows)
    site.rows = [replace(rows[0], price="$1.99"), *rows[2:], *books(1, 70)]
    done = watch()
    assert done.code == CHANGES
    found = table(tmp_path / "data/changes.csv")
    assert [(one["change"], one["column"], one["before"], one["after"]) for one in found] == [
        ("changed", "price", rows[0].price, "$1.99"),
        ("new", "", "", ""),
        ("gone", "", "", ""),
    ]
    assert found[2]["record"] == rows[1].title
    assert len(table(tmp_path / "data/rows.csv")) == 12
    assert watch().code == 0


def test_a_changed_site_is_reported_and_its_rows_stay(watch, site: ChangingSite, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    watch()
    site.shop = Shop(shop.table_row, TABLE)
    done = watch()
    assert (done.code, done.out) == (SITE_CHANGED, "")
    assert "the site has changed" in done.err
    assert len(table(tmp_path / "data/rows.csv")) == 12
    assert table(tmp_path / "data/changes.csv") == []


def test_a_repair_goes_on_with_the_same_rows(watch, wrapper: Path, site: ChangingSite, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    before = wrapper.read_bytes()
    watch("--key", "link")
    site.shop, site.rows = Shop(shop.table_row, TABLE), [*list(site.rows)[1:], *books(1, 70)]
    done = watch("--repair", "--key", "link", "--alerts", str(tmp_path / "alerts.txt"))
    assert done.code == CHANGES, done.err
    assert "repaired by learning the page anew" in (tmp_path / "alerts.txt").read_text()
    assert sorted(one["change"] for one in table(tmp_path / "data/changes.csv")) == ["gone", "new"]
    assert wrapper.read_bytes() == before
    assert watch("--key", "link").code == 0  # the repaired wrapper is kept beside the state


@pytest.mark.parametrize(
    "body", ["<title>Just a moment...</title><p>Checking your browser", "<h1>503 Service Unavailable</h1>", ""]
)
def test_a_page_that_is_no_list_changes_nothing(watch, site: ChangingSite, tmp_path: Path, body: str) -> None:  # type: ignore[no-untyped-def]
    watch()
    site.body = body
    assert watch("--repair").code == UNCLEAR
    assert table(tmp_path / "data/changes.csv") == []
    site.body = None
    assert watch().code == 0


def test_a_source_that_can_not_be_read_changes_nothing(watch, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    watch()
    assert watch("--from", str(tmp_path / "missing.html")).code == 1
    assert len(table(tmp_path / "data/rows.csv")) == 12


def test_a_command_gets_the_changes(watch, site: ChangingSite, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    watch()
    site.rows = list(site.rows)[1:]
    kept = tmp_path / "seen.json"
    code = f"import sys; open({str(kept)!r}, 'w').write(sys.stdin.read())"
    done = watch("--on-change", f'{sys.executable} -c "{code}"', "--alerts", str(tmp_path / "alerts.txt"))
    assert done.code == CHANGES
    assert [one["kind"] for one in json.loads(kept.read_text())["changes"]] == ["gone"]
    site.rows = [*site.rows, *books(1, 70)]
    assert watch("--on-change", f'{sys.executable} -c "{code}"').code == CHANGES
    (new,) = json.loads(kept.read_text())["changes"]
    assert (new["kind"], new["row"]["title"], new["row"]["price"]) == (
        "new",
        books(1, 70)[0].title,
        books(1, 70)[0].price,
    )
    assert "gone" in (tmp_path / "alerts.txt").read_text()


def test_a_log_of_alerts_is_plain_lines(watch, site: ChangingSite, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    watch("--key", "title")
    site.rows = [replace(site.rows[0], title="\x1b[2J\u202eevil"), *site.rows[1:]]
    done = watch("--alerts", str(tmp_path / "alerts.txt"), "--key", "title")
    watch("--alerts", str(tmp_path / "alerts.txt"), "--from", "http://ann:key@127.0.0.1:1/\x1b[2J")
    said = (tmp_path / "alerts.txt").read_text("utf-8")
    assert "\\x1b[2J\\u202eevil" in said
    assert "\\x1b[2J\\u202eevil" in done.out
    assert all(line.isprintable() for line in (said + done.out).splitlines())
    assert "127.0.0.1" in said
    assert "key@" not in said


def test_two_watchers_do_not_collide(watch, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    watch()
    with locked_file(tmp_path / "data" / LOCK, timeout_s=0):
        done = watch()
    assert done.code == 1
    assert "another watcher" in done.err


def test_a_folder_is_watched(wrapture: Command, wrapper: Path, tmp_path: Path) -> None:
    pages = tmp_path / "pages"
    pages.mkdir()
    (pages / "1.html").write_text(Shop().page(books(8)))
    (pages / "2.html").write_text(Shop().page(books(8, 20)))
    options = ("watch", wrapper, "--once", "--from", pages, "-o", tmp_path / "data")
    assert wrapture(*options).code == 0
    (pages / "2.html").write_text(Shop().page(books(9, 20)))
    assert wrapture(*options).code == CHANGES


def test_the_first_round_says_what_it_does(watch, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    done = watch()
    assert "the first round" in done.err
    assert "0 changes" not in done.err
    assert "0 changes" in watch().err


def test_a_command_may_have_spaces_and_may_fail(watch, site: ChangingSite, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    watch()
    tool, seen = tmp_path / "my tool.py", tmp_path / "what I saw.txt"
    tool.write_text("import pathlib, sys\npathlib.Path(sys.argv[1]).write_text(sys.stdin.read())\nsys.exit(4)\n")
    site.rows = list(site.rows)[1:]
    done = watch("--on-change", shlex.join([sys.executable, str(tool), str(seen)]))
    assert (done.code, "the command exited with 4" in done.err) == (CHANGES, True)
    assert json.loads(seen.read_text())["changes"][0]["kind"] == "gone"
    site.rows = list(site.rows)[1:]
    done = watch("--on-change", str(tmp_path / "no such tool"))
    assert (done.code, "--on-change" in done.err) == (CHANGES, True)


def test_a_site_that_goes_back_is_read_with_the_given_wrapper(watch, site: ChangingSite, tmp_path: Path) -> None:  # type: ignore[no-untyped-def]
    watch("--key", "link")
    site.shop = Shop(shop.table_row, TABLE)
    repaired = watch("--repair", "--key", "link")
    assert (repaired.code, str(tmp_path / "data/wrappers") in repaired.err) == (0, True)
    site.shop = Shop()
    assert watch("--key", "link").code == 0


def test_another_wrapper_counts_from_then_on(watch, wrapper: Path, site: ChangingSite) -> None:  # type: ignore[no-untyped-def]
    """A repaired wrapper does not hide the one that the user learned since."""
    watch("--key", "link")
    site.shop = Shop(shop.table_row, TABLE)
    assert watch("--repair", "--key", "link").code == 0
    learned = library_calls.learn(library_calls.parse(site.page(), url=site.address), name="books")
    renamed = library_calls.api.rename_column(learned, "price", "cost")
    library_calls.save(renamed, wrapper, force=True)
    watch("--key", "link")
    assert "cost" in table(wrapper.parent / "data/rows.csv")[0]


def test_messages_for_wrong_uses(wrapture: Command, wrapper: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    done = wrapture("watch", wrapper, "--once", "-o", tmp_path / "file")
    assert (done.code, "is a file; choose a folder" in done.err) == (1, True)
    done = wrapture("watch", wrapper, "--once", "-o", tmp_path / "data", "--query", "poetry")
    assert (done.code, "has no query form" in done.err) == (1, True)
    library_calls.save(replace(library_calls.load(wrapper), learned_from=()), tmp_path / "text.json")
    assert wrapture("watch", tmp_path / "text.json", "--once", "-o", tmp_path / "data").code == 2
    assert not (tmp_path / "data").exists()


@pytest.mark.slow
def test_a_query_is_watched(wrapture: Command, tmp_path: Path) -> None:
    """Two result pages of a query; the site changes its template between rounds."""
    with searching() as site:
        visitor = Visitor(allow_private=True, politeness=Politeness(delay_s=0.0))
        wrapped = replace(library_calls.wrap(site.address, visitor=visitor, name="books"), spares=())
        library_calls.save(wrapped, tmp_path / "books.json")
        options = (
            "--query",
            "poetry",
            "--pages",
            "3",
            "--once",
            "--allow-private",
            "-o",
            tmp_path / "data",
            "--key",
            "link",
        )
        assert wrapture("watch", tmp_path / "books.json", *options).code == 0
        assert len(table(tmp_path / "data/rows.csv")) == 15
        assert wrapture("watch", tmp_path / "books.json", *options).code == 0
        site.rows = [book for book in site.rows if book.link != site.rows[1].link]
        done = wrapture("watch", tmp_path / "books.json", *options)
        assert (done.code, done.out.split()[0]) == (CHANGES, "gone")
        site.shop = Shop(shop.table_row, TABLE)
        assert wrapture("watch", tmp_path / "books.json", *options).code == SITE_CHANGED
        done = wrapture("watch", tmp_path / "books.json", *options, "--repair")
        assert (done.code, done.out) == (0, ""), done.err
        assert len(table(tmp_path / "data/rows.csv")) == 14
        assert wrapture("watch", tmp_path / "books.json", *options).code == 0


@pytest.mark.slow
def test_killed_watchers_leave_a_whole_state(wrapper: Path, site: ChangingSite, tmp_path: Path) -> None:
    """Kill -9 at any moment leaves the round before, and the next watcher goes on."""
    data = tmp_path / "data"
    options = ["--every", "0.01s", "--allow-private", "-o", str(data)]
    command = [sys.executable, "-m", "wrapture", "watch", str(wrapper), *options]
    for number in range(4):
        site.rows = books(12, number)
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as watcher:
            for _ in range(600):
                state = WatchState(data / STATE)
                if (data / STATE).exists() and len(state.rounds()) > 3 * number:
                    break
                time.sleep(0.1)
            watcher.send_signal(signal.SIGKILL)
        known = WatchState(data / STATE).source("books")
        assert known is not None
        assert len(known.rows) == 12
