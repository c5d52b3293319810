"""Wrappers of a library that are renamed, discarded, restored and saved, by several processes at once."""

from __future__ import annotations

import fcntl
import json
import os
import random
import subprocess
import sys
import threading
import time
from collections import Counter
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Final

import pytest

from tests.patience import PATIENCE_S
from wrapture.errors import LibraryConflictError, LibraryError, OutputError, WrapperFileError
from wrapture.library import folder_lock as lock
from wrapture.library.folder_lock import LOCK
from wrapture.library.trash import MOMENT, TRASH
from wrapture.library.wrapper_file import dumps, load, save
from wrapture.library.wrapper_library import Library
from wrapture.model import Fit

from .conftest import BOOKS

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

ROOT: Final = __file__.rsplit("/tests/", 1)[0]
AS_ROOT: Final = pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="runs as root")
ODD_NAMES: Final = (
    "Büchér 📚",
    "日本語" * 60,
    "a:b*c?d<e>|f",
    "tab\tnew\nline",
    "--force",
    "%2e%2e",
    "con",
    "'; DROP TABLE note",
)


@pytest.fixture
def library(tmp_path: Path) -> Library:
    found = Library(tmp_path / "library")
    found.add(replace(BOOKS, name="books"), replace(BOOKS, name="films"))
    return found


def listed(library: Library) -> list[str]:
    return [entry.name for entry in library.entries()]


def token_of(age: timedelta) -> str:
    return f"{datetime.now(UTC) - age:{MOMENT}}-0a1b2c3d"


# --- rename ---


def test_a_wrapper_and_its_file_get_the_new_name(library: Library) -> None:
    assert library.rename("books", "Books: new & old") == "Books-new-old"
    assert listed(library) == ["Books-new-old", "films"]
    assert load(library.folder / "Books-new-old.json") == replace(BOOKS, name="Books: new & old")


def test_a_name_that_is_the_same_for_a_file_is_changed_inside(library: Library) -> None:
    assert library.rename("books", "books!") == "books"
    assert (listed(library), library.load("books")[0].name) == (["books", "films"], "books!")


def test_a_taken_name_is_refused(library: Library) -> None:
    before = {path.name: path.read_bytes() for path in library.folder.glob("*.json")}
    with pytest.raises(LibraryConflictError, match="library: wrapper 'films' already exists; choose another name"):
        library.rename("books", "films")
    assert {path.name: path.read_bytes() for path in library.folder.glob("*.json")} == before


def test_what_is_not_there_is_not_renamed(library: Library, tmp_path: Path) -> None:
    save(BOOKS, tmp_path / "outside.json")
    for name in ("gone", "../outside", "", ".index", "a/b", "nul\0", "x" * 300, "\udcff"):
        with pytest.raises(LibraryError, match="no wrapper"):
            library.rename(name, "mine")
    assert (listed(library), (tmp_path / "outside.json").exists()) == (["books", "films"], True)


def test_a_new_name_stays_in_the_folder(library: Library, tmp_path: Path) -> None:
    assert library.rename("books", "../../etc/passwd") == "etc-passwd"
    with pytest.raises(WrapperFileError, match="name: "):
        library.rename("films", "  ")
    assert listed(library) == ["etc-passwd", "films"]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["library"]


@pytest.mark.parametrize("name", ODD_NAMES)
def test_odd_names_are_kept(library: Library, name: str) -> None:
    slug = library.rename("books", name)
    assert listed(library) == sorted([slug, "films"])
    assert library.load(slug)[0].name == name
    assert library.restore(library.discard(slug)) == slug
    assert library.add(replace(BOOKS, name=name)) == [f"{slug}-2"]


def test_a_broken_file_is_not_renamed_but_may_be_discarded(library: Library) -> None:
    (library.folder / "broken.json").write_text("{")
    with pytest.raises(WrapperFileError, match=r"broken\.json: line 1, column 2: not JSON"):
        library.rename("broken", "mended")
    with pytest.raises(WrapperFileError, match=r"broken\.json: line 1, column 2: not JSON"):
        library.load("broken")
    token = library.discard("broken")
    assert listed(library) == ["books", "films"]
    assert library.restore(token) == "broken"
    assert (library.folder / "broken.json").read_text() == "{"


# --- discard and restore ---


