"""Sites on which version 0.1.0 went wrong silently, each drawn anew: what was read, what was requested, what was said."""

from __future__ import annotations

import signal
import socket
import subprocess
from contextlib import ExitStack
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING

import pytest

from tests.command import COMMAND, Command
from tests.patience import PATIENCE_S, wait_until
from tests.robot.site import PAGE_SIZE, Site, serving
from wrapture.errors import LostSiteError, NothingFoundError
from wrapture.html.lexbor import parse_page
from wrapture.learning.learn import learn_wrapper
from wrapture.learning.learners import ALL, LEARNERS
from wrapture.net.cookies import read_cookie
from wrapture.net.politeness import Politeness
from wrapture.net.visitor import Visitor
from wrapture.net.web_address import parsed
from wrapture.site.query_chain import QueryChain
from wrapture.site.searching import leaves
from wrapture.site.wrapping import wrap

from .conftest import visitor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from wrapture.model import Wrapper

    SiteWith = Callable[..., Site]


@pytest.fixture
def serve() -> Iterator[Callable[[Site], Site]]:
    with ExitStack() as stack:
        yield lambda site: stack.enter_context(serving(site))


def texts(wrapper: Wrapper, query: str, pages: int = 20) -> list[str]:
    return [row.text for leaf in leaves(wrapper, query, visitor(), pages=pages) for row in leaf.table.rows]


# --- (a) rows of a table against their cells ---


@dataclass
class Tables(Site):
    """Answers are tables of many short cells."""

    def results(self, values: dict[str, str]) -> tuple[int, str]:
        found = self.found(values.get("q", ""))
        if not found:
            return 200, f"<h1>Library</h1>{self.form('')}<p>Nothing matches.</p>"
        rows = "".join(
            f"<tr><td><a href='/book/{book.split()[1]}'>{book}</a></td><td>{1900 + int(book.split()[1])}</td>"
            f"<td>Shelf {int(book.split()[1]) % 7}</td><td>{len(book)} pages</td></tr>"
            for book in found[:PAGE_SIZE]
        )
        return 200, f"<h1>Library</h1>{self.form('')}<table>{rows}</table>"


def test_rows_of_a_table_are_read_not_cells(serve: Callable[[Site], Site]) -> None:
    site = serve(Tables())
    wrapper = wrap(site.address, visitor()).wrapper
    found = texts(wrapper, "unicorn")
    assert found == [f"{site.found('unicorn')[0]} 1907 Shelf 0 {len(site.found('unicorn')[0])} pages"]


# --- (b) flat lists ---


@dataclass
class Flat(Site):
    """Answers are headings and paragraphs without anything around them."""

    def results(self, values: dict[str, str]) -> tuple[int, str]:
        found = self.found(values.get("q", ""))
        if not found:
            return 200, f"<h1>Library</h1>{self.form('')}<p>Nothing matches.</p>"
        items = "".join(
            f"<h2><a href='/book/{book.split()[1]}'>{book}</a></h2><p>Printed in {1900 + int(book.split()[1])}.</p>"
            for book in found[:PAGE_SIZE]
        )
        return 200, f"<h1>Library</h1>{self.form('')}<p>Your results:</p>{items}<p>Ask us for more.</p>"


def test_records_of_a_flat_list_begin_with_their_heading(serve: Callable[[Site], Site]) -> None:
    site = serve(Flat())
    wrapper = wrap(site.address, visitor()).wrapper
    books = site.found("garden")[:PAGE_SIZE]
    assert texts(wrapper, "garden") == [f"{book} Printed in {1900 + int(book.split()[1])}." for book in books]


# --- (c) highlights ---


@dataclass
class Highlighting(Site):
    """Answers mark the words of the query."""

    def results(self, values: dict[str, str]) -> tuple[int, str]:
        query = values.get("q", "")
        status, text = super().results(values)
        head, mark, tail = text.partition("<ol>")
        for word in query.split():
            for form in {word, word.capitalize()}:
                tail = tail.replace(f" {form} ", f" <b>{form}</b> ")
        return status, head + mark + tail


def test_marks_around_words_of_the_query_do_not_cut_titles(serve: Callable[[Site], Site]) -> None:
    site = serve(Highlighting())
    wrapper = wrap(site.address, visitor()).wrapper
    for query in ("stone", "bridge survey"):
        tables = [leaf.table for leaf in leaves(wrapper, query, visitor(), pages=20)]
        assert [cell for table in tables for cell in table["title"]] == site.found(query)


# --- (d) pages that depend on what was asked before ---


@dataclass
class InSession(Site):
    """The second page has one address for all queries: the server remembers the last one."""

    method: str = "post"
    last: str = ""

    def page(self, path: str, values: dict[str, str]) -> tuple[int, str]:
        if path == "/more":
            return self.results({"q": self.last, "start": values["start"]})
        if path == "/search":
            self.last = values.get("q", "")
        return super().page(path, values)

    def following(self, query: str, start: int, count: int) -> str:
        if start + PAGE_SIZE >= count:
            return ""
        return f'<p class=pager><a href="/more?start={start + PAGE_SIZE}">Next page</a></p>'


def test_pages_of_two_queries_at_one_address_are_kept_apart(serve: Callable[[Site], Site], tmp_path: Path) -> None:
    site = serve(InSession())
    wrapper = wrap(site.address, visitor(tmp_path)).wrapper
    for _ in range(2):  # from the site, then from the store
        for query in ("survey", "chronicle", "survey"):
            found = [
                cell for leaf in leaves(wrapper, query, visitor(tmp_path), pages=20) for cell in leaf.table["title"]
            ]
            assert found == site.found(query)


