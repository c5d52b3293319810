"""``--render auto | always | never``, and pages that are built by scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.conftest import books
from wrapture import api
from wrapture.cli import intake as intakes
from wrapture.cli.intake import Intake, intake_for
from wrapture.cli.render_option import RenderMode, with_mode
from wrapture.errors import RenderError
from wrapture.model import Capture

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.command import Command

SHELL = b"<body><div id=root></div><script src=app.js></script>"
NO_BROWSER = {"WRAPTURE_BROWSER": "/gone"}


class FakeCamera:
    """Renders every page as a list of books, or fails."""

    opened = closed = 0
    fails = False

    def __init__(self, **options: bool) -> None:
        assert options == {"scripts": True, "allow_private": False}

    def __enter__(self) -> FakeCamera:
        type(self).opened += 1
        return self

    def __exit__(self, *_: object) -> None:
        type(self).closed += 1

    def shoot(self, capture: Capture) -> Capture:
        if self.fails:
            raise RenderError(capture.name, "the browser failed")
        return Capture(capture.name, books().encode(), capture.url)


@pytest.fixture
def said(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The messages; cameras are fake, and a browser seems to be installed."""
    messages: list[str] = []
    monkeypatch.setattr(intakes, "say", messages.append)
    monkeypatch.setattr(api, "Camera", FakeCamera, raising=False)
    monkeypatch.setattr(api, "has_browser", lambda: True, raising=False)
    monkeypatch.setattr(FakeCamera, "opened", 0)
    monkeypatch.setattr(FakeCamera, "closed", 0)
    return messages


def records(mode: RenderMode, *bodies: bytes, fetched: bool = True) -> list[int]:
    """Return how many records each of some pages has under a mode."""
    given = iter(bodies)
    standby = intake_for(allow_private=False, render=mode).standby
    intake = Intake(lambda url: Capture(url, next(given), url, fetched=fetched), standby=standby)
    with intake.opened():
        tables = list(intake.each_page(["https://shop.example/"] * len(bodies), api.extract))
    return [len(table) for table in tables if isinstance(table, api.Table)]


def test_addresses_of_pages_built_by_scripts_are_rendered(said: list[str]) -> None:
    assert records(RenderMode.auto, SHELL, books().encode(), SHELL) == [8, 8, 8]
    line = "https://shop.example/: is built by scripts, so a browser renders it (--render never leaves it as it is)"
    assert said == [line, line]
    assert (FakeCamera.opened, FakeCamera.closed) == (1, 1)


def test_other_pages_need_no_browser(said: list[str]) -> None:
    assert records(RenderMode.auto, books().encode()) == [8]
    assert (said, FakeCamera.opened) == ([], 0)


@pytest.mark.parametrize(("mode", "fetched"), [(RenderMode.never, True), (RenderMode.auto, False)])
def test_pages_that_stay_as_they_are_say_so(said: list[str], mode: RenderMode, fetched: bool) -> None:
    assert records(mode, SHELL, fetched=fetched) == [0]
    (line,) = said
    assert line.endswith("is built by scripts and shows hardly anything without them; --scripts runs them in a browser")


def test_a_browser_that_fails_leaves_the_page_as_it_is(said: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FakeCamera, "fails", True)
    assert records(RenderMode.auto, SHELL) == [0]
    assert said[1] == "https://shop.example/: the browser failed"


def test_without_a_browser_nothing_is_rendered(wrapture: Command, page: Callable[..., Path]) -> None:
    page("shell.html", SHELL)
    page("books.html")
    done = wrapture("extract", "shell.html", "books.html", "-f", "csv", env=NO_BROWSER)
    assert (done.code, done.out.count("\n")) == (0, 9)
    assert "shell.html: is built by scripts" in done.err
    wanted = wrapture("extract", "books.html", "--render", "always", env=NO_BROWSER)
    assert wanted.code == 1
    assert "browser" in wanted.err


@pytest.mark.parametrize(
    "flag", [["--render", "books.html"], ["books.html", "--render"], ["--render=always", "books.html"]]
)
@pytest.mark.parametrize("command", ["extract", "discover"])
def test_the_flag_of_old_still_renders(
    wrapture: Command, page: Callable[..., Path], command: str, flag: list[str]
) -> None:
    page("books.html")
    assert "browser" in wrapture(command, *flag, env=NO_BROWSER).err


def test_a_mode_is_only_added_where_it_is_missing() -> None:
    assert with_mode(["--render"]) == ["--render", "always"]
    assert with_mode(["a", "--render", "auto", "--", "--render", "b"]) == [
        "a",
        "--render",
        "auto",
        "--",
        "--render",
        "b",
    ]
    assert with_mode(["--render=never", "a"]) == ["--render=never", "a"]
