from __future__ import annotations

import os
import re
import signal
import socket
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import pytest

from wrapture.errors import AddressError, FetchError, RobotsError
from wrapture.net.http_messages import Request
from wrapture.net.store import open_store
from wrapture.net.visitor import Visitor

from .conftest import FAST, PAGE, Reply

if TYPE_CHECKING:
    from pathlib import Path

    from wrapture.net.politeness import Politeness
    from wrapture.net.store import Store

    from .conftest import Site

HTML = {"Content-Type": "text/html"}


@pytest.fixture(params=["pages", "pages.warc.gz"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    return open_store(tmp_path / request.param)


def visitor(store: Store | None = None, *, politeness: Politeness = FAST, **others: Any) -> Visitor:
    return Visitor(store, politeness=politeness, allow_private=True, **others)


def refusal(visit: Visitor, request: Request | str) -> str:
    with pytest.raises(FetchError) as caught:
        visit.open(request)
    assert "\n" not in str(caught.value)
    return caught.value.what


def tagged(headers: dict[str, str]) -> Reply:
    """Answer in short to one who has the page already."""
    if headers.get("if-none-match") == '"1"':
        return Reply(b"", 304, {"ETag": '"1"', "X-Seen": "again"})
    return Reply(headers={**HTML, "ETag": '"1"', "Set-Cookie": "id=cookie-secret"})


# --- the store ---


def test_a_young_answer_is_not_asked_for_again(site: Site, store: Store) -> None:
    url = site.put("/list?q=1")
    first, second = (visitor(store).open(url) for _ in range(2))
    assert (first.body, first.stored) == (PAGE, False)
    assert (second.body, second.stored, second.asked) == (PAGE, True, first.asked)
    assert site.paths == ["/list?q=1"]


def test_a_page_from_the_store_is_told(site: Site, store: Store) -> None:
    url = site.put("/list?q=1").replace("http://", "http://ann:secret@")
    said: list[str] = []
    for offline in (False, False, True):
        visitor(store, say=said.append, offline=offline).open(url)
    assert [re.sub(r"\d+ s", "N s", line) for line in said] == [f"{site.url}/list?q=1: from the store, N s old"]


def test_an_old_answer_is_asked_for_again(site: Site, store: Store) -> None:
    url = site.put("/list", Reply(b"old"), Reply(b"new"))
    visit = visitor(store)
    assert [visit.open(url).body, visit.open(url, max_age_s=0).body, visit.open(url).body] == [b"old", b"new", b"new"]


def test_a_page_that_did_not_change_is_not_sent_again(site: Site, store: Store) -> None:
    url = site.put("/list", tagged)
    first, second = (visitor(store).open(url, max_age_s=0) for _ in range(2))
    assert (second.body, second.status, second.stored) == (PAGE, 200, False)
    assert second.asked > first.asked
    assert second.header("x-seen") == "again"
    assert second.request == first.request == Request(url)
    assert store.find(Request(url)) == replace(second, stored=True)


def test_a_condition_goes_no_further_than_the_address_it_is_about(site: Site, store: Store) -> None:
    url = site.put("/list", tagged, Reply(b"", 302, {"Location": "/new"}))
    site.put("/new", lambda headers: Reply(b"", 304) if "if-none-match" in headers else Reply(b"new"))
    visit = visitor(store)
    visit.open(url)
    assert visit.open(url, max_age_s=0).body == b"new"


def test_a_form_is_sent_without_conditions(site: Site, store: Store) -> None:
    form = Request(site.put("/search", tagged), "POST", b"q=1", "application/x-www-form-urlencoded")
    visit = visitor(store)
    assert [visit.open(form, max_age_s=0).stored for _ in range(2)] == [False, False]
    assert not any("if-none-match" in asked.headers for asked in site.asked)


def test_an_interrupted_visit_goes_on_where_it_was(site: Site, store: Store) -> None:
    urls = [site.put(f"/list?page={i}") for i in range(4)]
    first = visitor(store)
    for url in urls[:2]:
        first.open(url)
    again = visitor(store)
    assert [again.open(url).stored for url in urls] == [True, True, False, False]
    assert sorted(site.paths) == sorted(set(site.paths))
    assert again.asked == 2


def test_offline_nothing_is_asked(site: Site, store: Store) -> None:
    url = site.put("/list")
    old = visitor(store).open(url)
    store.keep(replace(old, asked=old.asked - timedelta(days=400)))
    count = len(site.asked)
    offline = visitor(store, offline=True)
    assert offline.open(url).body == PAGE
    assert "is not in the store" in refusal(offline, site.url + "/other")
    assert (len(site.asked), offline.asked) == (count, 0)


def test_a_page_that_is_gone_is_asked_for_once(site: Site, store: Store) -> None:
    for _ in range(2):
        assert refusal(visitor(store), site.url + "/gone") == "the server answered 404 Not Found; check the address"
    assert site.paths == ["/gone"]


def test_a_server_in_trouble_is_asked_again_the_next_time(site: Site, store: Store) -> None:
    url = site.put("/list", Reply(b"", 500), Reply())
    assert "the server answered 500" in refusal(visitor(store), url)
    assert visitor(store).open(url).body == PAGE


def test_two_threads_ask_once(site: Site, store: Store) -> None:
    url = site.put("/list", Reply(takes_s=0.1))
    visit = visitor(store)
    with ThreadPoolExecutor(4) as pool:
        assert {answer.body for answer in pool.map(visit.open, [url] * 4)} == {PAGE}
    assert site.paths == ["/list"]
    assert visit.asked == 1


def test_forms_are_told_apart_by_what_is_posted(site: Site, store: Store) -> None:
    url = site.put("/search", Reply(b"one"), Reply(b"two"))
    forms = [Request(url, "POST", body, "application/x-www-form-urlencoded") for body in (b"q=1", b"q=2")]
    bodies = [visitor(store).open(form).body for form in (*forms, *forms)]
    assert bodies == [b"one", b"two", b"one", b"two"]
    assert [(asked.method, asked.body) for asked in site.asked[1:]] == [("POST", b"q=1"), ("POST", b"q=2")]


def test_no_secret_reaches_the_disk(site: Site, store: Store, tmp_path: Path) -> None:
    secret = "pa/ss wörd"
    site.put(
        "/login", Reply(f"<p>Hello pa/ss w&ouml;rd, {secret}".encode(), headers={**HTML, "Set-Cookie": "id=crumb"})
    )
    address = site.url.replace("//", "//ann:hunter2@") + "/login"
    body = b"user=ann&password=pa%2Fss+w%C3%B6rd"
    request = Request(address, "POST", body, "application/x-www-form-urlencoded", secrets=(secret,))
    visitor(store).open(request)
    assert site.asked[-1].body == body
    store.close()
    with open_store(next(tmp_path.iterdir())) as again:
        (kept,) = (answer for answer in again if answer.request.method == "POST")
        assert kept.body == b"<p>Hello pa/ss w&ouml;rd, ***"
        assert kept.request.body == b"user=ann&password=***"
        assert again.find(request) == kept
    held = b"".join(_unzipped(path) for path in tmp_path.rglob("*") if path.is_file())
    assert b"***" in held
    assert not [word for word in (b"hunter2", b"crumb", secret.encode(), b"w%C3%B6rd") if word in held]


def _unzipped(path: Path) -> bytes:
    import gzip

    return gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()


# --- robots.txt ---


def robots(site: Site, text: str) -> None:
    site.put("/robots.txt", Reply(text.encode(), headers={"Content-Type": "text/plain"}))


def test_what_robots_txt_forbids_is_not_asked(site: Site) -> None:
    robots(site, "User-agent: wrapture\nDisallow: /private")
    url = site.put("/private/1")
    with pytest.raises(RobotsError, match=r"robots\.txt disallows it for programs"):
        visitor().open(url)
    assert site.paths == []
    assert visitor(politeness=replace(FAST, robots=False)).open(url).body == PAGE
    assert [asked.path for asked in site.asked] == ["/robots.txt", "/private/1"]


def test_robots_txt_is_asked_for_once(site: Site, store: Store) -> None:
    robots(site, "User-agent: *\nDisallow: /private")
    for path in ("/1", "/2"):
        visitor(store).open(site.put(path))
    visit = visitor(store)
    visit.open(site.put("/3"))
    assert [asked.path for asked in site.asked] == ["/robots.txt", "/1", "/2", "/3"]
    assert visit.asked == 1


def test_every_hop_is_checked_against_the_robots_txt_of_its_host(site: Site, other: Site) -> None:
    robots(other, "User-agent: *\nDisallow: /private")
    url = site.put("/list", Reply(b"", 302, {"Location": other.put("/private")}))
    with pytest.raises(RobotsError) as caught:
        visitor().open(url)
    assert caught.value.where == f"{other.url}/private"
    assert other.paths == []


@pytest.mark.parametrize("status", [401, 403, 404, 410, 429])
def test_where_there_is_no_robots_txt_all_is_allowed(site: Site, status: int) -> None:
    site.put("/robots.txt", Reply(b"User-agent: *\nDisallow: /", status))
    assert visitor(politeness=replace(FAST, retries=0)).open(site.put("/list")).body == PAGE


def test_where_robots_txt_can_not_be_had_nothing_is_allowed(site: Site) -> None:
    site.put("/robots.txt", Reply(b"", 500))
    visit = visitor()
    url = site.put("/list")
    for _ in range(2):
        with pytest.raises(RobotsError, match=r"robots\.txt is unavailable \(the server answered 500\)"):
            visit.open(url)
    assert [asked.path for asked in site.asked] == ["/robots.txt"]


def test_an_old_robots_txt_counts_where_there_is_no_new_one(site: Site, store: Store) -> None:
    robots(site, "User-agent: *\nDisallow: /private")
    visitor(store).open(site.put("/list"))
    old = store.find(Request(f"{site.url}/robots.txt"))
    assert old is not None
    site.put("/robots.txt", Reply(b"", 500))
    yesterday = [replace(old, asked=old.asked - timedelta(days=2))]
    aged = open_store(store_path(store).with_name("aged"))
    aged.keep(yesterday[0])
    assert visitor(aged).open(f"{site.url}/list").body == PAGE
    with pytest.raises(RobotsError):
        visitor(aged).open(f"{site.url}/private")


def store_path(store: Store) -> Path:
    path: Path = getattr(store, "path", None) or store.folder  # type: ignore[attr-defined]
    return path


def test_a_busy_server_is_asked_again_for_its_robots_txt(site: Site) -> None:
    site.put("/robots.txt", Reply(b"", 503), Reply(b"User-agent: *\nDisallow: /private"))
    assert visitor().open(site.put("/list")).body == PAGE


def test_a_wait_for_robots_txt_that_is_too_long_says_so(site: Site) -> None:
    site.put("/robots.txt", Reply(b"", 503, {"Retry-After": "7200"}))
    assert "the server accepts no requests before" in refusal(visitor(), site.put("/list"))
    assert site.paths == []


def test_robots_txt_may_lead_on_five_times(site: Site) -> None:
    site.put("/robots.txt", Reply(b"", 302, {"Location": "/hop1"}))
    for i in range(1, 7):
        site.put(f"/hop{i}", Reply(b"", 302, {"Location": f"/hop{i + 1}"}))
    url = site.put("/list")
    with pytest.raises(RobotsError, match="redirects more than 5 times"):
        visitor().open(url)
    site.put("/hop5", Reply(b"User-agent: *\nDisallow: /x"))
    assert visitor().open(url).body == PAGE


def test_a_crawl_delay_is_kept_up_to_a_limit(site: Site) -> None:
    robots(site, "User-agent: *\nCrawl-delay: 0.3")
    visitor().open(site.put("/list"))
    file, page = site.asked
    assert page.began - file.ended >= 0.29
    with pytest.raises(RobotsError, match=r"demands 0\.3 s between requests, more than the limit of 0\.1 s"):
        visitor(politeness=replace(FAST, max_crawl_delay_s=0.1)).open(f"{site.url}/list")


# --- time ---


def test_the_delay_is_kept_between_all_requests_to_a_host(site: Site) -> None:
    site.put("/moved", Reply(b"", 302, {"Location": "/list"}))
    site.put("/list")
    visit = visitor(politeness=replace(FAST, delay_s=0.15))
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(visit.open, [f"{site.url}/moved", f"{site.url}/list"]))
    times = sorted((asked.began, asked.ended) for asked in site.asked)
    assert len(times) == 4
    assert all(later[0] - earlier[1] >= 0.14 for earlier, later in pairwise(times))


def test_two_hosts_are_asked_at_once(site: Site, other: Site) -> None:
    urls = [site.put("/list", Reply(takes_s=0.4)), other.put("/list", Reply(takes_s=0.4))]
    visit = visitor(politeness=replace(FAST, robots=False))
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(visit.open, urls))
    assert site.asked[0].began < other.asked[0].ended
    assert other.asked[0].began < site.asked[0].ended


