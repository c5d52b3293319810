"""The browser is found, or it is said what to install."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import pytest

from wrapture.capture.browser import find_browser
from wrapture.capture.camera import Camera
from wrapture.errors import BrowserError, MissingExtraError
from wrapture.model import Capture

if TYPE_CHECKING:
    from pathlib import Path


def program(folder: Path, name: str, text: str = "#!/bin/sh\nexit 3\n") -> str:
    path = folder / name
    path.write_text(text)
    path.chmod(0o755)
    return str(path)


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Put nothing but the test's own folder on the path."""
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.delenv("WRAPTURE_BROWSER", raising=False)


def test_the_first_of_the_names_is_taken(tmp_path: Path) -> None:
    program(tmp_path, "google-chrome")
    chromium = program(tmp_path, "chromium")
    assert find_browser() == chromium


def test_the_environment_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(tmp_path, "chromium")
    own = program(tmp_path, "own")
    monkeypatch.setenv("WRAPTURE_BROWSER", own)
    assert find_browser() == own


def test_none_is_told_with_what_to_install() -> None:
    with pytest.raises(BrowserError, match=r"needs a browser: no Chromium was found; .*apt-get install chromium"):
        find_browser()


def test_a_wrong_setting_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WRAPTURE_BROWSER", "/gone")
    with pytest.raises(BrowserError, match="WRAPTURE_BROWSER='/gone' is not a program"):
        find_browser()


def test_playwright_is_an_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "playwright.async_api", None)
    with pytest.raises(MissingExtraError, match=r"rendering pages needs an optional package: .*wrapture\[render\]"):
        find_browser()


def test_a_program_that_is_no_browser_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WRAPTURE_BROWSER", program(tmp_path, "chromium"))
    with Camera() as camera, pytest.raises(BrowserError, match="chromium does not start"):
        camera.shoot(Capture("page", b"<p>text"))
