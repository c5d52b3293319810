"""What a page that is being rendered gets, decided without a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from wrapture.capture import serving
from wrapture.capture.serving import Load, Refuse, Serve, address_of, answer
from wrapture.model import Capture

if TYPE_CHECKING:
    from pathlib import Path

SHOWN_AT = "http://example.org/dir/list.html"


def asked(capture: Capture, address: str, kind: str = "image", *, scripts: bool = False) -> serving.Answer:
    return answer(capture, SHOWN_AT, address, kind, scripts=scripts)


@pytest.fixture
def saved(tmp_path: Path) -> Capture:
    (tmp_path / "parts").mkdir()
    (tmp_path / "parts" / "a.css").write_bytes(b"p{}")
    (tmp_path / "parts" / "b.html").write_bytes("<p>é".encode("latin-1"))
    (tmp_path / "parts" / "c").write_bytes(b"?")
    return Capture("list.html", b"", folder=str(tmp_path))


@pytest.mark.parametrize(
    ("url", "address"),
    [
        (None, "http://saved-page.invalid/list.html"),
        ("https://ann:secret@example.org/list#top", "https://example.org/list"),
        ("ftp://example.org/list", "http://saved-page.invalid/list.html"),
        ("http://", "http://saved-page.invalid/list.html"),
        ("http://[bad/", "http://saved-page.invalid/list.html"),
    ],
)
def test_the_address_of_a_page(url: str | None, address: str) -> None:
    assert address_of(Capture("dir/list.html", b"", url)) == address


def test_a_page_is_served_in_the_charset_it_was_read_in() -> None:
    assert serving.own(Capture("list.html", b"x"), "koi8-r") == Serve(b"x", "text/html; charset=koi8-r")


def test_files_beside_a_saved_page(saved: Capture) -> None:
    root = "http://example.org/dir/parts"
    assert asked(saved, f"{root}/a.css?v=1#x", "stylesheet") == Serve(b"p{}", "text/css")
    assert asked(saved, f"{root}/b.html", "document") == Serve(
        "<p>é".encode("latin-1"), "text/html; charset=windows-1252"
    )
    assert asked(saved, f"{root}/c") == Serve(b"?", "application/octet-stream")


@pytest.mark.parametrize(
    "address",
    [
        "http://example.org/dir/parts/gone.css",
        "http://example.org/dir/parts",
        "http://example.org/dir/",
        "http://example.org/parts/a.css",
        "https://example.org/dir/parts/a.css",
        "http://example.org/dir/parts//a.css",
        "http://example.org/dir/parts/%00",
        "http://example.org/dir/" + "x" * 5000,
        "http://[bad/",
        "file:///etc/passwd",
        "",
    ],
)
def test_nothing_else_is_served(saved: Capture, address: str) -> None:
    assert asked(saved, address, "stylesheet") == Refuse()


def test_a_file_may_not_be_too_long(saved: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serving, "MAX_PART_BYTES", 2)
    assert asked(saved, "http://example.org/dir/parts/a.css") == Refuse()


def test_a_page_from_memory_has_nothing_beside_it() -> None:
    assert asked(Capture("list.html", b""), "http://example.org/dir/list.html") == Refuse()


@pytest.mark.parametrize(
    ("kind", "without", "with_scripts"),
    [
        ("image", Load(), Load()),
        ("document", Load(), Load()),
        ("script", Refuse(), Load()),
        ("media", Refuse(), Refuse()),
    ],
)
def test_what_a_fetched_page_may_load(kind: str, without: serving.Answer, with_scripts: serving.Answer) -> None:
    fetched = Capture("http://example.org/", b"", "http://example.org/", fetched=True)
    assert asked(fetched, "https://cdn.example/a", kind) == without
    assert asked(fetched, "https://cdn.example/a", kind, scripts=True) == with_scripts
    assert asked(fetched, "file:///etc/passwd", kind, scripts=True) == Refuse()
