"""A program that is ended in the middle of its work goes on later without asking a site twice."""

from __future__ import annotations

import signal
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.command import COMMAND, Command
from tests.patience import PATIENCE_S, wait_until
from tests.robot.site import PAGE_SIZE, Site, titles
from wrapture.library.wrapper_file import save
from wrapture.site.wrapping import wrap

from .conftest import visitor

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    SiteWith = Callable[..., Site]

PRIVATE = ("--allow-private", "--store", "pages")


def ended_at(site: Site, requests: int, by: signal.Signals, folder: Path, *arguments: str) -> int:
    """Start the command, end it by a signal once the site was asked so often, and return its exit code."""
    with subprocess.Popen(
        [COMMAND, *arguments], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    ) as running:
        wait_until(lambda: len(site.asked) >= requests or running.poll() is not None)
        running.send_signal(by)
        return running.wait(timeout=PATIENCE_S)


@pytest.mark.parametrize("by", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_wrapping_goes_on(site_with: SiteWith, wrapture: Command, by: signal.Signals) -> None:
    site = site_with()
    arguments = ("wrap", site.address, "-o", "w.json", "--delay", "0.1", *PRIVATE)
    assert ended_at(site, 6, by, wrapture.folder, *arguments) != 0
    assert not (wrapture.folder / "w.json").exists()
    before = len(site.asked)
    assert before >= 6
    done = wrapture("wrap", site.address, "-o", "w.json", "--delay", "0", *PRIVATE)
    assert done.code == 0, done.err
    # the one request that was under way when it was ended may have been answered without being kept
    assert len(site.asked) - len(set(site.asked)) <= 1
    assert before < len(site.asked)


def test_a_search_goes_on(site_with: SiteWith, wrapture: Command) -> None:
    site = site_with()
    save(wrap(site.address, visitor()).wrapper, wrapture.folder / "w.json")
    site.asked.clear()
    arguments = ("search", "w.json", "volume", "--pages", "50", "--delay", "0.1", *PRIVATE)
    assert ended_at(site, 5, signal.SIGINT, wrapture.folder, *arguments) == 130
    done = wrapture(*arguments, "-f", "csv")
    assert done.code == 0, done.err
    assert len(done.out.splitlines()) == 1 + len(titles())
    assert len(site.asked) - len(set(site.asked)) <= 1


def calendar(query: str, start: int, count: int) -> str:
    """A pager without an end, as those of calendars."""
    return f'<p class=pager><a href="/search?q={query}&start={start + PAGE_SIZE}">Next page</a></p>'


class Calendar(list[str]):
    """Books without end."""

    def __getitem__(self, index):  # type: ignore[no-untyped-def]
        return [f"Volume {n} of the winter railway survey" for n in range(index.start + 1, index.stop + 1)]


def test_a_list_without_end_is_read_as_far_as_asked_for(site_with: SiteWith, wrapture: Command) -> None:
    site = site_with()
    save(wrap(site.address, visitor()).wrapper, wrapture.folder / "w.json")
    site.pagination = calendar
    site.found = lambda query: Calendar(["x"])  # type: ignore[method-assign]
    done = wrapture("search", "w.json", "volume", "--pages", "7", "--delay", "0", *PRIVATE, "-f", "csv")
    assert done.code == 0, done.err
    assert len(done.out.splitlines()) == 1 + 7 * PAGE_SIZE
    assert "there are more than 7 pages" in done.err