@pytest.mark.parametrize("status", [429, 502, 503, 504])
def test_a_busy_server_is_asked_again(site: Site, status: int) -> None:
    visit = visitor()
    assert visit.open(site.put("/list", Reply(b"", status), Reply(b"", status), Reply())).body == PAGE
    assert visit.asked == 3


def test_a_server_that_stays_busy_is_given_up(site: Site) -> None:
    url = site.put("/list", Reply(b"", 503))
    assert "the server answered 503" in refusal(visitor(), url)
    assert len(site.paths) == 1 + FAST.retries


def test_other_failures_are_not_repeated(site: Site) -> None:
    url = site.put("/list", Reply(b"", 403))
    assert "403" in refusal(visitor(), url)
    assert len(site.paths) == 1


@pytest.mark.slow
def test_a_server_is_asked_again_when_it_says(site: Site) -> None:
    url = site.put("/list", Reply(b"", 503, {"Retry-After": "1"}), Reply())
    visitor(politeness=replace(FAST, robots=False)).open(url)
    first, second = site.asked
    assert 1 <= second.began - first.ended < 3


def test_a_server_that_wants_hours_is_left_alone(site: Site) -> None:
    visit = visitor()
    url = site.put("/list", Reply(b"", 503, {"Retry-After": "7200"}), Reply())
    assert "the server accepts no requests before" in refusal(visit, url)
    assert "the server accepts no requests before" in refusal(visit, site.put("/other"))
    assert site.paths == ["/list"]


