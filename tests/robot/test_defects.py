"""Sites on which version 0.1.0 went wrong silently, each drawn anew: what was read, what was requested, what was said."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
from contextlib import ExitStack
from dataclasses import dataclass, field
from html import escape
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import TYPE_CHECKING, Final

import pytest

from tests.command import COMMAND, Command
from tests.patience import PATIENCE_S, wait_until
from tests.robot.site import PAGE_SIZE, Site, serving
from wrapture import api, extract
from wrapture.errors import LostSiteError, NothingFoundError
from wrapture.html.lexbor import parse_page
from wrapture.learning.learn import learn_wrapper
from wrapture.learning.learners import ALL, LEARNERS
from wrapture.model.table import Row, Table
from wrapture.net.politeness import Politeness
from wrapture.net.visitor import Visitor
from wrapture.site import query_chain
from wrapture.site.query_chain import QueryChain
from wrapture.site.searching import leaves
from wrapture.site.wrapping import wrap

from .conftest import visitor

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from wrapture.html.page import Page
    from wrapture.model import Wrapper

    SiteWith = Callable[..., Site]


@pytest.fixture
def serve() -> Iterator[Callable[[Site], Site]]:
    with ExitStack() as stack:
        yield lambda site: stack.enter_context(serving(site))


def texts(wrapper: Wrapper, query: str, pages: int = 20) -> list[str]:
    return [row.text for leaf in leaves(wrapper, query, visitor(), pages=pages) for row in leaf.table.rows]


def names_of(wrapper: Wrapper) -> list[str]:
    return [column.name for column in wrapper.layout.columns]


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


FLAT: Final = {
    "paragraphs around": ("<h2><a href='/book/{n}'>{book}</a></h2><p>{year}.</p>", "<p>Results:</p>", "<p>Ask us.</p>"),
    "a paragraph before": ("<h2><a href='/book/{n}'>{book}</a></h2><p>{year}.</p>", "<p>Results:</p>", ""),
    "a link in the text": ("<h2>{book}</h2><p><a href='/book/{n}'>{year}.</a></p>", "<p>Results:</p>", ""),
    "a heading behind": (
        "<h2>{book}</h2><p><a href='/book/{n}'>{year}.</a></p>",
        "<p>Results:</p>",
        "<h2>See also</h2>",
    ),
    "two paragraphs": (
        "<h3>{book}</h3><p><a href='/book/{n}'>{year}.</a></p><p>Shelf</p>",
        "<p>By</p><p>title</p>",
        "",
    ),
    "definitions": ("<dt>{book}</dt><dd><a href='/book/{n}'>{year}</a></dd>", "<dd>Results:</dd>", ""),
    "a term behind": ("<dt>{book}</dt><dd>{year}.</dd>", "<dd>Results:</dd>", "<dt>See also</dt>"),
    "no links": ("<h2>{book}</h2><p>{year}.</p>", "<p>Results:</p>", "<p>Ask us.</p>"),
}
DATED: Final = {
    "alone": ("<p>{year}</p><h2>{book}</h2>", "", ""),
    "a paragraph behind": ("<p>{year}</p><h2>{book}</h2>", "", "<p>Ask us.</p>"),
    "three parts": ("<p>{year}</p><h2>{book}</h2><div>Shelf {n}</div>", "", ""),
}
"""The same for items that begin with a date, though a heading follows."""
"""An item of a flat list, and what stands before and behind all of them."""


@dataclass
class Flat(Site):
    """Answers are headings and paragraphs without anything around them."""

    shape: str = ""

    def results(self, values: dict[str, str]) -> tuple[int, str]:
        found = self.found(values.get("q", ""))
        if not found:
            return 200, f"<h1>Library</h1>{self.form('')}<p>Nothing matches.</p>"
        item, before, behind = {**FLAT, **DATED}[self.shape]
        items = "".join(item.format(book=book, **self.facts(book)) for book in found[:PAGE_SIZE])
        return 200, f"<h1>Library</h1>{self.form('')}<dl>{before}{items}{behind}</dl>"

    @staticmethod
    def facts(book: str) -> dict[str, str]:
        n = book.split()[1]
        return {"n": n, "year": f"Printed in {1900 + int(n)}"}


@pytest.mark.parametrize("shape", FLAT)
def test_records_of_a_flat_list_begin_with_their_heading(serve: Callable[[Site], Site], shape: str) -> None:
    """With `is_better_rotation` disabled, records of "a term behind" begin with what belongs to the record before."""
    site = Flat(shape=shape)
    serve(site)
    wrapper = wrap(site.address, visitor()).wrapper
    found = texts(wrapper, "garden")
    books = site.found("garden")[:PAGE_SIZE]
    assert len(found) == len(books)
    for text, book in zip(found, books, strict=True):
        assert text.startswith(f"{book} {site.facts(book)['year']}")


@pytest.mark.parametrize("shape", DATED)
def test_records_of_a_flat_list_leave_nothing_over(serve: Callable[[Site], Site], shape: str) -> None:
    """If headings alone decided, as before, each record would have the date of the next one."""
    site = Flat(shape=shape)
    serve(site)
    found = texts(wrap(site.address, visitor()).wrapper, "garden")
    books = site.found("garden")[:PAGE_SIZE]
    assert len(found) == len(books)
    for text, book in zip(found, books, strict=True):
        assert text.startswith(f"{site.facts(book)['year']} {book}")


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
                tail = re.sub(rf"(?<=[ >]){form}(?=[ <])", f"<b>{form}</b>", tail)
        return status, head + mark + tail


def test_marks_around_words_of_the_query_do_not_cut_titles(
    serve: Callable[[Site], Site], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the marks left in, as in version 0.1.0, the columns are parts of titles."""
    plain, site = serve(Site()), serve(Highlighting())
    wrapper = wrap(site.address, visitor()).wrapper
    for query in ("stone", "bridge survey", "volume 007"):
        tables = [leaf.table for leaf in leaves(wrapper, query, visitor(), pages=20)]
        assert [cell for table in tables for cell in table["title"]] == site.found(query)
    assert names_of(wrapper) == names_of(wrap(plain.address, visitor()).wrapper)
    monkeypatch.setattr(query_chain, "without_highlights", lambda page, _: page)
    assert "title_part" in names_of(wrap(site.address, visitor()).wrapper)


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


