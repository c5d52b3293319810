"""One studio for all tests of this folder, and fresh ones for tests that stop it."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from tests.command import Command
from tests.studio.running import Studio, start

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path


@pytest.fixture(scope="session")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    """A studio that many tests share; each test creates a desk of its own."""
    folder = tmp_path_factory.mktemp("studio")
    running = start(Command(folder), folder / "home")
    yield running
    running.stop()


@pytest.fixture
def start_studio(wrapture: Command, tmp_path: Path) -> Iterator[Callable[..., Studio]]:
    """Start studios in the test's own folder; all of them are stopped at its end."""
    running: list[Studio] = []

    def begin(*arguments: str | Path) -> Studio:
        running.append(start(wrapture, tmp_path / "home", *arguments))
        return running[-1]

    yield begin
    for one in running:
        with suppress(ProcessLookupError):
            one.stop()
