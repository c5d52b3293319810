"""The engines themselves: their pages show what their own index finds, and the words that they are asked for are spread."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from html import unescape
from http.cookiejar import CookieJar
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.error import HTTPError
from urllib.parse import quote_plus, urlencode, urljoin
from urllib.request import HTTPCookieProcessor, build_opener, urlopen

import pytest

from tests.conftest import ROOT
from tests.engines.cgi import Program, Site, serve
from tests.engines.collection import DOCUMENTS, collection, hits, number_of, numbers_of, queries, words_with
from tests.engines.engine import UNHEARD, Engine, need
from tests.engines.processes import HOST, free_port, listens, run, serving
from tests.patience import PATIENCE_S, wait_until

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.engines.roundup import Trackers

ADDRESSES: Final[dict[str, Callable[[Engine, str], str]]] = {
    "omega": lambda engine, word: f"{engine.start}?P={word}",
    "namazu": lambda engine, word: f"{engine.start}?query={word}",
    "datasette": lambda engine, word: f"{engine.start}library/writings?_search={word}",
    "datasette_table": lambda engine, word: f"{engine.start}?_search={word}",
    "roundup": lambda engine, word: f"{engine.start}issue?@search_text={word}&@columns=title&@sort=id",
}
SIZES: Final = {"omega": 10, "namazu": 20, "datasette": 100, "datasette_table": 100, "roundup": 50}
EVERY: Final = pytest.mark.parametrize("name", ADDRESSES)


def shown(page: str) -> list[str]:
    """Return the numbers of the documents whose titles a page shows, each time it does."""
    return numbers_of(unescape(re.sub(r"<[^>]*>", "", page)))


def read(address: str) -> str:
    """Return the page at an address."""
    with urlopen(address, timeout=PATIENCE_S) as answer:
        return str(answer.read().decode())


@pytest.fixture
def engine(name: str, request: pytest.FixtureRequest) -> Engine:
    found = request.getfixturevalue(name)
    assert isinstance(found, Engine)
    return found


@EVERY
def test_the_first_page_shows_what_the_index_finds(name: str, engine: Engine) -> None:
    assert engine.page_size == SIZES[name]
    for word in (*queries(7, 3), "harbour signal", UNHEARD[0]):
        truth, numbers = engine.truth(word), shown(read(ADDRESSES[name](engine, quote_plus(word))))
        assert len(numbers) == min(len(truth), engine.page_size), word
        assert set(numbers) <= truth, word
        assert len(set(numbers)) == len(numbers), word


@EVERY
def test_the_index_finds_the_documents_that_hold_the_word(name: str, engine: Engine) -> None:
    for word in queries(14, 5):
        assert engine.truth(word) == {each.number for each in collection() if word in each.words()}, word
    assert not any(engine.truth(word) for word in UNHEARD)


@EVERY
def test_the_start_is_a_page(name: str, engine: Engine) -> None:
    assert "<a " in read(engine.start)


def following(page: str, text: str) -> str:
    """Return where the link with this text leads, ``""`` where there is none."""
    found = re.search(rf'<a href="([^"]*)"[^>]*>{re.escape(text)}</a>', page)
    return unescape(found[1]) if found else ""


@pytest.mark.parametrize(("name", "text"), [("datasette_table", "Next page"), ("roundup", "next &gt;&gt;")])
def test_pages_that_follow_show_all_that_is_found(name: str, text: str, engine: Engine) -> None:
    address, numbers = ADDRESSES[name](engine, "harbour"), []
    while address:
        page = read(address)
        numbers += shown(page)
        link = following(page, text)
        address = urljoin(address, link) if link else ""
    assert sorted(numbers) == sorted(engine.truth("harbour"))


def test_numbered_pages_of_namazu_show_all_that_is_found(namazu: Engine) -> None:
    truth = namazu.truth("harbour")
    starts = range(0, len(truth), namazu.page_size)
    pages = [read(f"{namazu.start}?query=harbour&whence={start}") for start in starts]
    assert sorted(number for page in pages for number in shown(page)) == sorted(truth)
    assert following(pages[0], f"[{len(pages)}]")


def test_buttons_of_omega_lead_to_all_that_is_found(omega: Engine) -> None:
    truth, numbers, top = omega.truth("signal"), [], 0
    page = read(f"{omega.start}?P=signal")
    while 'value="Next"' in page:
        numbers += shown(page)
        page = read(f"{omega.start}?P=signal&TOPDOC={top}&%3E=Next")
        top += omega.page_size
    assert sorted(numbers + shown(page)) == sorted(truth)


# --- a tracker that needs a login ---


def logged_in(trackers: Trackers, password: str) -> str:
    """Return what the closed tracker shows for a word to one who has logged in."""
    start = trackers.closed.start
    opener = build_opener(HTTPCookieProcessor(CookieJar()))
    with opener.open(start, timeout=PATIENCE_S) as answer:
        form = answer.read().decode().partition('method="POST"')[2]
    hidden = re.findall(r'name="([^"]+)" type="hidden"\s+value="([^"]*)"', form)
    entries = [*hidden, ("@action", "Login"), ("__login_name", trackers.user), ("__login_password", password)]
    opener.addheaders = [("Referer", start)]
    with opener.open(
        start, urlencode([(name, unescape(value)) for name, value in entries]).encode(), timeout=PATIENCE_S
    ):
        pass
    with opener.open(f"{start}issue?@search_text=sunwick&@columns=title", timeout=PATIENCE_S) as answer:
        return str(answer.read().decode())


def test_the_closed_tracker_shows_nothing_without_a_login(trackers: Trackers) -> None:
    assert trackers.closed.truth("sunwick")
    assert shown(read(trackers.closed.start)) == []
    assert shown(read(f"{trackers.closed.start}issue?@search_text=sunwick&@columns=title")) == []


def test_the_closed_tracker_shows_all_after_a_login(trackers: Trackers) -> None:
    assert set(shown(logged_in(trackers, trackers.password))) == trackers.closed.truth("sunwick")


def test_the_closed_tracker_wants_the_right_password(trackers: Trackers) -> None:
    assert shown(logged_in(trackers, trackers.password + "?")) == []


# --- the collection ---


def test_titles_are_unique_and_carry_the_number() -> None:
    titles = {document.title for document in collection()}
    assert len(titles) == DOCUMENTS
    assert {number_of(title) for title in titles} == {document.number for document in collection()}


@pytest.mark.parametrize(
    "found", ["Written 2004-02-29", "", "http://127.0.0.1:8001/docs/", "Report 17", "/docs/01234.html"]
)
def test_what_speaks_of_no_document_has_no_number(found: str) -> None:
    assert number_of(found) == ""


def test_words_are_rare_and_common() -> None:
    for least, most in ((1, 1), (2, 2), (5, 5), (25, 35), (130, 170), (300, DOCUMENTS)):
        assert words_with(least, most), (least, most)
    assert not any(hits()[word] for word in UNHEARD)


def test_queries_are_spread_and_can_be_had_again() -> None:
    words = queries(21, 1)
    counts = sorted(hits()[word] for word in words)
    assert len(set(words)) == 21
    assert words == queries(21, 1) != queries(21, 2)
    assert counts[0] == 1
    assert counts[len(counts) // 2] < 30
    assert counts[-1] > 100


# --- what is run ---


def test_a_form_can_be_posted(omega: Engine) -> None:
    with urlopen(omega.start, b"P=sunwick", timeout=PATIENCE_S) as answer:
        assert shown(answer.read().decode()) == shown(read(f"{omega.start}?P=sunwick"))


def test_hits_lead_to_the_documents(omega: Engine) -> None:
    link = re.findall('href="(/docs/[^"]*)"', read(f"{omega.start}?P=stormmouth"))[0]
    document = collection()[int(omega.id_of(link)) - 1]
    assert f"<title>{document.title}</title>" in read(urljoin(omega.start, link))


@pytest.mark.parametrize("path", ["/", "/docs/", "/docs/0000.html", "/docs/../omega.conf", "/docs/%2e%2e%2fomega.conf"])
def test_nothing_else_is_served(omega: Engine, path: str) -> None:
    with pytest.raises(HTTPError, match="404"):
        read(urljoin(omega.start, path))


def test_a_program_that_says_nothing_is_a_bad_gateway(tmp_path: Path) -> None:
    with serve(Site({"/x": Program(Path("/bin/false"))}, tmp_path)) as address, pytest.raises(HTTPError, match="502"):
        read(f"{address}/x")


def test_a_server_ends_with_its_block_even_if_that_fails(tmp_path: Path) -> None:
    port = free_port()
    words = [sys.executable, "-m", "http.server", str(port), "--bind", HOST, "--directory", str(tmp_path)]
    with pytest.raises(HTTPError, match="404"), serving(words, port, tmp_path / "log"):
        read(f"http://{HOST}:{port}/nothing")
    assert not listens(port)


STARTED: Final = """
import os, signal, sys
from pathlib import Path
from tests.engines.processes import serving
with serving(sys.argv[2:], int(sys.argv[1]), Path("log")):
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_server_ends_with_who_started_it_even_if_that_is_killed(tmp_path: Path) -> None:
    port = free_port()
    words = [sys.executable, "-m", "http.server", str(port), "--bind", HOST]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "-c", STARTED, str(port), *words], cwd=tmp_path, env=env, check=False)
    assert done.returncode == -signal.SIGKILL
    wait_until(lambda: not listens(port))


def test_a_server_that_ends_at_once_is_an_error(tmp_path: Path) -> None:
    words = [sys.executable, "-c", "print('no way')"]
    with pytest.raises(AssertionError, match="the server ended: no way"), serving(words, free_port(), tmp_path / "log"):
        pass


def test_a_program_that_fails_is_an_error() -> None:
    with pytest.raises(AssertionError, match="No such file"):
        run("ls", "/no/such/folder")


def test_a_missing_engine_is_a_reason_to_skip() -> None:
    need("", "make x")
    with pytest.raises(pytest.skip.Exception, match=r"no search engine: /usr/bin/x is missing \(make x\)"):
        need("/usr/bin/x", "make x")
