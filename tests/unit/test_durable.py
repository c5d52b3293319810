"""What is written survives a power cut: contents are flushed before a name leads to them, the name afterwards."""

from __future__ import annotations

import os
import stat
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from wrapture.bulk.jobs import Outcome, Tally, UnitPart
from wrapture.bulk.output.disk import lasting, whole_folder
from wrapture.bulk.output.workfolder import commit
from wrapture.files import atomic_writer
from wrapture.net.http_messages import Request, Response
from wrapture.net.store import open_store


@pytest.fixture
def events(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the names of files and folders that were flushed, and "named" for each that got its name."""
    done: list[str] = []

    def noting(module: Any, name: str, what: Any) -> None:
        real = getattr(module, name)

        def noted(*arguments: Any, **named: Any) -> Any:
            done.append(what(*arguments))
            return real(*arguments, **named)

        monkeypatch.setattr(module, name, noted)

    def flushed(handle: int) -> str:
        is_folder = stat.S_ISDIR(os.fstat(handle).st_mode)
        name = Path(f"/proc/self/fd/{handle}").readlink().name
        return f"flush {'folder' if is_folder else 'file'} {'' if name.startswith('.') else name}".strip()

    noting(os, "fsync", flushed)
    for rename in ("rename", "replace", "hardlink_to"):
        noting(Path, rename, lambda *_: "named")
    return done


@pytest.mark.parametrize("force", [False, True])
def test_a_file(tmp_path: Path, events: list[str], force: bool) -> None:
    with atomic_writer(tmp_path / "out.txt", force=force) as temporary:
        temporary.write_text("text")
    assert events == ["flush file", "named", f"flush folder {tmp_path.name}"]


def test_a_new_file_in_the_work_folder(tmp_path: Path, events: list[str]) -> None:
    with lasting(tmp_path / "part") as file:
        file.write(b"text")
        assert not events
    assert events == ["flush file part"]


def test_a_folder(tmp_path: Path, events: list[str]) -> None:
    with whole_folder(tmp_path / "out", force=False, is_ours=bool) as folder:
        (folder / "part").write_bytes(b"text")
    assert events == ["flush folder", "named", f"flush folder {tmp_path.name}"]


def test_a_unit(tmp_path: Path, events: list[str]) -> None:
    part = UnitPart("books", b"{}\n", 1, ())
    commit(tmp_path, Outcome(0, "x", Tally(), (part,), (), ()))
    assert events == [
        "flush file dead.jsonl",
        "flush file rows.jsonl",
        "flush file unit.json",
        "flush folder",
        "named",
        "flush folder units",
    ]


def test_a_stored_page(tmp_path: Path, events: list[str]) -> None:
    url = "https://example.org/list"
    page = Response(Request(url), url, 200, (("content-type", "text/html"),), b"<p>One", datetime.now(UTC))
    with open_store(tmp_path / "pages.warc") as store:
        events.clear()
        store.keep(page)
        assert events == ["flush file pages.warc"]