def test_what_is_discarded_comes_back_as_it_was(library: Library) -> None:
    body = (library.folder / "books.json").read_bytes()
    token = library.discard("books")
    assert listed(library) == ["films"]
    again = Library(library.folder)  # as after a restart
    (one,) = again.discarded()
    assert (one.token, one.name) == (token, "books")
    assert abs(datetime.fromisoformat(one.when) - datetime.now(UTC)) < timedelta(seconds=30)
    assert again.restore(token) == "books"
    assert (listed(again), again.discarded()) == (["books", "films"], [])
    assert (library.folder / "books.json").read_bytes() == body
    assert list((library.folder / TRASH).iterdir()) == []


def test_where_the_name_is_taken_meanwhile_it_comes_back_with_a_number(library: Library) -> None:
    first = library.discard("books")
    library.add(replace(BOOKS, name="books", learner="new"))
    second = library.discard("books")
    library.add(replace(BOOKS, name="books", learner="newer"))
    assert (library.restore(first), library.restore(second)) == ("books-2", "books-3")
    learners = {name: library.load(name)[0].learner for name in ("books", "books-2", "books-3")}
    assert learners == {"books": "newer", "books-2": BOOKS.learner, "books-3": "new"}


def test_a_token_is_good_for_one_time(library: Library) -> None:
    token = library.discard("books")
    library.restore(token)
    with pytest.raises(LibraryError, match=r"no '.*' in the trash; `wrapture library restore` lists what is there"):
        library.restore(token)


@pytest.mark.parametrize(
    "token",
    [
        "",
        ".",
        "..",
        "../books",
        "/etc",
        "20261116-120000-0a1b2c3d/../x",
        "20261116-120000-0a1b2c3d\n",
        "20261399-120000-0a1b2c3d",
    ],
)
def test_a_token_is_no_path(library: Library, tmp_path: Path, token: str) -> None:
    library.discard("films")
    (tmp_path / "x.json").write_text("{}")
    (library.folder / TRASH / "x").mkdir()
    (library.folder / TRASH / "x" / "secret.json").write_text("{}")
    with pytest.raises(LibraryError, match="no"):
        library.restore(token)
    with pytest.raises(LibraryError, match="no 'x' in the trash"):
        library.restore("x")
    assert listed(library) == ["books"]


def test_the_bin_is_emptied_after_thirty_days_when_something_is_discarded(library: Library) -> None:
    bin_folder = library.folder / TRASH
    old, young = token_of(timedelta(days=30, minutes=1)), token_of(timedelta(days=29, hours=23))
    for token in (young, old):
        (bin_folder / library.discard("books")).rename(bin_folder / token)
        library.add(replace(BOOKS, name="books"))
    (bin_folder / "notes of mine").mkdir()
    os.utime(bin_folder / young, (0, 0))  # what counts is when it was discarded, not what a copy made of the times
    assert [one.token for one in library.discarded()] == [young, old]
    last = library.discard("films")
    assert [one.token for one in library.discarded()] == [last, young]
    assert sorted(path.name for path in bin_folder.iterdir()) == sorted([last, young, "notes of mine"])
    assert library.restore(young) == "books-2"


def test_a_link_is_discarded_and_not_what_it_points_to(library: Library, tmp_path: Path) -> None:
    save(BOOKS, tmp_path / "elsewhere.json")
    (library.folder / "link.json").symlink_to("../elsewhere.json")
    token = library.discard("link")
    assert (tmp_path / "elsewhere.json").exists()
    assert library.restore(token) == "link"
    assert (library.folder / "link.json").is_symlink()
    assert library.load("link")[0] == BOOKS


# --- load and save ---


def test_a_stamp_is_that_of_the_content(library: Library) -> None:
    wrapper, stamp = library.load("books")
    changed = replace(wrapper, learner="other")
    second = library.save(changed, "books", stamp=stamp)
    assert library.load("books") == (changed, second)
    assert second != stamp
    assert library.save(wrapper, "books", stamp=second) == stamp, "what is as it was has the stamp that it had"


def test_a_change_by_another_is_noticed(library: Library) -> None:
    wrapper, stamp = library.load("books")
    path = library.folder / "books.json"
    path.write_text(path.read_text().replace('"name": "books"', '"name": "by hand"'))
    with pytest.raises(LibraryConflictError, match="another program has changed wrapper 'books'; load it again"):
        library.save(wrapper, "books", stamp=stamp)
    assert library.load("books")[0].name == "by hand"
    assert library.save(wrapper, "books", stamp=stamp, replace=True) == stamp
    assert library.load("books") == (wrapper, stamp)


