"""The door itself: what it lists, what it loads, and what it makes of whatever a caller gives it for a page."""

from __future__ import annotations

import ast
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import wrapture
from tests.conftest import books
from wrapture import api
from wrapture.errors import AddressError, FetchError, NotAPageError, NotAWrapperError, SourceError, WraptureError
from wrapture.model import Capture
from wrapture.model.table import Row, Table

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PAGE = books()
SOURCE = Path(api.__file__).read_text("utf-8")


# --- what is listed ---


def test_the_table_of_names_is_what_type_checkers_read() -> None:
    (block,) = [node for node in ast.parse(SOURCE).body if isinstance(node, ast.If) and not node.orelse][:1]
    imported: dict[str, dict[str, str]] = {}
    for statement in block.body:
        assert isinstance(statement, ast.ImportFrom)
        names = {name.asname or name.name: name.name for name in statement.names}
        imported.setdefault(str(statement.module), {}).update(names)
    listed = {
        f"wrapture.{module}": {alias or name: name for name, _, alias in (one.partition("=") for one in names.split())}
        for module, names in api.HOMES.items()
    }
    assert imported == listed
    assert set(api.__all__) == {name for names in listed.values() for name in names}


def test_every_name_is_there() -> None:
    assert [name for name in api.__all__ if getattr(api, name, None) is None] == []


def test_the_names_for_users_are_names_of_the_door() -> None:
    assert set(wrapture.__all__) - {"__version__"} <= set(api.__all__)


def test_the_door_loads_nothing_by_itself() -> None:
    code = "import sys; import wrapture.api; print([n for n in sys.modules if n.startswith('wrapture.')])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout == "['wrapture.api']\n"


# --- what can be given for a page ---


def test_a_page_is_given_in_any_form(page: Callable[..., Path]) -> None:
    html = books()
    path = page("books.html", html)
    forms: list[Any] = [html, html.encode(), bytearray(html.encode()), path, str(path), wrapture.parse(html)]
    forms.append(Capture("books", html.encode()))
    for form in forms:
        assert len(wrapture.extract(form)) == 8
        assert len(wrapture.discover(form)[0].records[0]) == 8
        assert len(wrapture.extract_all(form)[0]) == 8
        assert len(wrapture.extract(html, wrapture.learn(form))) == 8
    assert [len(found.records) for found in wrapture.discover([str(path), html])[:1]] == [2]


def test_a_table_comes_in_one_call(page: Callable[..., Path], tmp_path: Path) -> None:
    path = page()
    wrapture.save(wrapture.learn(path, names=["book", "link", "by", "price"]), tmp_path / "w.json")
    assert wrapture.read(str(path))["title"][0] == "Book 0"
    assert wrapture.read(path, tmp_path / "w.json")["book"][7] == "Book 7"


