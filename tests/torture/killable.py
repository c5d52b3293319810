"""Pieces of work that may be killed at any moment: bulk runs, libraries, page stores, watches and the desks of the studio.

Each works in a folder, step by step.  Its `done` reads the folder as a new process would, checks that all of it is whole, and
returns how many steps it shows.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterator  # noqa: TC003 - a named tuple has them
from dataclasses import replace
from datetime import UTC, datetime
from functools import cache, partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

from tests.bulk.site import checksum, leftovers, make_lines, report_of, wrapper_of
from tests.conftest import books as book_page
from tests.unit.drift.shop import Shop, books
from wrapture import api
from wrapture.bulk.order import order_of
from wrapture.bulk.run import BulkRun
from wrapture.library.wrapper_library import Library
from wrapture.model import Capture, Wrapper
from wrapture.net.http_messages import Request, Response
from wrapture.net.store import open_store
from wrapture.studio import desk_steps
from wrapture.studio.service import Service
from wrapture.watch.watch_state import STATE, WatchState
from wrapture.watch.watching import Watch, WatchedSource

PAGES: Final = 900  # of a bulk run: four units
RESPONSES: Final = 40
ROUNDS: Final = 8
CHANGES: Final = 40  # of a library


class Killable(NamedTuple):
    """A piece of work: ``work`` yields after each step, ``done`` says how many a folder shows, ``result`` what is there."""

    name: str
    steps: int
    prepare: Callable[[Path], object]
    work: Callable[[Path, int], Iterator[None]]
    done: Callable[[Path, int], int]
    result: Callable[[Path], object]


def _nothing(_: Path) -> None:
    pass


def _digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()[:12]


# --- bulk ---


def _bulk_work(name: str, folder: Path, _: int) -> Iterator[None]:
    BulkRun(order_of([folder / "pages.jsonl"], folder / name, wrapper=wrapper_of(), workers=2)).go()
    yield


def _bulk_result(name: str, folder: Path) -> object:
    return checksum(folder / name), report_of(folder / name)["totals"], leftovers(folder)


def _bulk(name: str) -> Killable:
    return Killable(
        f"bulk to {name}",
        1,
        lambda folder: make_lines(folder / "pages.jsonl", PAGES),
        partial(_bulk_work, name),
        lambda _, told: told,  # a run that was killed is done when the same command says so
        partial(_bulk_result, name),
    )


# --- library ---


def _library_work(folder: Path, done: int) -> Iterator[None]:
    library = Library(folder / "library")
    for change in _library_changes()[done:]:
        _change(library, *change)
        yield


@cache
def _library_changes() -> list[tuple[str, str, int]]:
    """Return changes that follow each other: what to do with which wrapper, and its number."""
    random, there, gone = Random(0), list[str](), list[str]()
    changes = []
    for number in range(CHANGES):
        possible = ["add"] + ["save", "save", "discard"] * bool(there) + ["restore"] * bool(gone)
        what = random.choice(possible)
        name = f"w{number}" if what == "add" else random.choice(gone if what == "restore" else there)
        if what in ("add", "restore"):
            there.append(name)
        if what == "discard":
            there.remove(name)
            gone.append(name)
        if what == "restore":
            gone.remove(name)
        changes.append((what, name, number))
    return changes


def _change(library: Library, what: str, name: str, number: int) -> None:
    """Change a library; `save` goes back to an earlier version now and then."""
    match what:
        case "add":
            library.add(_numbered(name, number))
        case "save" if number % 3 == 0 and library.versions(name):
            library.revert(name)
        case "save":
            library.save(_numbered(name, number), name, stamp=None, replace=True)
        case "discard":
            library.discard(name)
        case _:
            (token,) = [one.token for one in library.discarded() if one.name == name]
            library.restore(token)


def _numbered(name: str, number: int) -> Wrapper:
    return replace(wrapper_of(), name=name, addresses=(f"https://shop.example/{number}/*",))


def _library_state(folder: Path) -> object:
    """Return the wrappers of a library, the versions of each, and the trash; all files must be whole.

    A version that is the wrapper itself does not count: a process was killed between keeping it and replacing the wrapper.
    """
    library = Library(folder / "library")
    state: dict[str, tuple[str, ...]] = {}
    for entry in library.entries() if library.folder.exists() else ():
        assert not entry.error, entry.error
        own = _digest((library.folder / f"{entry.name}.json").read_bytes())
        known = [
            library.folder / ".versions" / entry.name / f"{one.version}.json" for one in library.versions(entry.name)
        ]
        versions = [_digest(path.read_bytes()) for path in known]
        state[entry.name] = (own, *(versions[1:] if versions[:1] == [own] else versions))
    trash = sorted(one.name for one in library.discarded()) if library.folder.exists() else []
    return state, trash


@cache
def _library_states() -> list[object]:
    """Return the state after each change, without a kill."""
    with TemporaryDirectory() as name:
        return [_library_state(Path(name)), *(_library_state(Path(name)) for _ in _library_work(Path(name), 0))]


def _library_done(folder: Path, told: int) -> int:
    state, expected = _library_state(folder), _library_states()[told : told + 2]
    assert state in expected, (state, expected)
    return told + expected.index(state)


# --- the store of pages ---


def _store_work(kind: str, folder: Path, done: int) -> Iterator[None]:
    with open_store(folder / kind) as store:
        for number in range(done, RESPONSES):
            store.keep(_response(number))
            yield


def _response(number: int) -> Response:
    url = f"https://example.org/{number}"
    return Response(Request(url), url, 200, (), f"<p>{number}".encode() * 20_000, datetime(2026, 1, 1, tzinfo=UTC))


def _stored(kind: str, folder: Path) -> list[tuple[str, str]]:
    with open_store(folder / kind) as store:
        return sorted((one.url, _digest(one.body)) for one in store)


def _store_done(kind: str, folder: Path, _: int) -> int:
    found = _stored(kind, folder)
    assert found == sorted((one.url, _digest(one.body)) for one in map(_response, range(len(found)))), found
    return len(found)


def _store(kind: str) -> Killable:
    work, done = partial(_store_work, kind), partial(_store_done, kind)
    return Killable(f"store {kind}", RESPONSES, _nothing, work, done, partial(_stored, kind))


# --- watch ---


def _watched_page(number: int) -> bytes:
    return Shop().page(books(12, 2 * number)).encode()


@cache
def _watch_wrapper() -> Wrapper:
    return api.learn(_watched_page(0), name="books")


def _watch_work(folder: Path, done: int) -> Iterator[None]:
    watch = Watch(folder / "data")
    for number in range(done, ROUNDS):
        captures = [Capture("books.html", _watched_page(number))]
        with watch.locked():
            watch.round(WatchedSource("books", _watch_wrapper(), lambda captures=captures: captures))  # type: ignore[misc]
        yield


def _watch_done(folder: Path, _: int) -> int:
    if not (folder / "data" / STATE).exists():
        return 0
    rounds = WatchState(folder / "data" / STATE).rounds()
    assert {outcome for _, _, outcome, _ in rounds} <= {"read"}, rounds
    return len(rounds)


def _watch_result(folder: Path) -> object:
    """Return what is there after a last round, which writes the tables of a round that was killed before it did."""
    list(_watch_work(folder, ROUNDS - 1))
    state = WatchState(folder / "data" / STATE)
    tables = sorted((path.name, len(path.read_bytes().splitlines())) for path in (folder / "data").glob("*.csv"))
    return [(one.source, one.change) for one in state.changes()], [cells for _, _, cells in state.records()], tables


# --- the studio ---


def _studio(folder: Path) -> Service:
    return Service(folder / "studio", folder / "library")


def _studio_steps() -> list[Callable[[Service, str, int], Any]]:
    """Return the steps of a desk after its creation."""
    page = Capture("books.html", book_page().encode())
    other = Capture("more.html", book_page(6, "Tome").encode())
    steps: list[Callable[[Service, str, int], Any]] = [
        lambda service, desk, at: service.add(desk, at, page, learn=True),
        lambda service, desk, at: service.add(desk, at, other, learn=False),
    ]
    for number in range(6):
        steps += [
            lambda service, desk, at, number=number: service.step(  # type: ignore[misc]
                desk, at, lambda _, found: desk_steps.rename(found, f"name {number}")
            ),
            lambda service, desk, at: service.save(desk, at, service.desk(desk)["name"], overwrite=True),
            lambda service, desk, at: service.undo(desk, at),
            lambda service, desk, at: service.redo(desk, at),
        ]
    return steps


def _studio_work(folder: Path, done: int) -> Iterator[None]:
    service = _studio(folder)
    if done == 0:
        service.create()
        yield
    (desk,) = [one["id"] for one in service.summaries()]
    for step in _studio_steps()[max(0, done - 1) :]:
        step(service, desk, service.revision(desk))
        yield


def _studio_done(folder: Path, _: int) -> int:
    """Return how many steps the desk has made: its revision, and its creation."""
    service = _studio(folder)
    desks = service.summaries()
    assert len(desks) <= 1, desks
    return service.revision(desks[0]["id"]) + 1 if desks else 0


def _studio_result(folder: Path) -> object:
    service = _studio(folder)
    (desk,) = [one["id"] for one in service.summaries()]
    view = json.loads(json.dumps(service.desk(desk), default=str).replace(desk, "DESK").replace(str(folder), "FOLDER"))
    return view, _library_state(folder)


KILLABLE: Final = (
    _bulk("out.jsonl"),
    Killable("library", CHANGES, _nothing, _library_work, _library_done, _library_state),
    _store("pages"),
    _store("pages.warc.gz"),
    Killable("watch", ROUNDS, _nothing, _watch_work, _watch_done, _watch_result),
    Killable("studio", len(_studio_steps()) + 1, _nothing, _studio_work, _studio_done, _studio_result),
    _bulk("out"),
)