def test_a_session_is_repeated_where_its_pages_are_missing(serve: Callable[[Site], Site], tmp_path: Path) -> None:
    site = InSession()
    serve(site)
    wrapper = wrap(site.address, visitor()).wrapper
    assert len(list(leaves(wrapper, "survey", visitor(tmp_path), pages=2))) == 2
    site.last = "something else"
    found = [cell for leaf in leaves(wrapper, "survey", visitor(tmp_path), pages=20) for cell in leaf.table["title"]]
    assert found == site.found("survey")
    assert wrapper.query_form is not None
    assert QueryChain(visitor(tmp_path), wrapper.query_form, "survey").first().url == f"{site.address}search"


# --- (e) a site that stops answering ---


def test_a_lost_site_is_left_and_the_reason_is_said() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))  # nobody listens here
        address = f"http://127.0.0.1:{taken.getsockname()[1]}/"
        one = Visitor(politeness=Politeness(delay_s=0, retries=0, robots=False), allow_private=True)
        with pytest.raises(Exception, match="no connection"):
            one.open(address)
        with pytest.raises(LostSiteError, match="run the same command later to resume"):
            one.open(address)
        with pytest.raises(LostSiteError):
            one.open(f"{address}other")


# --- (f) forms that take no query ---


@dataclass
class Deaf(Site):
    """The same page whatever was sent, on every page of the site."""

    pages: tuple[str, ...] = field(default=("/a", "/b", "/c"))

    def page(self, path: str, values: dict[str, str]) -> tuple[int, str]:
        if path == "/robots.txt":
            return 404, ""
        links = " ".join(f'<a href="{one}">Topic {one}</a>' for one in self.pages)
        return 200, f"<h1>Company</h1><p>Welcome to our offices.</p>{links}{self.form('')}"


def test_a_form_whose_answers_are_all_alike_is_left_after_five(serve: Callable[[Site], Site]) -> None:
    site = serve(Deaf())
    with pytest.raises(NothingFoundError):
        wrap(site.address, visitor())
    assert sum(path.startswith("/search") for path in site.asked) <= 2 + 5


# --- (g) logins, and pages drawn by scripts ---


@dataclass
class Fixed(Site):
    """One page for everything."""

    text: str = ""

    def page(self, path: str, values: dict[str, str]) -> tuple[int, str]:
        return (404, "") if path == "/robots.txt" else (200, self.text)


def test_a_login_is_named(serve: Callable[[Site], Site]) -> None:
    site = serve(Fixed(text="<h1>Intranet</h1><form method=post><input name=u><input type=password name=p></form>"))
    with pytest.raises(NothingFoundError, match=r"wants a login.*`before`"):
        wrap(site.address, visitor())


def test_scripts_are_named(serve: Callable[[Site], Site]) -> None:
    site = serve(
        Fixed(text="<div id=root></div><noscript>Please enable scripts</noscript><script src=/app.js></script>")
    )
    with pytest.raises(NothingFoundError, match=r"drawn by scripts.*`render=True`"):
        wrap(site.address, visitor())


# --- (h) Ctrl-C ---


def test_an_interrupted_command_says_how_to_resume(site_with: SiteWith, wrapture: Command) -> None:
    site = site_with()
    arguments = ("wrap", site.address, "-o", "w.json", "--delay", "0.2", "--allow-private", "--store", "pages")
    with subprocess.Popen(
        [COMMAND, *arguments], cwd=wrapture.folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    ) as running:
        wait_until(lambda: len(site.asked) >= 4 or running.poll() is not None)
        running.send_signal(signal.SIGINT)
        _, said = running.communicate(timeout=PATIENCE_S)
    assert running.returncode == 130
    assert "run the same command again to resume" in said


# --- (i) optional inner lists ---


def test_records_without_an_optional_inner_list_are_read() -> None:
    def page(start: int) -> str:
        items = "".join(
            f"<li class=hit><h3><a href=/b/{n}>Volume {n}</a></h3><p>Printed in {1900 + n}.</p>"
            + ("<ul class=tags><li>river</li><li>stone</li></ul>" if n % 3 else "")
            + "</li>"
            for n in range(start, start + 10)
        )
        return f"<h1>Library</h1><ul class=hits>{items}</ul><p>Foot"

    pages = [parse_page(page(start), url=f"http://site.example/?p={start}") for start in (1, 11, 21)]
    from wrapture.reading.spares import wrapper_records

    wrapper = learn_wrapper(pages, LEARNERS[ALL])
    assert [len(wrapper_records(wrapper, one)) for one in pages] == [10, 10, 10]


# --- (j) dates and hosts of other languages ---


@pytest.mark.parametrize(
    "date", ["Di, 09 Okt 2029 10:00:00 GMT", "09 Okt 2029", "mar., 09 déc. 2029", "2029-13-45", "٠٩"]
)
def test_localised_dates_of_cookies_raise_nothing(date: str) -> None:
    cookie = read_cookie(f"id=7; expires={date}", parsed("http://host/"), 1000.0)
    assert cookie is not None
    assert cookie.name == "id"


@pytest.mark.parametrize("host", ["a..b", "[::1", "exa mple", "⒈.example", "%zz", "ü..de", "x" * 300])
def test_odd_hosts_in_redirects_are_one_line(serve: Callable[[Site], Site], wrapture: Command, host: str) -> None:
    @dataclass
    class Redirecting(Site):
        def page(self, path: str, values: dict[str, str]) -> tuple[int, str]:
            return (404, "") if path == "/robots.txt" else (302, escape(f"http://{host}/").encode().decode("latin-1"))

    site = serve(Redirecting())
    done = wrapture("wrap", site.address, "-o", "w.json", "--allow-private", "--delay", "0", "--store", "pages")
    assert done.code == 1
    assert len(done.err.splitlines()) == 1
    assert "redirects to" in done.err
