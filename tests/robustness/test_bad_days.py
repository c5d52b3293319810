"""A full disk, a read-only one, and folders that an ordinary user may not write to: one line, nothing half, and it goes on."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import traceback
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import wrapture
from tests.bulk.site import make_folder, page_text, wrapper_of
from tests.torture.killable import _response, _studio, _watch_work
from wrapture.api import write_results
from wrapture.errors import WraptureError
from wrapture.library.wrapper_library import Library
from wrapture.net.cookies import Cookies
from wrapture.net.session_file import save_session
from wrapture.net.store import open_store
from wrapture.net.web_address import parsed

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

NOBODY = 65534
PAGES = Path(tempfile.gettempdir())


def write_table(folder: Path) -> None:
    write_results([wrapture.extract(page_text(1), wrapper_of())], folder / "out.csv")


def write_database(folder: Path) -> None:
    write_results([wrapture.extract(page_text(1), wrapper_of())], folder / "out.sqlite")


def write_wrapper(folder: Path) -> None:
    wrapture.save(wrapper_of(), folder / "shop.json")


def add_to_library(folder: Path) -> None:
    Library(folder / "library").add(wrapper_of())


def store_in_folder(folder: Path) -> None:
    with open_store(folder / "pages") as store:
        store.keep(_response(1))


def store_in_warc(folder: Path) -> None:
    with open_store(folder / "pages.warc.gz") as store:
        store.keep(_response(1))


def watch_once(folder: Path) -> None:
    next(_watch_work(folder, 0))


def open_desk(folder: Path) -> None:
    _studio(folder).create()


def keep_session(folder: Path) -> None:
    cookies = Cookies()
    cookies.keep(parsed("https://example.org/"), ["a=b; Max-Age=3600"])
    save_session(folder / "session.json", cookies)


def run_bulk(folder: Path) -> None:
    wrapture.extract_bulk([str(PAGES / "wrapture-bad-days")], folder / "out.jsonl", wrapper=wrapper_of(), workers=1)


WRITERS: tuple[Callable[[Path], Any], ...] = (
    write_table,
    write_database,
    write_wrapper,
    add_to_library,
    store_in_folder,
    store_in_warc,
    watch_once,
    open_desk,
    keep_session,
    run_bulk,
)
every_writer = pytest.mark.parametrize("writer", WRITERS, ids=[writer.__name__ for writer in WRITERS])


@pytest.fixture(autouse=True)
def pages() -> None:
    """Make pages that an ordinary user can read."""
    if not (PAGES / "wrapture-bad-days").exists():
        make_folder(PAGES / "wrapture-bad-days", 2)


def said_in_one_line(error: WraptureError) -> str:
    said = str(error)
    assert said.isprintable()
    assert len(said) < 400
    return said


def files_in(folder: Path) -> list[str]:
    """Return the files that are not empty, apart from locks."""
    found = (path for path in folder.rglob("*") if path.is_file() and "lock" not in path.name and path.stat().st_size)
    return sorted(path.name for path in found if path.name != "filler")


@every_writer
def test_a_full_disk(small_disk: Path, writer: Callable[[Path], Any]) -> None:
    filler = small_disk / "filler"
    with filler.open("wb") as file, suppress(OSError):
        while True:  # until the disk is full
            os.write(file.fileno(), bytes(512))
    with pytest.raises(WraptureError) as caught:
        writer(small_disk)
    assert "disk is full" in said_in_one_line(caught.value)
    assert not [name for name in files_in(small_disk) if name in ("out.csv", "out.sqlite", "shop.json", "out.jsonl")]
    filler.unlink()
    subprocess.run(["mount", "-o", "remount,size=8m", small_disk], check=True)
    writer(small_disk)
    assert files_in(small_disk)


@every_writer
def test_a_read_only_disk(small_disk: Path, writer: Callable[[Path], Any]) -> None:
    subprocess.run(["mount", "-o", "remount,ro,size=8m", small_disk], check=True)
    with pytest.raises(WraptureError) as caught:
        writer(small_disk)
    assert "read-only" in said_in_one_line(caught.value)
    assert list(small_disk.iterdir()) == []
    subprocess.run(["mount", "-o", "remount,rw", small_disk], check=True)
    writer(small_disk)
    assert files_in(small_disk)


@pytest.fixture
def denied() -> Iterator[Path]:
    """A folder that an ordinary user can read, and not write to; the folders of pytest are closed to others."""
    with tempfile.TemporaryDirectory(dir="/tmp") as name:
        Path(name).chmod(0o755)
        yield Path(name)


def as_ordinary_user(work: Callable[[], None]) -> str:
    """Return the error of some work, done by a child that is an ordinary user; nothing if it ends well."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            if os.geteuid() == 0:
                os.setgroups([])
                os.setgid(NOBODY)
                os.setuid(NOBODY)
            os.environ["HOME"] = os.environ["XDG_CACHE_HOME"] = tempfile.gettempdir()
            work()
        except WraptureError as error:
            os.write(writer, said_in_one_line(error).encode())
        except BaseException:
            os.write(writer, f"undocumented: {traceback.format_exc()}".encode())
        finally:
            os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as file:
        said = file.read().decode()
    os.waitpid(child, 0)
    return said


def is_python_for_all() -> bool:
    """Return whether an ordinary user can start the interpreter, which processes of their own need."""
    folders = Path(sys.executable).resolve().parents
    return os.geteuid() != 0 or all(folder.stat().st_mode & 0o001 for folder in folders)


@every_writer
def test_permission_denied(denied: Path, writer: Callable[[Path], Any]) -> None:
    if os.geteuid() != 0:
        denied.chmod(0o555)
    said = as_ordinary_user(lambda: writer(denied))
    assert "permission" in said.lower(), said
    assert "undocumented" not in said, said
    assert list(denied.iterdir()) == []
    if writer is run_bulk and not is_python_for_all():
        return
    denied.chmod(0o777)
    assert as_ordinary_user(lambda: writer(denied)) == ""
    assert files_in(denied)