def test_a_new_name_is_written_and_a_taken_one_is_not(library: Library, tmp_path: Path) -> None:
    stamp = library.save(BOOKS, "by hand", stamp=None)
    assert library.load("by hand") == (BOOKS, stamp)
    with pytest.raises(LibraryConflictError, match="wrapper 'films' already exists"):
        library.save(BOOKS, "films", stamp=None)
    assert library.load("films")[0].name == "films"
    library.save(BOOKS, "films", stamp=None, replace=True)
    assert library.load("films")[0].name == BOOKS.name
    new = Library(tmp_path / "new")
    new.save(BOOKS, "first", stamp=None)
    assert listed(new) == ["first"]


def test_what_was_removed_meanwhile_is_a_conflict(library: Library) -> None:
    wrapper, stamp = library.load("books")
    library.discard("books")
    with pytest.raises(LibraryConflictError, match="another program has removed wrapper 'books'"):
        library.save(wrapper, "books", stamp=stamp)
    assert library.save(wrapper, "books", stamp=stamp, replace=True) == stamp
    assert listed(library) == ["books", "films"]


@pytest.mark.parametrize("name", ["../out", "a/b", ".hidden", "", "nul\0", "\ud800"])
def test_a_name_that_no_file_may_have_is_refused(library: Library, name: str) -> None:
    for may_replace in (False, True):
        with pytest.raises(LibraryError, match="is not a valid name for a wrapper file; use '"):
            library.save(BOOKS, name, stamp=None, replace=may_replace)
    assert listed(library) == ["books", "films"]


def test_only_files_are_replaced(library: Library) -> None:
    os.mkfifo(library.folder / "pipe.json")
    (library.folder / "folder.json").mkdir()
    for name, what in {"pipe": "is a device or pipe", "folder": "is a folder"}.items():
        for may_replace in (False, True):
            with pytest.raises(OutputError, match=what):
                library.save(BOOKS, name, stamp=None, replace=may_replace)
    with pytest.raises(OutputError, match="the name is too long"):
        library.save(BOOKS, "x" * 300, stamp=None)
    with pytest.raises(LibraryError, match="no wrapper 'pipe'"):
        library.load("pipe")


def test_a_saved_wrapper_is_found_by_pages_at_once(library: Library) -> None:
    library.entries()
    wrapper, stamp = library.load("books")
    library.save(replace(wrapper, addresses=("https://new.example/*",)), "books", stamp=stamp)
    addresses = {entry.name: entry.addresses for entry in library.entries()}
    assert addresses["books"] == ("https://new.example/*",)


def test_a_stamp_belongs_to_what_was_read_whoever_writes_meanwhile(library: Library) -> None:
    pairs = []
    for learner in ("one", "two"):
        wrapper = replace(BOOKS, learner=learner)
        pairs.append((wrapper, library.save(wrapper, "books", stamp=None, replace=True)))
    bodies, done = [dumps(wrapper).encode() for wrapper, _ in pairs], threading.Event()

    def write() -> None:
        while not done.is_set():
            for body in bodies:
                (library.folder / "new").write_bytes(body)
                (library.folder / "new").replace(library.folder / "books.json")

    writer = threading.Thread(target=write)
    writer.start()
    try:
        found = [library.load("books") for _ in range(100)]
    finally:
        done.set()
        writer.join()
    assert all(pair in pairs for pair in found)


# --- a folder that is not as it should be ---


def changes(library: Library) -> list[Callable[[], object]]:
    return [
        lambda: library.rename("books", "other"),
        lambda: library.discard("books"),
        lambda: library.restore(token_of(timedelta())),
        lambda: library.remove("books"),
        lambda: library.add(replace(BOOKS, name="books"), replace=True),
        lambda: library.save(BOOKS, "books", stamp=None, replace=True),
    ]


def test_there_is_no_library(tmp_path: Path) -> None:
    gone = Library(tmp_path / "gone")
    queries: list[Callable[[], object]] = [gone.discarded, gone.health, lambda: gone.load("books")]
    for work in [*changes(gone)[:4], *queries]:
        with pytest.raises(LibraryError, match="gone: no such folder; `wrapture library add` creates one"):
            work()
    (tmp_path / "file").write_text("")
    with pytest.raises(LibraryError, match="file: a part of the path is a file, not a folder"):
        Library(tmp_path / "file").save(BOOKS, "books", stamp=None)


def test_a_lock_that_can_not_be_had_is_one_line(library: Library) -> None:
    (library.folder / LOCK).unlink(missing_ok=True)
    (library.folder / LOCK).mkdir()
    for work in changes(library):
        with pytest.raises(LibraryError, match="library: is a folder"):
            work()
    assert (listed(library), library.load("books")[0].name) == (["books", "films"], "books")


