"""What is fuzzed: functions of bytes that end well or with a documented error, whatever the bytes are."""

from __future__ import annotations

import gzip
import json
from contextlib import suppress
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final, NamedTuple

import wrapture
from tests.fuzz import seeds
from wrapture.archive.byte_source import BytesSource
from wrapture.archive.codecs import packing_of
from wrapture.archive.tar_headers import members
from wrapture.archive.unpacking import stream_of
from wrapture.archive.warc_file import complete_records
from wrapture.archive.warc_gzip import zipped_records
from wrapture.archive.warc_headers import plain_records
from wrapture.archive.zip_content import ZipContentError, content_of, flaw_of
from wrapture.archive.zip_directory import NoDirectoryError, directory, salvaged
from wrapture.capture.mhtml_pages import page_in_mhtml
from wrapture.capture.webarchive_pages import page_in_webarchive
from wrapture.capture.zipped_pages import page_in_zip
from wrapture.errors import QueryError, ScriptError, SourceError, WrapperFileError
from wrapture.html.charset import decode
from wrapture.html.lexbor import parse_page
from wrapture.html.page_data import data_of
from wrapture.html.snapshot_file import read_snapshot
from wrapture.library.wrapper_file import dumps, loads
from wrapture.model import Capture
from wrapture.net.access import read_cookies, read_header
from wrapture.net.content_decoding import decoded
from wrapture.net.cookies import Cookies
from wrapture.net.fetch_trouble import AnswerError
from wrapture.net.http_messages import Request, Response
from wrapture.net.robots import read_rules
from wrapture.net.session_file import load_session
from wrapture.net.web_address import canonical_host, joined, parsed, shown, without_password
from wrapture.reading.compiled import compile_wrapper
from wrapture.reading.reader import extract_page
from wrapture.site.script.script_file import parse_script
from wrapture.sql.statement_gate import check

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from wrapture.net.web_address import Address
    from wrapture.reading.compiled import CompiledReader

MOST: Final = 1 << 20  # bytes that are unpacked
PIECES: Final = 200  # records and members that are read
GZIP_MAGIC: Final = b"\x1f\x8b"
ADDRESS: Final = "https://example.org/list?page=2"


class FuzzTarget(NamedTuple):
    """A function of bytes, the documented errors that it may raise, and bytes to start from."""

    name: str
    run: Callable[[bytes], object]
    errors: tuple[type[Exception], ...]
    seeds: Callable[[], list[bytes]]


def _text(body: bytes) -> str:
    return body.decode("utf-8", "surrogateescape")


def fuzz_charset(body: bytes) -> None:
    """Decode a page, with and without the charset of a header."""
    head, _, rest = body.partition(b"\n")
    for found in (decode(body), decode(rest, head.decode("latin-1"))):
        found.text.encode()


def fuzz_wrapper_file(body: bytes) -> None:
    """Load a wrapper file; what loads is written as it was."""
    wrapper = loads(_text(body))
    assert loads(dumps(wrapper)) == wrapper


def fuzz_script(body: bytes) -> None:
    """Read the steps of a script."""
    parse_script(_text(body))


def fuzz_cookies(body: bytes) -> None:
    """Keep what a server sets; the header that is sent has one line."""
    address, cookies = parsed(ADDRESS), Cookies()
    cookies.keep(address, body.decode("latin-1").split("\n"))
    assert not set(cookies.header(address)) & set("\0\r\n")


def fuzz_cookie_file(body: bytes) -> None:
    """Read the cookies that a person brings, and those of a session."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "cookies"
        path.touch(mode=0o600)
        path.write_bytes(body)
        with suppress(SourceError):
            load_session(path, Cookies())
        with suppress(SourceError):
            read_cookies(path)


def fuzz_headers(body: bytes) -> None:
    """Read the headers of a response, undo its encodings, and read a header that a person gives."""
    kind, coding, given, rest = [*body.decode("latin-1").split("\n", 3), *"    "][:4]
    Response(Request(ADDRESS), ADDRESS, 200, (("content-type", kind),), b"", seeds.MOMENT).charset  # noqa: B018
    with suppress(ValueError):
        assert "".join(read_header(given)).isprintable()
    decoded([rest.encode("latin-1")], coding, MOST)


def fuzz_addresses(body: bytes) -> None:
    """Read an address; its normal form is read as itself, and a redirect can't bring a password."""
    text = _text(body)
    assert shown(text).isprintable()
    without_password(text)
    with suppress(AnswerError):
        _check_address(parsed(text))
    _check_address(address := joined(parsed(ADDRESS), text))
    assert not address.password


