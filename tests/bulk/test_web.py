"""Inputs at addresses of the web: read in pieces, and only where that is allowed."""

from __future__ import annotations

import json
import socket
import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any, get_args
from zipfile import ZipFile

import pytest

import wrapture
from tests.bulk.site import make_lines, page_text, wrapper_of
from wrapture.bulk.inputs import remote
from wrapture.bulk.order import OutputFormat, order_of
from wrapture.errors import AddressError, SourceError, WraptureError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

HITS: list[str] = []
"""The requests that reached this machine."""


class Handler(SimpleHTTPRequestHandler):
    """Gives files of a folder; ``/moved`` leads elsewhere."""

    timeout = 5

    def do_GET(self) -> None:
        HITS.append(self.path)
        if self.path == "/moved":
            self.send_response(302)
            self.send_header("Location", "/pages.jsonl")
            self.send_header("Content-Length", "0")
            self.end_headers()
        else:
            super().do_GET()

    def do_HEAD(self) -> None:
        HITS.append(self.path)
        if self.path == "/moved":
            self.do_GET()
        else:
            super().do_HEAD()

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    HITS.clear()
    served = tmp_path / "served"
    served.mkdir()
    make_lines(served / "pages.jsonl", 7)
    httpd = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(served)))
    httpd.socket.settimeout(1.0)
    thread = threading.Thread(target=httpd.serve_forever, kwargs={"poll_interval": 0.05})
    thread.start()
    yield f"http://127.0.0.1:{httpd.server_port}"
    httpd.shutdown()
    thread.join()
    httpd.server_close()


def test_a_file_of_the_web_is_read_where_that_is_allowed(tmp_path: Path, server: str) -> None:
    source, out = f"{server}/pages.jsonl", tmp_path / "out.jsonl"
    with pytest.raises(AddressError, match=r"127\.0\.0\.1 is this machine, which is refused by default"):
        wrapture.extract_bulk([source], out, wrapper=wrapper_of())
    report = wrapture.extract_bulk([source], out, wrapper=wrapper_of(), allow_private=True, workers=1)
    assert report.sums.totals.read == 7


SPELLINGS = (
    "{0}/pages.jsonl",
    "simplecache::{0}/pages.jsonl",
    "filecache::{0}/pages.jsonl",
    "blockcache::{0}/pages.jsonl",
    "cached::{0}/pages.jsonl",
    "simplecache://::{0}/pages.jsonl",
    "simplecache://pages.jsonl::{0}/pages.jsonl",
    "simplecache::simplecache::{0}/pages.jsonl",
    "SIMPLECACHE::{0}/pages.jsonl",
    "zip://a.html::{0}/pages.zip",
    "zip://*.html::{0}/pages.zip",
    "zip://a.html::simplecache::{0}/pages.zip",
    "tar://a.html::{0}/pages.tar",
    "libarchive://a.html::{0}/pages.7z",
    "dir::{0}/pages",
    "reference::{0}/pages.json",
    "reference://a.html::{0}/pages.json",
    "generic::{0}/pages.jsonl",
    "webhdfs://{1}/pages.jsonl",
    "webhdfs://{1}/pages/*.html",
    "sftp://{1}/pages.jsonl",
    "ftp://{1}/pages.jsonl",
    "jupyter://{1}/pages.jsonl",
    "dask::{0}/pages.jsonl",
    "http::{0}/pages.jsonl",
    "HTTP://{1}/pages.jsonl",
    "http://ann:key@{1}/pages.jsonl",
    "simplecache::http://ann:key@{1}/pages.jsonl",
    "data:text/html,::{0}/pages.jsonl",
)


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_no_spelling_leads_to_this_machine(tmp_path: Path, server: str, spelling: str) -> None:
    source = spelling.format(server, server.removeprefix("http://"))
    with pytest.raises(AddressError) as caught:
        wrapture.extract_bulk([source], tmp_path / "out.jsonl", wrapper=wrapper_of())
    assert "refused by default" in caught.value.what or "several http" in caught.value.what
    assert "key" not in str(caught.value)
    assert not HITS
    for look in (remote.is_folder, remote.is_there, remote.file_at, remote.RemoteStream):  # a worker checks, too
        with pytest.raises(OSError, match=r"refused by default|several http"):
            look(source)
    assert not HITS


