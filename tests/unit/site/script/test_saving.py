"""Saved pages: the bytes as they came, names that do not meet, an index that is whole after each page."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from wrapture.errors import OutputError
from wrapture.site.script import SavedPages
from wrapture.site.script.driver import Shot

if TYPE_CHECKING:
    from pathlib import Path

WHEN = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def test_pages_are_numbered_and_told(tmp_path: Path) -> None:
    pages = SavedPages(tmp_path / "new" / "out")
    for number, name in enumerate(["list", "List", "list-2", "list"]):
        pages.keep(name, Shot(f"http://a.example/{number}", b"page %d" % number, WHEN, ("http://a.example/",)))
        index = json.loads((tmp_path / "new/out/index.json").read_text(encoding="utf-8"))
        assert len(index) == len(pages) == number + 1
    assert [entry["file"] for entry in index] == ["list.html", "List-2.html", "list-2-2.html", "list-3.html"]
    assert index[3] == {
        "file": "list-3.html",
        "url": "http://a.example/3",
        "asked": "2026-01-02T03:04:05+00:00",
        "hops": ["http://a.example/"],
        "charset": None,
        "rendered": False,
    }
    assert (tmp_path / "new/out/list-3.html").read_bytes() == b"page 3"


def test_what_is_there_is_kept_unless_told(tmp_path: Path) -> None:
    SavedPages(tmp_path).keep("a", Shot("http://a.example/", b"old", WHEN))
    with pytest.raises(OutputError, match=r"index\.json: already there; use `force=True`"):
        SavedPages(tmp_path)
    SavedPages(tmp_path, force=True).keep("a", Shot("http://a.example/", b"new", WHEN))
    assert (tmp_path / "a.html").read_bytes() == b"new"


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(OutputError):
        SavedPages(tmp_path / "file")
