"""Work on the site of a desk, as other programs ask for it: progress, results that last, refusals."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import pytest

from tests.browser.conftest import Site, running
from tests.conftest import books
from tests.patience import PATIENCE_S

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from tests.studio.running import Studio, Work

HTML = "text/html; charset=utf-8"


@pytest.fixture
def site() -> Iterator[Site]:
    """A web server on this machine."""
    yield from running(Site())


@pytest.fixture
def private(start_studio: Callable[..., Studio]) -> Studio:
    """A studio that may ask this machine."""
    return start_studio("--allow-private")


def ended(work: Work, **task: object) -> dict[str, Any]:
    """Return a task after its end; the desk is as it is then."""
    now = work.studio.do("POST", f"{work.path}/tasks", {"task": task})
    end = time.monotonic() + PATIENCE_S
    while now["state"] == "running":
        assert time.monotonic() < end, now
        time.sleep(0.02)
        now = work.studio.do("GET", f"/api/tasks/{now['id']}")
    work.desk = work.studio.do("GET", work.path)
    return dict(now)


def result(work: Work, kind: str) -> dict[str, Any]:
    results = work.studio.do("GET", f"{work.path}/results")["results"]
    return next(one for one in results if one["kind"] == kind)


def test_addresses_are_read_in_one_step(private: Studio, site: Site) -> None:
    for name in "abc":
        site.pages[f"/{name}"] = (HTML, books(5, f"Book {name}").encode())
    work = private.begin().step("pages", address=site.url("/a"))
    task = ended(work, kind="addresses", addresses=[site.url("/b"), site.url("/gone"), site.url("/c")])
    assert (task["state"], task["result"]) == ("done", "addresses")
    assert [page["learn"] for page in work.desk["pages"]] == [True, False, False]
    assert work.desk["undo"] == "Read 2 more pages"
    found = result(work, "addresses")
    assert found["words"].startswith("2 more pages read: 15 records on 3 pages")
    assert "404" in found["remarks"][0]
    assert len(work.step("undo").desk["pages"]) == 1


def test_one_thing_is_done_at_a_time_and_cancelled(private: Studio, site: Site) -> None:
    site.pages["/a"] = (HTML, books(5).encode())
    site.leads["/b"] = "/endless"
    work = private.begin().step("pages", address=site.url("/a"))
    ask = {"task": {"kind": "addresses", "addresses": [site.url("/b")]}}
    task = private.do("POST", f"{work.path}/tasks", ask)
    assert private.do("GET", f"{work.path}/results")["task"]["id"] == task["id"]
    refused = private.ask("POST", f"{work.path}/tasks", ask)
    assert (refused.status, "under way" in refused.error) == (400, True)
    private.do("DELETE", f"/api/tasks/{task['id']}")
    site.closing.set()
    end = time.monotonic() + PATIENCE_S
    while (now := private.do("GET", f"/api/tasks/{task['id']}"))["state"] == "running":
        assert time.monotonic() < end
        time.sleep(0.02)
    assert now["state"] == "cancelled"
    assert len(private.do("GET", work.path)["pages"]) == 1


def test_private_addresses_stay_unread(studio: Studio, site: Site) -> None:
    work = studio.begin().add("books.html", books())
    ended(work, kind="addresses", addresses=[site.url("/a")])
    assert "private" in result(work, "addresses")["remarks"][0]
    assert site.calls == 0


def test_results_outlive_the_studio(start_studio: Callable[..., Studio], site: Site) -> None:
    site.pages["/a"] = (HTML, books(6).encode())
    for number in range(6):
        page = f"<title>Book {number}</title><h1>Book {number}</h1><dl><dt>Pages</dt><dd>{number + 90}</dd></dl>"
        site.pages[f"/b/{number}"] = (HTML, page.encode())
    first = start_studio("--allow-private")
    work = first.begin().step("pages", address=site.url("/a"))
    assert ended(work, kind="follow", column="link", limit=10)["state"] == "done"
    first.stop()
    second = start_studio("--allow-private")
    (kept,) = second.do("GET", f"{work.path}/results")["results"]
    assert kept["table"]["total"] == 6
    text = second.ask("GET", f"{work.path}/results/follow/table?format=csv").body.decode("utf-8-sig")
    assert ",EUR,90," in text.splitlines()[1]
    opened = second.do("POST", f"{work.path}/results/follow/open", {})
    assert opened["wrapper"]["name"]
    second.ask("DELETE", f"{work.path}/results/follow")
    assert second.do("GET", f"{work.path}/results")["results"] == []


@pytest.mark.parametrize(
    ("task", "words"),
    [
        ({"kind": "pages", "count": 10}, "no page of this desk has an address"),
        ({"kind": "watch"}, "no page of this desk was read from an address"),
        ({"kind": "search", "query": "lamp"}, "no result 'wrap'"),
        ({"kind": "repair", "page_ids": ["none"]}, "choose a page that no longer fits"),
    ],
)
def test_what_cannot_be_done_is_said(studio: Studio, task: dict[str, object], words: str) -> None:
    work = studio.begin().add("books.html", books())
    now = ended(work, **task)
    assert (now["state"], words in now["error"]) == ("failed", True), now


@pytest.mark.parametrize("task", [{"kind": "pages", "count": 1}, {"kind": "addresses", "addresses": ["file:///etc"]}])
def test_wrong_requests_are_refused(studio: Studio, task: dict[str, object]) -> None:
    work = studio.begin().add("books.html", books())
    assert studio.ask("POST", f"{work.path}/tasks", {"task": task}).status == 422


def test_a_desk_without_a_list_has_no_site(studio: Studio) -> None:
    work = studio.begin()
    answer = studio.ask("POST", f"{work.path}/tasks", {"task": {"kind": "watch"}})
    assert (answer.status, "no wrapper yet" in answer.error) == (400, True)


def test_a_repair_is_accepted_only_if_there_is_one(studio: Studio) -> None:
    work = studio.begin().add("books.html", books())
    assert "no result" in work.refused("repair").error
    ended(work, kind="repair", page_ids=[work.page])
    assert result(work, "repair")["words"].startswith("The wrapper still fits")
    assert "not repaired" in work.refused("repair").error


def test_checks_say_why_a_page_does_not_fit(studio: Studio) -> None:
    work = studio.begin().add("books.html", books())
    work.add("other.html", "<html><title>404</title><h1>404 Not Found</h1><p>Sorry.</p></html>", learn=False)
    checks = studio.do("GET", f"{work.path}/checks")
    assert [one["verdict"] for one in checks["pages"]] == ["fits", "error"]
    assert checks["pages"][1]["reasons"]