def test_who_has_the_lock_is_waited_for(library: Library, monkeypatch: pytest.MonkeyPatch) -> None:
    with (library.folder / LOCK).open("w") as other:
        fcntl.flock(other, fcntl.LOCK_EX)
        timer = threading.Timer(0.2, lambda: fcntl.flock(other, fcntl.LOCK_UN))
        timer.start()
        assert library.rename("books", "other") == "other"
        timer.join()
        fcntl.flock(other, fcntl.LOCK_EX)
        monkeypatch.setattr(lock, "PATIENCE_S", 0.1)
        with pytest.raises(LibraryError, match=r"library: locked by another program for 0\.1 s; try again later"):
            library.discard("other")
        assert library.load("other")[0].name == "other", "who reads does not wait"
    assert library.restore(library.discard("other")) == "other"


def test_a_bin_that_is_none_is_one_line(library: Library) -> None:
    (library.folder / TRASH).write_text("")
    with pytest.raises(LibraryError, match=r"library: "):
        library.discard("books")
    assert (listed(library), library.discarded()) == (["books", "films"], [])


@AS_ROOT
def test_a_read_only_library_is_read_and_not_changed(library: Library) -> None:
    library.entries()
    (library.folder / LOCK).unlink(missing_ok=True)
    library.folder.chmod(0o555)
    try:
        for work in changes(library):
            with pytest.raises(LibraryError, match="library: no permission to write there"):
                work()
        library.note("books", "a.html", Fit(1.0, None, None, 1, (1, 1)))
        assert library.load("books")[0].name == "books"
        assert (library.discarded(), library.health()) == ([], {"books": [], "films": []})
    finally:
        library.folder.chmod(0o755)


# --- several processes ---

BEGIN: Final = f"""
import sys
sys.path.insert(0, {ROOT!r})
from dataclasses import replace
from wrapture.errors import LibraryConflictError, LibraryError
from wrapture.library.wrapper_library import Library

library, me, count = Library(sys.argv[1]), sys.argv[2], int(sys.argv[3])
print("ready", flush=True)
sys.stdin.readline()
"""
EDIT: Final = """
for number in range(count):
    while True:
        wrapper, stamp = library.load("books")
        try:
            library.save(replace(wrapper, addresses=(*wrapper.addresses, f"https://{me}/{number}")), "books", stamp=stamp)
            break
        except LibraryConflictError:
            print("conflict")
"""
RENAME_TO_ONE: Final = """
try:
    print(library.rename(f"own-{me}", "goal"))
except LibraryConflictError:
    print("conflict")
"""
RENAME_ONE: Final = """
try:
    print(library.rename("books", f"goal {me}"))
except LibraryError as error:
    print("gone" if "no wrapper 'books'" in error.what else error)
"""
DISCARD_ONE: Final = """
try:
    print(library.discard("books"))
except LibraryError as error:
    print("gone" if "no wrapper 'books'" in error.what else error)
"""
RESTORE_ALL: Final = """
for one in library.discarded():
    try:
        print(library.restore(one.token))
    except LibraryError:
        pass
"""
SHUFFLE: Final = """
name = f"own-{me}"
for number in range(count):
    name = library.rename(name, f"own-{me}-{number % 3}")
    library.rename("shared", "shared")
    name = library.restore(library.discard(name))
"""