def _check_address(address: Address) -> None:
    again = parsed(address.url)
    assert again.url == address.url
    assert again.host == canonical_host(f"[{again.host}]" if ":" in again.host else again.host)


def fuzz_robots(body: bytes) -> None:
    """Read a robots.txt."""
    rules = read_rules(body)
    rules.allow(ADDRESS)
    assert rules.delay_s >= 0


def _some(found: Iterable[object]) -> None:
    for number, _ in enumerate(found):
        if number > PIECES:
            return


def fuzz_warc(body: bytes) -> None:
    """Read the records of a WARC file, plain and compressed."""
    source = BytesSource(body)
    packing = packing_of(body)
    _some(zipped_records(source) if packing == "gzip" else plain_records(stream_of(source, packing), None))
    _some(complete_records(source.read_at, 0, source.size, zipped=packing == "gzip"))


def fuzz_zip(body: bytes) -> None:
    """Read the members of a zip file, and a page saved in one."""
    source = BytesSource(body)
    _some(salvaged(source, 0))
    with suppress(SourceError):
        page_in_zip(Capture("page.zip", body))
    for number, member in enumerate(directory(source)):
        content = content_of(source, member, MOST) if number < PIECES and not flaw_of(member) else None
        assert content is None or len(content) <= MOST


def fuzz_tar(body: bytes) -> None:
    """Read the members of a tar file."""
    _some(members(stream_of(BytesSource(body), packing_of(body))))


def fuzz_mhtml(body: bytes) -> None:
    """Read a page saved as MHTML, and its parts."""
    page_in_mhtml(Capture("page.mhtml", body))


def fuzz_webarchive(body: bytes) -> None:
    """Read a page saved as a web archive."""
    page_in_webarchive(Capture("page.webarchive", body))


def fuzz_snapshot(body: bytes) -> None:
    """Read a rendered page from its file; bytes that are not compressed are, since a checksum would stop the fuzzer."""
    packed = body if body.startswith(GZIP_MAGIC) else gzip.compress(body, 1, mtime=0)
    read_snapshot(Capture("page.snapshot", packed))


def fuzz_page_data(body: bytes) -> None:
    """Read the JSON in a page."""
    page = wrapture.parse(body)
    json.dumps(list(data_of(page)))
    wrapture.extract(page, guess=True)


def fuzz_sql(body: bytes) -> None:
    """Ask the gate of SQL; what it lets through is a query."""
    assert check(_text(body)) in ("SELECT", "EXPLAIN")


@cache
def _reader() -> CompiledReader:
    return compile_wrapper(wrapture.learn(seeds.pages()[0]))


def fuzz_native(body: bytes) -> None:
    """Read a page with the native extension: guard, scan and reader, which must agree with the reference."""
    text = decode(body).text
    page = parse_page(text, name="page")
    expected = extract_page(_reader().wrapper, page)
    assert [row.cells for row in _reader().read_text(text, name="page").rows] == [row.cells for row in expected.rows]


TARGETS: Final = (
    FuzzTarget("charset", fuzz_charset, (), seeds.charsets),
    FuzzTarget("wrapper-file", fuzz_wrapper_file, (WrapperFileError,), seeds.wrapper_files),
    FuzzTarget("script", fuzz_script, (ScriptError,), seeds.scripts),
    FuzzTarget("cookies", fuzz_cookies, (), seeds.cookies),
    FuzzTarget("cookie-file", fuzz_cookie_file, (), seeds.cookie_files),
    FuzzTarget("headers", fuzz_headers, (AnswerError,), seeds.headers),
    FuzzTarget("addresses", fuzz_addresses, (AnswerError,), seeds.addresses),
    FuzzTarget("robots", fuzz_robots, (), seeds.robots),
    FuzzTarget("warc", fuzz_warc, (SourceError,), seeds.warcs),
    FuzzTarget("zip", fuzz_zip, (NoDirectoryError, ZipContentError), seeds.zips),
    FuzzTarget("tar", fuzz_tar, (SourceError,), seeds.tars),
    FuzzTarget("mhtml", fuzz_mhtml, (SourceError,), seeds.mhtmls),
    FuzzTarget("webarchive", fuzz_webarchive, (SourceError,), seeds.webarchives),
    FuzzTarget("snapshot", fuzz_snapshot, (SourceError,), seeds.snapshots),
    FuzzTarget("page-data", fuzz_page_data, (wrapture.WraptureError,), seeds.pages),
    FuzzTarget("sql", fuzz_sql, (QueryError,), seeds.queries),
    FuzzTarget("native", fuzz_native, (wrapture.WraptureError,), seeds.pages),
)