@pytest.mark.parametrize("spelling", ["http://{}/pages.jsonl", "simplecache::http://{}/pages.jsonl"])
def test_a_name_that_moves_to_this_machine_gains_nothing(
    server: str, monkeypatch: pytest.MonkeyPatch, spelling: str
) -> None:
    loopback = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", int(server.rpartition(":")[2])))]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_, **__: loopback)
    source = spelling.format(f"rebound.example:{server.rpartition(':')[2]}")
    with pytest.raises(OSError, match=r"rebound\.example"):
        remote.RemoteStream(source).read()
    assert not HITS


def test_a_chain_is_read_where_that_is_allowed(tmp_path: Path, server: str) -> None:
    out = tmp_path / "out.jsonl"
    for spelling in ("simplecache::{}/pages.jsonl", "zip://pages.jsonl::simplecache::{}/pages.zip"):
        with ZipFile(tmp_path / "served" / "pages.zip", "w") as archive:
            archive.write(tmp_path / "served" / "pages.jsonl", "pages.jsonl")
        report = wrapture.extract_bulk(
            [spelling.format(server)], out, wrapper=wrapper_of(), allow_private=True, workers=1, force=True
        )
        assert report.sums.totals.read == 7


@pytest.mark.parametrize("path", ["pages.jsonl", "page.html", "none.jsonl", "broken.zip"])
@pytest.mark.parametrize("chain", ["", "simplecache::"])
@pytest.mark.parametrize("format_", ["jsonl", "sqlite"])
def test_passwords_are_nowhere(tmp_path: Path, server: str, path: str, chain: str, format_: str) -> None:
    (tmp_path / "served" / "page.html").write_text("<p>No list</p>")
    (tmp_path / "served" / "broken.zip").write_bytes(b"PK\3\4" + b"x" * 100)
    source = f"{chain}{server}/{path}".replace("http://", "http://ann:s3cret@")
    (tmp_path / "out").mkdir()
    said = ""
    try:
        wrapture.extract_bulk(
            [source], tmp_path / "out" / f"out.{format_}", wrapper=wrapper_of(), allow_private=True, workers=1
        )
    except WraptureError as error:
        said = str(error)
        assert server in said
    written = b"".join(one.read_bytes() for one in (tmp_path / "out").rglob("*") if one.is_file())
    assert written or said
    assert b"s3cret" not in written
    assert "s3cret" not in said


@pytest.mark.parametrize("format_", get_args(OutputFormat))
def test_passwords_are_in_no_format(tmp_path: Path, server: str, format_: OutputFormat) -> None:
    (tmp_path / "served" / "page.html").write_text(page_text(3))
    (tmp_path / "served" / "poor.html").write_text("<p>No list</p>")
    (tmp_path / "served" / "broken.zip").write_bytes(b"PK\3\4" + b"x" * 100)
    signed = server.replace("http://", "http://ann:s3cret@")
    inputs = [f"{signed}/{name}" for name in ("pages.jsonl", "page.html", "poor.html", "broken.zip")]
    out = tmp_path / "out" / f"out.{format_}"
    out.parent.mkdir()
    wrapture.extract_bulk(inputs, out, wrapper=wrapper_of(), format=format_, allow_private=True, workers=1)
    told = {path.name: texts_of(path) for path in out.parent.iterdir()}
    assert f"{server}/page.html" in told[out.name]
    assert f"{server}/poor.html" in told[f"{out.name}.dead.jsonl"]
    assert not [name for name, text in told.items() if "s3cret" in text]


def texts_of(path: Path) -> str:
    """Return all that stands in a file or folder, decompressed."""
    if path.is_dir() or path.suffix == ".duckdb":
        return str(list(wrapture.query("from records", path).rows))
    if path.suffix == ".xlsx":
        with ZipFile(path) as archive:
            return "".join(archive.read(name).decode() for name in archive.namelist())
    return path.read_bytes().decode("utf-8", "replace")


def test_passwords_are_not_in_an_order() -> None:
    order = order_of(
        ["https://ann:s3cr/et@host/x.jsonl", "zip://a::sftp://bob:s3cret@host/x.zip"], "out", wrapper=wrapper_of()
    )
    assert "s3cr" not in repr(order)
    assert "s3cr" not in json.dumps(order.signature())


@pytest.mark.parametrize(
    "chain", ["", "simplecache::", "filecache::", "blockcache::", "zip://a.html::", "tar://a.html::"]
)
def test_nobody_is_led_elsewhere(tmp_path: Path, server: str, chain: str) -> None:
    with pytest.raises(SourceError, match=r"it has moved|can't be read|no such file"):
        wrapture.extract_bulk(
            [f"{chain}{server}/moved"], tmp_path / "out.jsonl", wrapper=wrapper_of(), allow_private=True, workers=1
        )
    assert "/moved" in HITS
    assert "/pages.jsonl" not in HITS