def test_a_login_is_named_when_searching(serve: Callable[[Site], Site]) -> None:
    """A session that has ended is no site that has changed."""
    site = serve(Site())
    wrapper = wrap(site.address, visitor()).wrapper
    site.page = Fixed(text="<form method=post><input name=u><input type=password name=p></form>").page  # type: ignore[method-assign]
    (leaf,) = leaves(wrapper, "river", visitor(), pages=2)
    assert "wants a login" in leaf.remark


SIGN_IN: Final = (
    "<title>Sign in</title><h1>Sign in</h1><form method=post action=/login><label>User <input name=user></label>"
    "<label>Password <input type=password name=password></label><button>Sign in</button></form>"
)


def test_a_login_is_named_where_a_list_is_read(serve: Callable[[Site], Site]) -> None:
    """The labels of the form were two records."""
    site = serve(Fixed(text=SIGN_IN))
    with pytest.raises(NothingFoundError, match=r"wants a login.*`before`"):
        api.extract_pages(site.address, visitor=visitor())


def test_a_login_is_named_where_details_are_read(serve: Callable[[Site], Site]) -> None:
    """The pages were said to have no values that differ; a session that ends on the way cost the same words each page."""
    site = serve(Fixed(text=SIGN_IN))
    table = Table("links", ("link",), tuple(Row("", (f"{site.address}{n}",)) for n in range(5)))
    with pytest.raises(NothingFoundError, match="wants a login"):
        api.follow(table, visitor=visitor())
    pages = [parse_page(f"<h1>Book {n}</h1><p>by Ann {n}</p><dl><dt>Pages<dd>{n}00</dl>") for n in range(3)]
    followed = api.follow(table, wrapper=api.learn_one(pages), visitor=visitor())
    assert followed.pages == 0
    assert all("wants a login" in one.error for one in followed.failures)


def test_a_list_beside_a_login_is_read(serve: Callable[[Site], Site]) -> None:
    books = "".join(
        f"<li><a href=/b/{n}>Book {n} of the coast</a><p>by Ann {n}</p><p>{n}.50 euro</p></li>" for n in range(12)
    )
    site = serve(Fixed(text=f"{SIGN_IN}<h2>All books</h2><ul>{books}</ul>"))
    assert len(api.extract_pages(site.address, visitor=visitor()).table) == 12


def test_scripts_are_named(serve: Callable[[Site], Site]) -> None:
    site = serve(
        Fixed(text="<div id=root></div><noscript>Please enable scripts</noscript><script src=/app.js></script>")
    )
    with pytest.raises(NothingFoundError, match=r"drawn by scripts.*`render=True`"):
        wrap(site.address, visitor())


def test_a_search_field_without_a_form_is_named(serve: Callable[[Site], Site]) -> None:
    site = serve(Fixed(text="<h1>Books</h1><p>Books of all kinds.</p><input type=search placeholder='Search books'>"))
    with pytest.raises(NothingFoundError, match=r"a search field without a form; `render=True` types into it"):
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


