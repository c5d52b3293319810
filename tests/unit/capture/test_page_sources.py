from __future__ import annotations

import gzip
import io
import os
import sys
from functools import partial
from typing import TYPE_CHECKING

import pytest

from wrapture.capture.fetch import fetch
from wrapture.capture.page_sources import expand, fetch_page, read, saved_from
from wrapture.capture.saved_formats import MAX_PAGE_BYTES
from wrapture.errors import FetchError
from wrapture.model import Capture
from wrapture.model.table import Failure

from .conftest import PAGE

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from wrapture.capture.page_sources import Fetch

    from .conftest import Site


def read_all(sources: Sequence[str], *, fetch: Fetch = fetch_page) -> list[Capture | Failure]:
    return [read(source, fetch=fetch) for source in expand(sources)]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ["b.html", "a.HTM", "notes.txt", ".hidden.html", "sub/c.xhtml", "sub/d.shtml", ".git/e.html"]:
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(name)
    return tmp_path


@pytest.fixture
def as_nobody() -> Iterator[None]:
    """Give up the right of root to read everything."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    yield
    os.seteuid(0)


def pipe_in(monkeypatch: pytest.MonkeyPatch, body: bytes) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(body)))


def failure(source: str) -> str:
    result = read(source)
    assert isinstance(result, Failure)
    assert result.page == source
    assert "\n" not in result.error
    return result.error


def test_a_file_is_read_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "page.dat"
    path.write_bytes(b"\xff\x00<p>")
    assert read(str(path)) == Capture(str(path), b"\xff\x00<p>", None, None, folder=str(path.parent))


def test_a_file_keeps_the_name_that_was_typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "page.html").write_bytes(b"<p>")
    monkeypatch.chdir(tmp_path)
    assert read("./page.html") == Capture("./page.html", b"<p>", folder=".")


def test_a_folder_gives_its_pages_sorted_without_hidden_ones(folder: Path) -> None:
    found = [str(folder / name) for name in ["a.HTM", "b.html", "sub/c.xhtml", "sub/d.shtml"]]
    assert expand([str(folder)]) == found
    assert [capture.name for capture in read_all([str(folder)]) if isinstance(capture, Capture)] == found


def test_a_hidden_folder_that_was_named_is_read(folder: Path) -> None:
    assert expand([str(folder / ".git")]) == [str(folder / ".git" / "e.html")]


def test_a_link_back_up_does_not_go_round_for_ever(folder: Path) -> None:
    (folder / "sub" / "up").symlink_to(folder)
    assert len(expand([str(folder)])) == 4


def test_expand_leaves_everything_else_as_it_is() -> None:
    sources = ["-", "http://example.org/", "missing.html", ""]
    assert expand(sources) == sources


def test_a_folder_without_pages_fails(tmp_path: Path) -> None:
    assert expand([str(tmp_path)]) == [str(tmp_path)]
    assert failure(str(tmp_path)).startswith("no pages in this folder; they end in .html")


def test_one_failure_does_not_stop_the_others(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pipe_in(monkeypatch, b"<p>piped")
    results = list(read_all([str(folder / "nope.html"), "-", str(folder / "b.html")]))
    assert [type(result) for result in results] == [Failure, Capture, Capture]
    assert results[1] == Capture("-", b"<p>piped")


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("/nowhere/page.html", "no such file or folder"),
        ("example.org/list", "an address starts with https://"),
        (f"{__file__}/page.html", "a part of the path is a file"),
        ("x" * 300, "the name is too long"),
        ("a\0b", "not the name of a file"),
        ("ftp://example.org/", "only addresses such as http"),
    ],
)
def test_says_why_a_source_fails(source: str, why: str) -> None:
    assert why in failure(source)


def test_an_empty_name_is_not_the_current_folder() -> None:
    [result] = read_all([""])
    assert isinstance(result, Failure)
    assert "an empty name" in result.error


def test_a_file_that_may_not_be_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    (tmp_path / "secret.html").write_bytes(b"<p>")
    (tmp_path / "secret.html").chmod(0)
    (tmp_path / "closed").mkdir(mode=0)
    tmp_path.chmod(0o755)
    monkeypatch.chdir(tmp_path)
    request.getfixturevalue("as_nobody")
    results = list(read_all(["."]))
    why = "no permission to read it; change its permissions"
    assert results == [Failure("./closed", why), Failure("secret.html", why)]


def test_an_empty_standard_input_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    pipe_in(monkeypatch, b"")
    assert "standard input is empty" in failure("-")


def test_a_page_of_50_mb_is_read_and_one_over_the_limit_is_not(tmp_path: Path) -> None:
    path = tmp_path / "large.html"
    for size in [50_000_000, MAX_PAGE_BYTES, MAX_PAGE_BYTES + 1]:
        with path.open("wb") as file:
            file.write(b"<p>")
            file.truncate(size)
        result = read(str(path))
        if size <= MAX_PAGE_BYTES:
            assert isinstance(result, Capture)
            assert len(result.body) == size
        else:
            assert isinstance(result, Failure)
            assert result.error.startswith("is longer than 67,108,864 bytes")


def test_an_endless_device_ends() -> None:
    assert "is longer than" in failure("/dev/zero")


def test_an_address_is_fetched(site: Site) -> None:
    own = partial(fetch, allow_private=True)
    [found, missing] = read_all([f"{site.url}/moved", f"{site.url}/missing"], fetch=own)
    assert isinstance(found, Capture)
    assert (found.url, found.body.decode()) == (f"{site.url}/ok?page=2", PAGE)
    assert isinstance(missing, Failure)
    assert missing == Failure(f"{site.url}/missing", "the server answered 404 Not Found; check the address")


def test_addresses_of_this_machine_are_refused(site: Site) -> None:
    [refused] = read_all([f"{site.url}/ok"])
    assert isinstance(refused, Failure)
    assert "127.0.0.1 is this machine, which is refused by default" in refused.error
    assert site.asked == []


def test_the_way_to_fetch_is_a_parameter() -> None:
    def get(url: str) -> Capture:
        if "bad" in url:
            raise FetchError(url, "no")
        return Capture(url, b"<p>", url)

    results = list(read_all(["HTTPS://good.example/", "http://bad.example/"], fetch=get))
    good = "HTTPS://good.example/"
    assert results == [Capture(good, b"<p>", good), Failure("http://bad.example/", "no")]


@pytest.mark.parametrize(
    ("body", "url"),
    [
        (b"<!DOCTYPE html>\n<!-- saved from url=(0019)http://example.org/ -->", "http://example.org/"),
        (
            b"<!-- saved from url=(0040)https://example.org/a?b=%2D%2D&c -->\r\n<html>",
            "https://example.org/a?b=%2D%2D&c",
        ),
        ("<!-- saved from url=(0019)http://example.org/ü -->".encode(), "http://example.org/ü"),
        ("<!-- saved from url=(0019)http://example.org/ -->".encode("utf-16"), "http://example.org/"),
        (b"<!-- saved from url=(0014)about:internet -->", None),
        (b"<!-- saved from url=(0020)file:///home/a.html -->", None),
        (b" " * 2048 + b"<!-- saved from url=(0019)http://example.org/ -->", None),
        (b"", None),
    ],
)
def test_a_saved_page_tells_where_it_came_from(tmp_path: Path, body: bytes, url: str | None) -> None:
    assert saved_from(body) == url
    path = tmp_path / "saved.html"
    path.write_bytes(body)
    assert read(str(path)) == Capture(str(path), body, url, folder=str(path.parent))


# --- rendered pages ---

SNAPSHOT = gzip.compress(b'{"format":"wrapture-snapshot","version":1}')


@pytest.mark.parametrize("name", ["page.snapshot", "page.html", "page"])
def test_a_rendered_page_is_told_by_its_content(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(SNAPSHOT)
    assert read(str(path)) == Capture(str(path), SNAPSHOT, media="snapshot", folder=str(tmp_path))


def test_rendered_pages_in_a_folder_are_found(tmp_path: Path) -> None:
    (tmp_path / "page.snapshot").write_bytes(SNAPSHOT)
    assert expand([str(tmp_path)]) == [str(tmp_path / "page.snapshot")]


def test_another_gzip_file_holds_a_page(tmp_path: Path) -> None:
    (tmp_path / "page.snapshot").write_bytes(gzip.compress(b"<p>"))
    page = read(str(tmp_path / "page.snapshot"))
    assert isinstance(page, Capture)
    assert (page.body, page.media) == (b"<p>", "html")