def run(library: Library, script: str, processes: int = 4, count: int = 1) -> list[subprocess.Popen[str]]:
    """Return processes that run a script, all of them ready before the first one begins."""
    running = [
        subprocess.Popen(
            [sys.executable, "-c", BEGIN + script, str(library.folder), str(number), str(count)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for number in range(processes)
    ]
    for process in running:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in running:
        assert process.stdin is not None
        process.stdin.write("go\n")
        process.stdin.flush()
    return running


def said(running: list[subprocess.Popen[str]]) -> list[str]:
    """Return what processes said, after checking that they ended well."""
    told = [process.communicate(timeout=PATIENCE_S)[0].splitlines() for process in running]
    assert [process.returncode for process in running] == [0] * len(running)
    return sorted(line for lines in told for line in lines)


@pytest.mark.slow
def test_no_change_of_a_process_is_lost(library: Library) -> None:
    said(run(library, EDIT, count=10))
    expected = {f"https://{me}/{number}" for me in range(4) for number in range(10)}
    assert Counter(library.load("books")[0].addresses) == Counter([*BOOKS.addresses, *expected])


@pytest.mark.slow
def test_of_processes_that_want_one_name_one_gets_it(library: Library) -> None:
    for _ in range(3):
        library.add(*[replace(BOOKS, name=f"own-{number}", learner=str(number)) for number in range(4)], replace=True)
        assert said(run(library, RENAME_TO_ONE)) == ["conflict", "conflict", "conflict", "goal"]
        left = [name for name in listed(library) if name not in ("books", "films")]
        assert (len(left), "goal" in left) == (4, True)
        assert sorted(library.load(name)[0].learner for name in left) == ["0", "1", "2", "3"]
        library.remove("goal")


@pytest.mark.slow
@pytest.mark.parametrize("script", [RENAME_ONE, DISCARD_ONE], ids=["rename", "discard"])
def test_of_processes_that_want_one_wrapper_one_gets_it(library: Library, script: str) -> None:
    for _ in range(3):
        told = said(run(library, script))
        (result,) = [line for line in told if line != "gone"]
        assert told.count("gone") == 3
        assert listed(library) == (sorted(["films", result]) if script is RENAME_ONE else ["films"])
        library.save(replace(BOOKS, name="books"), "books", stamp=None)
        if script is RENAME_ONE:
            library.remove(result)


@pytest.mark.slow
def test_processes_restore_everything_once(library: Library) -> None:
    for number in range(12):
        library.discard(library.add(replace(BOOKS, name="same", learner=str(number)))[0])
    told = said(run(library, RESTORE_ALL))
    assert told == sorted(["same", *(f"same-{number}" for number in range(2, 13))])
    assert sorted(int(library.load(name)[0].learner) for name in told) == list(range(12))
    assert library.discarded() == []


@pytest.mark.slow
def test_who_is_killed_loses_nothing(library: Library) -> None:
    rng = random.Random(4)
    for _ in range(2):
        own = [replace(BOOKS, name=f"own-{number}", learner=str(number)) for number in range(4)]
        library.add(*own, replace(BOOKS, name="shared", learner="shared"), replace=True)
        running = run(library, SHUFFLE, count=100_000)
        for process in running:
            time.sleep(rng.uniform(0.02, 0.3))
            process.kill()
            process.communicate(timeout=PATIENCE_S)
        for one in library.discarded():
            library.restore(one.token)
        assert [entry.error for entry in library.entries() if entry.error] == []
        learners = {library.load(name)[0].learner for name in listed(library)}
        assert learners >= {"0", "1", "2", "3", "shared"}
        assert json.loads((library.folder / "shared.json").read_text())["name"] == "shared"


@pytest.mark.slow
def test_a_lock_file_that_is_deleted_meanwhile_does_no_harm(library: Library) -> None:
    running = run(library, EDIT, count=8)
    while any(process.poll() is None for process in running):
        (library.folder / LOCK).unlink(missing_ok=True)
        time.sleep(0.05)
    said(running)
    assert listed(library) == ["books", "films"]


# --- killed between two steps ---


def test_a_restoring_that_was_killed_between_its_steps_is_finished(library: Library) -> None:
    token = library.discard("books")
    (trashed,) = (library.folder / TRASH / token).iterdir()
    (library.folder / trashed.name).hardlink_to(trashed)  # and then it was killed
    assert library.discarded() == []
    assert listed(library) == ["books", "films"]
    assert library.restore(token) == "books"
    assert listed(library) == ["books", "films"]
    assert not trashed.exists()


def test_a_restoring_under_a_number_that_was_killed_is_finished(library: Library) -> None:
    token = library.discard("books")
    library.add(replace(BOOKS, name="books"))
    (trashed,) = (library.folder / TRASH / token).iterdir()
    (library.folder / "books-2.json").hardlink_to(trashed)
    assert library.discarded() == []
    assert library.restore(token) == "books-2"
    assert sorted(listed(library)) == ["books", "books-2", "films"]


def test_the_same_content_is_not_kept_as_a_version(library: Library) -> None:
    same = replace(BOOKS, name="books")
    other, third = (replace(same, addresses=(f"https://example.org/{n}/*",)) for n in (1, 2))
    library.save(same, "books", stamp=None, replace=True)
    assert library.versions("books") == []
    library._versions.keep("books", other)  # and then it was killed
    library.save(other, "books", stamp=None, replace=True)
    assert len(library.versions("books")) == 1
    library.save(third, "books", stamp=None, replace=True)
    assert len(library.versions("books")) == 2


def test_going_back_works_after_it_was_killed_halfway(library: Library) -> None:
    first = replace(BOOKS, name="books")
    second = replace(first, addresses=("https://example.org/2/*",))
    for wrapper in (first, second):
        library.save(wrapper, "books", stamp=None, replace=True)
    library._versions.keep("books", first)  # as `revert` does first; and then it was killed
    assert len(library.versions("books")) == 1
    library.revert("books")
    assert library.load("books")[0] == first
    library.revert("books")
    assert library.load("books")[0] == second
