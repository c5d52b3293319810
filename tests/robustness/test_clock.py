"""A clock that jumps: nothing is lost, nothing counts as fresh for ever, and no time is negative."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from tests.bulk.site import wrapper_of
from wrapture.bulk import run as bulk_run
from wrapture.bulk.order import order_of
from wrapture.library import trash, versions
from wrapture.library.versions import KEPT
from wrapture.library.wrapper_library import Library
from wrapture.net.freshness import age_s
from wrapture.net.http_messages import Request, Response
from wrapture.watch import watching
from wrapture.watch.watching import Watch

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from wrapture.model import Wrapper

START = datetime(2026, 11, 18, 12, tzinfo=UTC)
JUMPS = (timedelta(0), timedelta(days=3650), timedelta(days=-3650), timedelta(hours=-1), timedelta(seconds=1))


@pytest.fixture
def jump(monkeypatch: pytest.MonkeyPatch) -> Callable[[timedelta], None]:
    """Return a function that sets the clock of all modules under test."""
    now = [START]

    class Clock(datetime):
        """A clock that shows what it is told."""

        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return now[0].astimezone(tz)

    for module in (versions, trash, watching, bulk_run):
        monkeypatch.setattr(module, "datetime", Clock)

    def to(by: timedelta) -> None:
        now[0] = START + by

    return to


def numbered(number: int) -> Wrapper:
    return replace(wrapper_of(), name="shop", addresses=(f"https://shop.example/{number}/*",))


@pytest.mark.slow
def test_versions_keep_their_order(tmp_path: Path, jump: Callable[[timedelta], None]) -> None:
    library = Library(tmp_path)
    library.add(numbered(0))
    for number, by in enumerate(JUMPS * (KEPT // 2), start=1):
        jump(by)
        library.save(numbered(number), "shop", stamp=None, replace=True)
        library.revert("shop")
        assert library.load("shop")[0] == numbered(number - 1)  # the last one, whatever the clock says
        library.revert("shop")
        assert library.load("shop")[0] == numbered(number)
    assert len(library.versions("shop")) == KEPT


def test_the_trash_gives_back_what_was_discarded(tmp_path: Path, jump: Callable[[timedelta], None]) -> None:
    library = Library(tmp_path)
    for by in (timedelta(0), timedelta(hours=-1), timedelta(days=20)):
        jump(by)
        library.add(numbered(1))
        token = library.discard("shop")
        jump(by - timedelta(days=365))
        assert [one.token for one in library.discarded() if one.token == token] == [token]
        assert library.restore(token) == "shop"
        library.remove("shop")


@pytest.mark.parametrize("days", [-3650, 3650])
def test_a_stored_page_is_not_fresh_for_ever(days: int) -> None:
    asked = datetime.now(UTC) + timedelta(days=days)
    assert age_s(Response(Request("https://a.example/"), "https://a.example/", 200, (), b"", asked)) > 86_400 * 3000


def test_a_bulk_run_takes_no_negative_time(
    tmp_path: Path, jump: Callable[[timedelta], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "page.html").write_text("<p>Nothing")
    run = bulk_run.BulkRun(order_of([tmp_path / "page.html"], tmp_path / "out.csv", wrapper=wrapper_of(), workers=1))
    close = run._close

    def close_later(*given: Any) -> Any:
        jump(timedelta(days=-1))
        return close(*given)

    monkeypatch.setattr(run, "_close", close_later)
    report = run.go()
    assert (report.seconds, report.pages_per_second) == (0.0, 0.0)


def test_rounds_of_a_watch_stay_in_order(tmp_path: Path, jump: Callable[[timedelta], None]) -> None:
    from tests.torture.killable import _watch_wrapper, _watched_page
    from wrapture.model import Capture
    from wrapture.watch.watching import WatchedSource

    watch = Watch(tmp_path)
    for number, by in enumerate(JUMPS):
        jump(by)
        pages = [Capture("books.html", _watched_page(number))]
        with watch.locked():
            done = watch.round(WatchedSource("books", _watch_wrapper(), lambda pages=pages: pages))  # type: ignore[misc]
        assert done.outcome == ("changes" if number else "first")
    known = watch.state.source("books")
    assert known is not None
    kinds = [one.change.kind for one in watch.state.changes()]
    assert kinds == ["new", "new", "gone", "gone"] * (len(JUMPS) - 1)
