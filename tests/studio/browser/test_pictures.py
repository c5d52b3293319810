"""The pictures of the documentation: all that are shown are taken, and all that are taken are shown."""

from __future__ import annotations

import re

from tests.conftest import ROOT
from tests.studio import screenshots


def test_the_pictures_that_are_taken_are_those_that_are_shown() -> None:
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("**/*.md")]
    shown = {name for page in pages for name in re.findall(r"studio-[\w-]+\.png", page.read_text("utf-8"))}
    assert shown == set(screenshots.PICTURES)
    for name in shown:
        picture = screenshots.IMAGES / name
        assert picture.read_bytes().startswith(b"\x89PNG")
        assert picture.stat().st_size <= screenshots.MOST_BYTES
