from __future__ import annotations

import json
import os
import time
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from wrapture.capture.page_sources import expand
from wrapture.net.http_messages import Request
from wrapture.net.store import default_store_path, open_store
from wrapture.net.store.expiry import expire
from wrapture.net.store.folder_store import FolderStore
from wrapture.net.store.request_keys import kept

from ..conftest import PAGE, answer

if TYPE_CHECKING:
    from wrapture.net.http_messages import Response


def files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def stored(folder: Path, *answers: Response) -> FolderStore:
    store = FolderStore(folder)
    for one in answers:
        store.keep(one)
    return store


def test_pages_lie_by_host_and_address(tmp_path: Path) -> None:
    stored(tmp_path, answer("https://www.example.org/search?q=Books&page=2"))
    said, page = files(tmp_path)
    assert page.startswith("www.example.org/search-q-books-page-2-")
    assert page.endswith(".html")
    assert (tmp_path / page).read_bytes() == PAGE
    assert json.loads((tmp_path / said).read_text("utf-8"))["url"] == "https://www.example.org/search?q=Books&page=2"


def test_extract_finds_the_pages_and_nothing_else(tmp_path: Path) -> None:
    image = replace(answer("https://example.org/logo"), headers=(("content-type", "image/png"),))
    others = [answer("https://example.org/robots.txt"), answer("https://example.org/gone", status=404), image]
    stored(tmp_path, answer("https://example.org/list"), *others)
    (page,) = expand([str(tmp_path)])
    assert Path(page).read_bytes() == PAGE


def test_a_page_that_did_not_change_is_kept_once(tmp_path: Path) -> None:
    first = answer()
    stored(tmp_path, first, replace(first, asked=first.asked.replace(year=2030)))
    assert [Path(name).suffix for name in files(tmp_path)].count(".html") == 1
    assert len(list(FolderStore(tmp_path))) == 2


@pytest.mark.parametrize(
    "url",
    [
        "http://../../../etc/passwd",
        "http://example.org/../../../../etc/passwd",
        "http://example.org/%2e%2e%2f%2e%2e%2fetc",
        "http://example.org/" + "x" * 5000,
        "http://" + "h" * 300 + ".org/",
        "http://example.org/a\0b\nc",
        "http://[::1]:80/",
        "http://[broken",
        "http://bücher.example/ü?ü",
        "http://CON/aux",
        "nonsense",
    ],
)
def test_no_address_leads_out_of_the_folder(url: str, tmp_path: Path) -> None:
    store = stored(tmp_path / "pages", answer(url))
    assert store.find(Request(url)) == kept(answer(url)) or store.find(Request(url)) is not None
    assert all(name.startswith("pages/") and name.count("/") == 3 for name in files(tmp_path))
    assert all(len(part) < 100 for name in files(tmp_path) for part in name.split("/"))


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "1", '{"page": "x"}', '{"page": 7}', "[" * 100_000, "\xff"])
def test_a_torn_answer_is_passed_over(text: str, tmp_path: Path) -> None:
    store = stored(tmp_path, answer())
    said, page = files(tmp_path)
    later = (tmp_path / said).with_name("20990101T000000000000Z.json")
    later.write_text(text, "latin-1")
    found = store.find(answer().request)
    assert found is not None
    assert len(list(store)) == 1
    (tmp_path / page).write_bytes(PAGE[:-1])
    assert store.find(answer().request) is None
    store.keep(answer())
    assert store.find(answer().request) is not None


def test_an_answer_can_not_point_out_of_its_folder(tmp_path: Path) -> None:
    store = stored(tmp_path / "pages", answer())
    (tmp_path / "secret.html").write_bytes(PAGE)
    path = tmp_path / "pages" / files(tmp_path / "pages")[0]
    path.write_text(
        path.read_text("utf-8").replace(json.loads(path.read_text("utf-8"))["page"], "../../../secret.html")
    )
    assert store.find(answer().request) is None


def test_what_others_put_into_the_folder_is_passed_over(tmp_path: Path) -> None:
    store = stored(tmp_path, answer())
    (tmp_path / "notes.txt").touch()
    (tmp_path / "example.org" / "more").mkdir()
    (tmp_path / "example.org" / "x").touch()
    assert len(list(store)) == 1


# --- the page cache ---


def test_where_the_page_cache_is(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.delenv("WRAPTURE_HOME", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    assert default_store_path() == tmp_path / ".cache" / "wrapture" / "pages"
    monkeypatch.setenv("XDG_CACHE_HOME", "/cache")
    assert default_store_path() == Path("/cache/wrapture/pages")
    monkeypatch.setenv("WRAPTURE_HOME", "/home")
    assert default_store_path() == Path("/home/pages")


def test_the_page_cache_is_for_nobody_else_and_forgets(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("WRAPTURE_HOME", str(tmp_path / "home"))
    with open_store(default_store_path()) as store:
        store.keep(answer("https://example.org/old"))
        store.keep(answer("https://example.com/new"))
    assert default_store_path().stat().st_mode & 0o077 == 0
    _age(default_store_path() / "example.org", days=31)
    with open_store(default_store_path()) as store:
        assert [one.url for one in store] == ["https://example.com/new"]
    assert not (default_store_path() / "example.org").exists()


def test_other_folders_do_not_forget(tmp_path: Path) -> None:
    stored(tmp_path, answer())
    _age(tmp_path, days=400)
    with open_store(tmp_path) as store:
        assert len(list(store)) == 1


def test_the_oldest_go_when_there_are_too_many(tmp_path: Path) -> None:
    stored(tmp_path, *(answer(f"https://{host}.org/", os.urandom(1000)) for host in "abc"))
    for days, host in enumerate(("b.org", "a.org", "c.org")):
        _age(tmp_path / host, days=days)
    expire(tmp_path, max_bytes=4000)
    assert [one.url for one in FolderStore(tmp_path)] == ["https://a.org/", "https://b.org/"]


def test_expiry_leaves_what_others_put_there(tmp_path: Path) -> None:
    stored(tmp_path, answer())
    note = (tmp_path / files(tmp_path)[0]).with_name("note.txt")
    note.write_text("mine")
    _age(tmp_path, days=400)
    expire(tmp_path)
    assert files(tmp_path) == [str(note.relative_to(tmp_path))]


def _age(folder: Path, *, days: float) -> None:
    for path in folder.rglob("*"):
        os.utime(path, (time.time() - days * 86400,) * 2)
