"""From a site's address to a wrapper that says how to ask."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.robot.conftest import visitor
from tests.robot.site import Site
from wrapture.errors import FetchError, NothingFoundError, RobotsError
from wrapture.library.wrapper_file import dumps, load, loads
from wrapture.site.searching import leaves
from wrapture.site.word_lists import impossible_word
from wrapture.site.wrapping import wrap

if TYPE_CHECKING:
    from pathlib import Path

    from tests.command import Command

SiteWith = Callable[..., Site]
QUERIES = ("unicorn", "railway", "harbour chronicle", "volume", "007", "nowhere")


def count(site: Site, wrapper_text: str, query: str) -> int:
    pages = leaves(loads(wrapper_text), query, visitor(), pages=50)
    return sum(len(leaf.table) for leaf in pages)


@pytest.mark.parametrize(
    "settings",
    [
        {},
        {"method": "post"},
        {"method": "post", "token": True},
        {"front": "link"},
        {"nothing": ""},
    ],
    ids=["get", "post", "a token for each visit", "the form is a link away", "no word where there is nothing"],
)
def test_all_that_the_site_has_is_found(site_with: SiteWith, settings: dict[str, object]) -> None:
    site = site_with(**settings)
    wrapped = wrap(site.address, visitor())
    text = dumps(wrapped.wrapper)
    assert loads(text) == wrapped.wrapper
    for query in QUERIES:
        assert count(site, text, query) == len(site.found(query)), query


def test_an_impossible_query_and_five_that_are_answered_are_sent(site_with: SiteWith) -> None:
    site = site_with()
    wrapped = wrap(site.address, visitor())
    sent = [asked for asked in site.asked if asked.startswith("/search")]
    assert any(impossible_word(f"{site.address}search") in asked for asked in sent)
    assert len(wrapped.queries) >= 5
    assert all(site.found(query) for query in wrapped.queries)


def test_the_wrapper_says_how_to_ask(site_with: SiteWith) -> None:
    site = site_with()
    query_form = wrap(site.address, visitor()).wrapper.query_form
    assert query_form is not None
    assert (query_form.page, query_form.action) == (site.address, f"{site.address}search")
    assert (query_form.method, query_form.query) == ("GET", "q")
    assert query_form.entries == (("q", ""), ("sort", "title"))
    assert query_form.nothing == ("Nothing matches {query}.",)
    assert query_form.paging is not None
    assert (query_form.paging.by, query_form.paging.parameter) == ("link", "start")


def test_a_site_without_a_form_is_an_error_that_says_what_to_do(site_with: SiteWith) -> None:
    site = site_with(front="none")
    site.page = lambda path, values: (404 if path == "/robots.txt" else 200, "<h1>Nothing to ask</h1>")  # type: ignore[method-assign]
    with pytest.raises(NothingFoundError, match=r"no search form found; give the address of the search page"):
        wrap(site.address, visitor())


def test_a_site_that_answers_nothing_is_an_error(site_with: SiteWith) -> None:
    site = site_with(books=[])
    with pytest.raises(NothingFoundError, match="no form returns a list of records"):
        wrap(site.address, visitor())
    assert len(site.asked) < 60


def test_what_robots_txt_forbids_is_not_asked(site_with: SiteWith) -> None:
    site = site_with(robots="User-agent: *\nDisallow: /search\n")
    with pytest.raises(RobotsError):
        wrap(site.address, visitor())
    assert not any(asked.startswith("/search") for asked in site.asked)


def test_a_private_address_is_refused_unless_it_is_allowed(wrapture: Command, site_with: SiteWith) -> None:
    site = site_with()
    line = wrapture("wrap", site.address, "-o", "w.json", "--store", "pages").fails_with_one_line()
    assert "--allow-private" in line
    assert site.asked == []


HARMFUL_FORMS = """
<form action="/logout" method=post><input type=submit value="Log out"></form>
<form action="/delete" method=post><input name=id><input type=submit value="Delete it"></form>
<form action="/subscribe" method=post><input type=email name=mail><input type=submit value=Subscribe></form>
<form action="/order" method=get><input name=amount><input type=submit value="Order now"></form>
<p><a href="/logout">Log out</a> <a href="/cart/add?id=3">Add to cart</a> <a href="/item?action=delete&id=1">x</a></p>
"""


def test_nothing_is_ordered_deleted_or_logged_out(site_with: SiteWith) -> None:
    site = site_with()
    plain = site.page

    def page(path: str, values: dict[str, str]) -> tuple[int, str]:
        status, text = plain(path, values)
        return status, text if path == "/robots.txt" else f"{HARMFUL_FORMS}{text}"

    site.page = page  # type: ignore[method-assign]
    wrap(site.address, visitor())
    harmful = ("/logout", "/delete", "/subscribe", "/order", "/cart", "/item")
    assert [asked for asked in site.asked if asked.startswith(harmful)] == []


def test_interrupted_work_goes_on_without_asking_twice(site_with: SiteWith, tmp_path: Path) -> None:
    site = site_with()
    asked_for = 0

    def say(_: str) -> None:
        nonlocal asked_for
        asked_for += 1
        if asked_for == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        wrap(site.address, visitor(tmp_path / "pages"), say=say)
    before = list(site.asked)
    assert len(before) > 3
    whole = wrap(site.address, visitor(tmp_path / "pages"))
    assert len(site.asked) == len(set(site.asked))
    assert dumps(whole.wrapper) == dumps(wrap(site.address, visitor()).wrapper)


@pytest.mark.parametrize("store", ["pages", "pages.warc.gz"])
def test_the_same_wrapper_can_be_learned_from_the_store_alone(
    wrapture: Command, site_with: SiteWith, store: str
) -> None:
    site = site_with()
    options = ("--store", store, "--allow-private", "--delay", "0")
    assert wrapture("wrap", site.address, "-o", "a.json", *options).code == 0
    asked = len(site.asked)
    assert wrapture("wrap", site.address, "-o", "b.json", "--offline", *options).code == 0
    assert len(site.asked) == asked
    assert (wrapture.folder / "a.json").read_bytes() == (wrapture.folder / "b.json").read_bytes()
    assert load(wrapture.folder / "a.json").query_form is not None


def test_a_store_that_was_torn_is_told_and_used(wrapture: Command, site_with: SiteWith) -> None:
    site = site_with()
    options = ("--store", "pages.warc.gz", "--allow-private", "--delay", "0")
    assert wrapture("wrap", site.address, "-o", "a.json", *options).code == 0
    file = wrapture.folder / "pages.warc.gz"
    file.write_bytes(file.read_bytes()[:-40])
    done = wrapture("wrap", site.address, "-o", "b.json", *options)
    assert done.code == 0, done.err
    assert "pages.warc.gz: " in done.err


def test_without_the_page_offline_says_so(tmp_path: Path) -> None:
    with pytest.raises(FetchError, match="store"):
        wrap("http://127.0.0.1:1/", visitor(tmp_path / "none", offline=True))


CODE_FORMS = """
<form action="/query/" method=post><textarea name=sql>select 1</textarea><button>Search</button></form>
<form action="/search" method=post><textarea name=q></textarea><button>Search</button></form>
<form action="/run" method=get><input name=command><button>Search</button></form>
"""


def test_forms_that_take_programs_are_left_alone(site_with: SiteWith) -> None:
    site = site_with()
    site.form = lambda query: CODE_FORMS  # type: ignore[method-assign]
    with pytest.raises(NothingFoundError):
        wrap(site.address, visitor())
    assert not [asked for asked in site.asked if asked.startswith(("/query", "/search", "/run"))]


def test_a_form_in_a_frame_is_found(site_with: SiteWith) -> None:
    site = site_with(front="link")
    plain = site.page

    def page(path: str, values: dict[str, str]) -> tuple[int, str]:
        return (200, '<iframe src="/find"></iframe>') if path == "/" else plain(path, values)

    site.page = page  # type: ignore[method-assign]
    query_form = wrap(site.address, visitor()).wrapper.query_form
    assert query_form is not None
    assert query_form.page == f"{site.address}find"


def test_records_of_another_kind_on_later_pages_are_learned_too(site_with: SiteWith) -> None:
    site = site_with()
    plain = site.results

    def results(values: dict[str, str]) -> tuple[int, str]:
        status, text = plain(values)
        if int(values.get("start", "0")) < 10:
            return status, text.replace(
                "by press", "by <b>Ann</b> on <i>3 May</i> in <b>York</b> for <i>friends</i>, press"
            )
        return status, text

    site.results = results  # type: ignore[method-assign]
    site.pagination = numbers
    text = dumps(wrap(site.address, visitor()).wrapper)
    for query in ("railway", "volume"):
        assert count(site, text, query) == len(site.found(query)), query


def numbers(query: str, start: int, count: int) -> str:
    def link(number: int) -> str:
        return f'<a href="/search?q={query}&sort=title&start={10 * (number - 1)}">{number}</a>'

    pages = range(1, (count + 9) // 10 + 1)
    return f"<p class=pager>{' '.join(link(n) if n != start // 10 + 1 else f'<b>{n}</b>' for n in pages)}</p>"