@pytest.mark.parametrize("ask", [wrapture.read, wrapture.extract, wrapture.discover, wrapture.learn])
@pytest.mark.parametrize(
    ("given_for_a_page", "said"),
    [
        ("", "'': is no http(s) address, no HTML (it has no '<') and no existing file; give one of these"),
        ("missing.html", "no existing file"),
        ("a\0b", "no existing file"),
        ("x" * 5000, "no existing file"),
        ("ftp://example.org/list", "is no http(s) address"),
        ("FOLDER", "is a folder; give one page of it"),
        ("PICTURE", "is a PNG image, not a page"),
        (b"\x89PNG\r\n\x1a\n", "is a PNG image, not a page"),
        (Path("missing.html"), "missing.html: no such file"),
    ],
    ids=lambda one: repr(one)[:20],
)
def test_what_is_no_page_is_said_in_one_line(
    ask: Callable[[Any], object], given_for_a_page: Any, said: str, tmp_path: Path
) -> None:
    (tmp_path / "picture.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    named = {"FOLDER": str(tmp_path), "PICTURE": str(tmp_path / "picture.png")}
    asked = named.get(given_for_a_page, given_for_a_page) if isinstance(given_for_a_page, str) else given_for_a_page
    with pytest.raises(SourceError) as caught:
        ask(asked)
    assert said in str(caught.value)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize("ask", [wrapture.read, wrapture.extract, wrapture.discover, wrapture.learn])
@pytest.mark.parametrize("wrong", [42, None, 1.5, [42], object()], ids=lambda one: type(one).__name__)
def test_what_has_another_type_is_named(ask: Callable[[Any], object], wrong: Any) -> None:
    with pytest.raises(NotAPageError, match=r"is of type (int|NoneType|float|list|object); give a path") as caught:
        ask(wrong)
    assert isinstance(caught.value, TypeError)


@pytest.mark.parametrize(
    "ask",
    [
        wrapture.load,
        wrapture.compile_wrapper,
        lambda wrong: wrapture.extract(PAGE, wrong),
        lambda wrong: wrapture.fit(PAGE, wrong),
        lambda wrong: wrapture.check(PAGE, wrong),
        lambda wrong: wrapture.repair(wrong, PAGE),
        lambda wrong: wrapture.refresh(wrong, PAGE),
        lambda wrong: wrapture.label(PAGE, wrong),
    ],
)
@pytest.mark.parametrize("wrong", [42, b"{}", {"format": "wrapture"}], ids=lambda one: type(one).__name__)
def test_what_is_no_wrapper_is_named(ask: Callable[[Any], object], wrong: Any) -> None:
    with pytest.raises(NotAWrapperError, match=r"is of type (int|bytes|dict); give a Wrapper") as caught:
        ask(wrong)
    assert isinstance(caught.value, TypeError)


def test_a_wrapper_file_is_as_good_as_its_wrapper(tmp_path: Path) -> None:
    wrapture.save(wrapture.learn(PAGE), tmp_path / "books.json")
    assert wrapture.label(PAGE, tmp_path / "books.json") == wrapture.label(PAGE, wrapture.learn(PAGE))


@given(st.one_of(st.text(), st.binary(), st.integers(), st.none(), st.lists(st.text(max_size=5), max_size=2)))
def test_any_input_is_a_table_or_our_own_error(anything: Any) -> None:
    try:
        made = repr(wrapture.extract(anything))
    except WraptureError as error:
        made = str(error)
    assert len(made.splitlines()) == 1


# --- addresses ---


class Site(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        body = books().encode()
        self.send_response(200 if self.path == "/list" else 404)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Be quiet."""


@pytest.fixture
def site() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), Site)
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def test_an_address_is_fetched_where_that_is_allowed(site: str) -> None:
    with pytest.raises(AddressError, match="is this machine"):
        wrapture.read(f"{site}/list")
    assert len(wrapture.read(f"{site}/list", allow_private=True)) == 8
    assert wrapture.learn([f"{site}/list"], allow_private=True).learned_from == (f"{site}/list",)
    with pytest.raises(FetchError, match="404"):
        wrapture.read(f"{site}/gone", allow_private=True)


# --- tables ---


def test_a_table_in_short() -> None:
    assert repr(wrapture.extract(books())) == "<Table: 8 rows × 4 columns: title, link, author, price>"
    assert repr(Table("x", (), ())) == "<Table: 0 rows × 0 columns>"
    wide = Table("x", tuple(f"c{i}" for i in range(20)), (Row("", (None,) * 20),))
    assert repr(wide) == "<Table: 1 row × 20 columns: c0, c1, c2, c3, c4, c5, c6, c7 …>"


def test_records_columns_and_pieces_of_a_table() -> None:
    table = wrapture.extract(books())
    assert table["title"] == [f"Book {i}" for i in range(8)]
    assert table[0] == table.to_dicts()[0]
    assert table[-1]["title"] == "Book 7"
    assert table[2:4].to_dicts() == table.to_dicts()[2:4]
    assert list(table) == table.to_dicts()
    with pytest.raises(KeyError, match="no column 'prize': the table has title, link, author, price"):
        table["prize"]
    with pytest.raises(IndexError, match="no record 8: the table has 8 rows"):
        table[8]


@pytest.mark.parametrize("ending", ["csv", "json", "jsonl", "sqlite", "parquet"])
def test_a_table_saves_itself(ending: str, tmp_path: Path) -> None:
    table = wrapture.extract(books())
    path = tmp_path / f"books.{ending}"
    table.save(str(path))
    assert path.stat().st_size > 100
    with pytest.raises(WraptureError, match="already there"):
        table.save(path)
    table.save(path, force=True)
    with pytest.raises(WraptureError, match="end it in one of"):
        table.save(tmp_path / "books.nonsense")