def test_a_server_that_is_not_there_is_asked_again() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{taken.getsockname()[1]}/"
        visit = visitor(politeness=replace(FAST, robots=False))
        assert "no connection" in refusal(visit, url)
        assert visit.asked == 1 + FAST.retries
        assert "no connection" in refusal(visitor(), url)


def test_an_interrupt_ends_a_wait_at_once(site: Site) -> None:
    url = site.put("/list", Reply(b"", 503, {"Retry-After": "60"}))
    said: list[str] = []

    def interrupt(line: str) -> None:
        said.append(line)
        threading.Timer(0.1, os.kill, (os.getpid(), signal.SIGINT)).start()

    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        visitor(say=interrupt).open(url)
    assert time.monotonic() - began < 50
    (line,) = said
    assert re.fullmatch(r"127\.0\.0\.1: waiting \d\d s before the next request", line)


@pytest.mark.slow
def test_after_an_interrupt_others_can_ask(site: Site) -> None:
    def interrupt(_: dict[str, str]) -> Reply:
        threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
        return Reply(b"", 503, {"Retry-After": "4"})

    url = site.put("/list", interrupt, Reply())
    visit = visitor()
    with pytest.raises(KeyboardInterrupt):
        visit.open(url)
    assert visit.open(url).body == PAGE


