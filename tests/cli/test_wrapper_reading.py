"""``extract`` with a wrapper or a library reads the same with the native extension and without it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import pytest

from tests.conftest import books

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.command import Command

PAGES: Final = {
    "books.html": None,
    "more.html": books().replace("Book", "Tome").encode("utf-16"),
    "frames.html": "<frameset><frame src=a.html></frameset>",
    "other.html": "<p>Nothing of the kind",
    "deep.html": "<div>" * 100_000,
    "empty.html": "",
}


@pytest.mark.parametrize("by", [("--wrapper", "books.json"), ("--library", "library")])
@pytest.mark.parametrize("output", ["json", "table"])
def test_both_readers_say_the_same(
    wrapture: Command, page: Callable[..., Path], by: tuple[str, str], output: str
) -> None:
    for name, content in PAGES.items():
        page(name, content)
    assert wrapture("learn", "books.html", "-o", "books.json").code == 0
    assert wrapture("library", "add", "library", "books.json").code == 0
    native, reference = (
        wrapture("extract", *by, "--format", output, *PAGES, env={"WRAPTURE_NATIVE": wish}) for wish in ("1", "0")
    )
    assert native == reference
    assert "Tome 7" in native.out
    assert native.err.count("frames.html: is a frameset, whose lists stand in other pages: a.html") == 1
    assert "deep.html: " in native.err