TAGS: Final = "<ul class=tags><li>river</li><li>stone</li></ul>"
NOTES: Final = "<dl><dt><a href=#x>Summary</a></dt><dd>a <b>river</b> of stone</dd></dl>"
INNER: Final[dict[str, tuple[str, Callable[[int], object], str]]] = {
    "some have it": (TAGS, lambda n: n % 3, "li"),
    "one of ten has it": (TAGS, lambda n: n % 10 == 4, "li"),
    "all of the first page have it": (TAGS, lambda n: n < 11, "li"),
    "none of the last page has it": (NOTES, lambda n: n < 21, "dd"),
    "the first record lacks it": (NOTES, lambda n: n % 10 != 1, "dd"),
}
"""An inner list, which records have it, and the element that a record ends with."""


@pytest.mark.parametrize("shape", INNER)
def test_records_without_an_optional_inner_list_are_read(shape: str) -> None:
    """Each record is read whole and once: a template with the list as a part of it lost those without.

    With `that_reads_all` disabled, nothing is read on the pages where no record has it, though they were learned from.
    """
    inner, has, tag = INNER[shape]
    opening, closing = ("<li class=hit><h3>", "</h3>") if tag == "li" else ("<dt class=hit>", "</dt><dd class=info>")

    def item(n: int) -> str:
        link = f"<a href=/b/{n}>Volume {n}</a>"
        return f"{opening}{link}{closing}<p>Printed in {1900 + n}.</p>{inner if has(n) else ''}</{tag}>"

    def page(start: int) -> Page:
        items = "".join(map(item, range(start, start + 10)))
        around = "ul" if tag == "li" else "dl"
        menu = "<nav><a href=/>Home</a> <a href=/help>Help</a></nav><h1>Library of the old town</h1>"
        foot = "<p>Open from nine to five</p><p>All rights reserved</p>"
        return parse_page(f"{menu}<{around} class=hits>{items}</{around}>{foot}", url=f"http://a/?p={start}")

    pages = [page(start) for start in (1, 11, 21)]
    for learned_from in (pages, pages[:1]):
        wrapper = learn_wrapper(learned_from, LEARNERS[ALL])
        for start, one in zip((1, 11, 21), pages, strict=True):
            texts = [row.text for row in extract(one, wrapper).rows]
            assert [text.partition(".")[0] for text in texts] == [
                f"Volume {n} Printed in {1900 + n}" for n in range(start, start + 10)
            ]
            assert ["river" in text for text in texts] == [bool(has(n)) for n in range(start, start + 10)]


# --- (j) dates and hosts of other languages ---


LOCAL: Final = (
    *("Mit, 09 Okt 2029 10:00:00 GMT", "Fre, 14 Dez 2029 10:00:00 GMT"),  # of the form of HTTP, but for the language
    *("Di, 09 Okt 2029 10:00:00 GMT", "09 Okt 2029", "mar., 09 déc. 2029", "٠٩"),
)
DATES: Final = (*LOCAL, "2029-13-45", "09-Oct-99999", "1" * 5000)


@pytest.mark.parametrize("date", DATES)
def test_a_cookie_with_a_strange_date_is_kept_and_sent(date: str) -> None:
    """The date was given to a parser that raises `ValueError` for some of these; the cookie must work as one without a date."""
    sent: list[str] = []

    class Shop(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            sent.append(self.headers.get("Cookie", ""))
            self.send_response(200)
            value = f"id=7; expires={date}; path=/"
            self.send_header("Set-Cookie", value.encode().decode("latin-1"))
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<h1>Shop</h1>")

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Shop) as server:
        thread = Thread(target=server.serve_forever, daemon=True)
        thread.start()
        own = Visitor(politeness=Politeness(delay_s=0, robots=False), allow_private=True)
        address = f"http://127.0.0.1:{server.server_port}/"
        assert [own.open(f"{address}{n}").status for n in (1, 2)] == [200, 200]
        server.shutdown()
        thread.join()
    assert sent == ["", "id=7"]


ODD_HOSTS: Final = (
    *("0x-f.1880", "0x_f.1", "1.2.3.+4", "09.1", "4294967296", "1.2.3.4.5"),  # numbers that are no IPv4 address
    *("a..b", "[::1", "[::1%25eth0]", "exa mple", "⒈.example", "%zz", "ü..de", "x" * 300, "host:99999"),
)


@pytest.mark.parametrize("host", ODD_HOSTS)
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
    assert "please report it" not in done.err