def test_an_end_ends_the_waits_of_all_threads(site: Site) -> None:
    url = site.put("/list", Reply(b"", 503, {"Retry-After": "60"}))
    with ThreadPoolExecutor(2) as pool, visitor(politeness=replace(FAST, robots=False)) as visit:
        jobs = [pool.submit(refusal, visit, url) for _ in range(2)]
        time.sleep(0.5)
        visit.close()
        assert {"was not requested, because the visit was stopped; run it again to resume"} == {
            job.result(timeout=50) for job in jobs
        }


# --- what is no page ---


def test_what_is_no_text_is_no_page(site: Site) -> None:
    url = site.put("/logo", Reply(b"\x89PNG", headers={"Content-Type": "image/png"}))
    assert refusal(visitor(), url) == "is 'image/png', not a web page; give the address of an HTML page"
    large = site.put("/film", Reply(b"x" * 200, headers={"Content-Type": "video/mp4", "Content-Length": "9999999999"}))
    assert refusal(visitor(), large).startswith("is 'video/mp4'")  # its body is not waited for


def test_private_addresses_are_not_asked(site: Site, other: Site) -> None:
    for url in (site.put("/list"), other.put("/list")):
        with pytest.raises(AddressError) as caught:
            Visitor(politeness=FAST).open(url)
        assert caught.value.where == url
    assert site.asked == other.asked == []


def test_cookies_come_back_to_their_site(site: Site) -> None:
    visit = visitor()
    visit.open(site.put("/login", tagged))
    visit.open(site.put("/list"))
    assert site.asked[-1].headers.get("cookie") == "id=cookie-secret"
