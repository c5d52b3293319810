"""Pages as people save them: what is found in each format, and that no file makes reading crash or hang."""

from __future__ import annotations

import bz2
import gzip
import io
import plistlib
import struct
import zipfile
import zlib
from contextlib import suppress
from email.message import EmailMessage
from itertools import product
from time import process_time
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import wrapture
from tests.examples import scaled
from wrapture.capture import saved_formats, zipped_pages
from wrapture.capture.page_sources import checked, expand, read
from wrapture.capture.saved_formats import unpacked
from wrapture.capture.serving import Refuse, Serve, address_of, answer
from wrapture.errors import SourceError
from wrapture.model import Capture

if TYPE_CHECKING:
    from pathlib import Path

ROWS = "".join(f"<li><a href=/{n}>Näme {n}</a><p>About {n}</p></li>" for n in range(6))
HTML = f"<html><link rel=stylesheet href='page_files/a.css'><ul>{ROWS}</ul><img src='page_files/i.png'></html>"
PNG = b"\x89PNG\r\n\x1a\n" + bytes(9)
URL = "https://shop.example/list?page=2"


def mhtml(html: str = HTML, *, location: str = URL, start: str = "") -> bytes:
    """Return a page with a style sheet and an image as Chromium saves them."""
    lines = [
        "From: <Saved by Blink>",
        f"Snapshot-Content-Location: {URL}",
        "MIME-Version: 1.0",
        f'Content-Type: multipart/related; type="text/html";{start} boundary="----Part--x----"',
        "",
        "",
    ]
    message = "\r\n".join(lines).encode()
    for kind, about, body in (
        ("text/html; charset=utf-8", f"Content-ID: <frame-1@x>\r\nContent-Location: {location}", html.encode()),
        ("text/css", "Content-ID: <css-1@x>", b"li { background: url(cid:img-1@x) }"),
        ("image/png", "Content-ID: <img-1@x>\r\nContent-Location: https://cdn.example/i.png", PNG),
    ):
        part = EmailMessage()
        part.set_content(body, *kind.partition(";")[0].split("/"), cte="base64")
        encoded = part.get_payload()
        head = f"------Part--x----\r\nContent-Type: {kind}\r\nContent-Transfer-Encoding: base64\r\n{about}\r\n\r\n{encoded}\r\n"
        message += head.encode()
    return message + b"------Part--x------\r\n"


def webarchive(form: plistlib.PlistFormat = plistlib.FMT_BINARY, **more: Any) -> bytes:
    main = {"WebResourceData": HTML.encode(), "WebResourceURL": URL, "WebResourceTextEncodingName": "UTF-8"}
    image = {"WebResourceData": PNG, "WebResourceURL": "https://cdn.example/i.png", "WebResourceMIMEType": "image/png"}
    frame = {"WebMainResource": {**main, "WebResourceURL": "https://shop.example/frame"}}
    archive = {"WebMainResource": main, "WebSubresources": [image], "WebSubframeArchives": [frame], **more}
    return plistlib.dumps(archive, fmt=form)


def zipped(members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", method) as file:
        for name, body in members.items():
            file.writestr(name, body)
    return held.getvalue()


SAVED = {"page.html": HTML.encode(), "page_files/a.css": b"li{}", "page_files/i.png": PNG, "__MACOSX/page.html": b"x"}
FORMATS: dict[str, bytes] = {
    "gzip": gzip.compress(HTML.encode()),
    "bz2": bz2.compress(HTML.encode()),
    "zip": zipped(SAVED),
    "zip with a folder": zipped({f"shop/{name}": body for name, body in SAVED.items()}),
    "mhtml": mhtml(),
    "mhtml in gzip": gzip.compress(mhtml()),
    "mhtml in zip in gzip": gzip.compress(zipped({"a.mhtml": mhtml()})),
    "web archive": webarchive(),
    "web archive as XML": webarchive(plistlib.FMT_XML),
    "plain": HTML.encode(),
}


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_gives_the_page(name: str, tmp_path: Path) -> None:
    path = tmp_path / "saved"
    path.write_bytes(FORMATS[name])
    capture = read(str(path))
    assert isinstance(capture, Capture)
    assert capture.body.decode() == HTML
    assert capture.url == (URL if "mhtml" in name or "archive" in name else None)
    assert len(wrapture.extract(path)) == len(wrapture.extract(FORMATS[name])) == 6


def test_single_file_names_its_address() -> None:
    note = "<!--\n Page saved with SingleFile \n url: https://shop.example/list \n saved date: x\n-->"
    assert (
        checked(Capture("a.html", f"<!DOCTYPE html> <html lang=en>{note}".encode())).url == "https://shop.example/list"
    )


def test_folders_list_saved_pages_but_no_archives(tmp_path: Path) -> None:
    for name in ("a.mhtml", "b.MHT", "c.webarchive", "d.html.gz", "e.zip", "f.gz", "g.html"):
        (tmp_path / name).touch()
    assert [one.rpartition("/")[2] for one in expand([str(tmp_path)])] == [
        "a.mhtml",
        "b.MHT",
        "c.webarchive",
        "d.html.gz",
        "g.html",
    ]


# --- parts ---


def served(capture: Capture, address: str, kind: str = "image") -> object:
    found = answer(capture, address_of(capture), address, kind, scripts=False)
    return found.body if isinstance(found, Serve) else found


def test_a_zip_file_serves_the_files_beside_its_page() -> None:
    for name in ("zip", "zip with a folder"):
        capture = unpacked(Capture("saved.zip", FORMATS[name]))
        shown_at = address_of(capture)
        assert served(capture, shown_at.rpartition("/")[0] + "/page_files/i.png") == PNG
        assert served(capture, "https://elsewhere.example/i.png") == Refuse()


def test_a_web_archive_serves_its_resources_and_frames() -> None:
    capture = unpacked(Capture("a", webarchive()))
    assert served(capture, "https://cdn.example/i.png#top") == PNG
    assert served(capture, "https://shop.example/frame", "document") == HTML.encode()


def test_mhtml_parts_are_found_by_their_ids_and_addresses() -> None:
    page = HTML.replace("page_files/a.css", "cid:css-1@x").replace("page_files/i.png", "cid:unknown@x")
    capture = unpacked(Capture("a", mhtml(page)))
    style = "http://saved-page.invalid/cid/css-1%40x"
    assert f"href='{style}'" in capture.body.decode()
    assert "cid:unknown@x" in capture.body.decode()
    sheet = served(capture, style, "stylesheet")
    assert sheet == b"li { background: url(http://saved-page.invalid/cid/img-1%40x) }"
    assert (
        served(capture, "http://saved-page.invalid/cid/img-1%40x")
        == served(capture, "https://cdn.example/i.png")
        == PNG
    )


def test_the_page_of_a_message_is_the_one_it_starts_with() -> None:
    second = mhtml(start=' start="<frame-1@x>";')
    assert unpacked(Capture("a", second)).body.decode() == HTML
    assert unpacked(Capture("a", mhtml(location="cid:frame-1@x"))).url == URL


# --- what is no page ---


def refusal(body: bytes) -> str:
    with pytest.raises(SourceError) as caught:
        checked(Capture("a", body))
    return caught.value.what


def test_what_holds_no_page_says_so() -> None:
    assert refusal(zipped({"a.docx": b"x"})).startswith("is a ZIP archive (or a document in one) without a page")
    assert refusal(zipped({"a.html": b"x", "b.html": b"y"})).startswith(
        "is a ZIP archive of 2 pages; give a zip file of one"
    )
    assert refusal(plistlib.dumps({"a": 1})).startswith("is a property list without a page")
    assert refusal(b"MIME-Version: 1.0\r\nContent-Type: text/plain\r\n\r\nHello").startswith(
        "is a message without a page"
    )
    assert refusal(gzip.compress(PNG)) == "is a PNG image, not a page; give an HTML file"
    assert refusal(gzip.compress(b"")) == "is a gzip file that can't be decompressed (it is empty); save the page again"
    assert refusal(gzip.compress(b"<p>" * 99)[:-9]).startswith("is a gzip file that can't be decompressed")


def test_of_several_pages_the_index_is_taken() -> None:
    assert checked(Capture("a", zipped({"index.html": b"<p>1", "b.html": b"<p>2"}))).body == b"<p>1"


def test_a_page_is_packed_three_times_at_most() -> None:
    body = HTML.encode()
    for _ in range(3):
        body = gzip.compress(body)
    assert unpacked(Capture("a", body)).body.decode() == HTML
    assert refusal(gzip.compress(body)) == "is packed more than 3 times; unpack it first"


# --- limits ---


def test_a_bomb_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saved_formats, "MAX_PAGE_BYTES", 1000)
    monkeypatch.setattr(zipped_pages, "MAX_PAGE_BYTES", 1000)
    assert "longer than 1,000 bytes" in refusal(gzip.compress(b"<p>" * 999))
    assert "longer than 1,000 bytes" in refusal(zipped({"a.html": b"<p>" * 999}))


def test_parts_beyond_the_limit_are_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zipped_pages, "MAX_PARTS_BYTES", 10)
    parts = unpacked(Capture("a", zipped({"a.html": b"<p>", "a/1.css": b"x" * 9, "a/2.css": b"y" * 9}))).parts
    assert [part.address for part in parts] == ["a/1.css"]


def test_too_many_members_parts_or_messages(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(zipped_pages, "MAX_MEMBERS", 3)
    assert refusal(FORMATS["zip"]).startswith("has more than 3 files")
    many = mhtml() + b"".join(b"\n------Part--x----\r\n\r\n" for _ in range(10_001))
    assert refusal(many).startswith("has too many parts")
    nested = b"MIME-Version: 1.0\r\n" + b"Content-Type: message/rfc822\r\n\r\n" * 5000
    assert refusal(nested).startswith("has too many parts")


def deep_list() -> bytes:
    opened = b"<array>" * 50_000
    return b'<?xml version="1.0"?><!DOCTYPE plist><plist>' + opened + b"</array>" * 50_000 + b"</plist>"


def test_hostile_property_lists() -> None:
    entities = b'<?xml version="1.0"?><!DOCTYPE plist [<!ENTITY a "b">]><plist><string>&a;</string></plist>'
    for body in (deep_list(), entities, b"bplist00" + bytes(40), b"bplist00\xff" * 9):
        assert refusal(body).startswith(("is a damaged web archive", "is a property list"))


def test_headers_that_take_long_to_parse_are_refused() -> None:
    """The parser of Python takes hours for a megabyte of semicolons behind a quotation mark."""
    for name, end in product((b"Content-Type: text/html", b"X: y\rcontent-disposition: a;\r\n b"), (b"\r\n", b"\r")):
        body = b"MIME-Version: 1.0\r\n" + name + b'; a="' + b";" * 1_000_000 + end * 2 + b"<p>x"
        assert refusal(body) == "has a header of too many parameters; save the page as HTML"


def reading_s(body: bytes) -> float:
    begin = process_time()
    assert unpacked(Capture("a", body)).body
    return process_time() - begin


def test_a_web_archive_that_lists_itself_costs_little() -> None:
    """Its list of frames is a million entries: itself, and a number."""

    def text(ascii_text: bytes) -> bytes:
        return b"\x5f\x10" + bytes([len(ascii_text)]) + ascii_text

    frames = b"\xaf\x13" + (1_000_000).to_bytes(8, "big") + b"\0" + b"\7" * 999_999
    names = text(b"WebMainResource"), text(b"WebSubframeArchives"), text(b"WebResourceData")
    objects = b"\xd2\1\2\3\6", names[0], names[1], b"\xd1\4\5", names[2], b"\x42<p", frames, b"\x10\1"
    body, places = b"bplist00", b""
    for one in objects:
        places += len(body).to_bytes(4, "big")
        body += one
    end = bytes(6) + b"\4\1" + b"".join(number.to_bytes(8, "big") for number in (len(objects), 0, len(body)))
    assert reading_s(body + places + end) < 60


@pytest.mark.slow
def test_a_zip_file_whose_files_lie_about_their_length_costs_little() -> None:
    """Thousands of entries lead to the same bytes, which become 100 MB and not the two that are promised."""
    packed = zlib.compress(bytes(100 << 20), 9, -15)

    def head(kind: bytes, more: bytes, name: bytes, content: bytes) -> bytes:
        fields = struct.pack("<HHHHLLLHH", 0, 8, 0, 0, 7, len(content), 2, len(name), 0)
        return kind + fields + more + name

    made = zipped({"index.html": b"<p>"})
    page, directory = made.partition(b"PK\1\2")[0], made[made.index(b"PK\1\2") : made.rindex(b"PK\5\6")]
    files = page + head(b"PK\3\4\x14\0", b"", b"a", packed) + packed
    more = struct.pack("<HHHLL", 0, 0, 0, 0, len(page))
    directory += b"".join(head(b"PK\1\2\x14\0\x14\0", more, b"%d" % number, packed) for number in range(5000))
    end = struct.pack("<4sHHHHLLH", b"PK\5\6", 0, 0, 5001, 5001, len(directory), len(files), 0)
    assert reading_s(files + directory + end) < 60


@pytest.mark.parametrize(
    "odd",
    [
        {"WebSubresources": 7},
        {"WebSubresources": ["x", {}, {"WebResourceData": "text"}]},
        {"WebSubframeArchives": [{}, 1, {"WebMainResource": 3}]},
    ],
)
def test_odd_web_archives(odd: dict[str, Any]) -> None:
    assert unpacked(Capture("a", webarchive(plistlib.FMT_XML, **odd))).body.decode() == HTML


@pytest.mark.parametrize("name", sorted(set(FORMATS) - {"plain"}))
@given(st.data())
@scaled(0.3)
def test_damaged_files_are_pages_or_say_why(name: str, data: st.DataObject) -> None:
    body = bytearray(FORMATS[name])
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(body) - 1))
        body[place : place + data.draw(st.integers(0, 3))] = data.draw(st.binary(min_size=1, max_size=3))
    with suppress(SourceError):
        checked(Capture("a", bytes(body[: data.draw(st.integers(1, len(body)))])))


def test_a_style_sheet_that_chromium_names_by_its_location_is_found() -> None:
    page = b'<link rel=stylesheet href="cid:css-7@mhtml.blink"><ul><li>a</ul>'
    message = (
        b'MIME-Version: 1.0\r\nContent-Type: multipart/related; type="text/html"; boundary="b"\r\n\r\n'
        b"--b\r\nContent-Type: text/html\r\nContent-Location: http://shop.example/l\r\n\r\n" + page + b"\r\n"
        b"--b\r\nContent-Type: text/css\r\nContent-Location: cid:css-7@mhtml.blink\r\n\r\nli{}\r\n--b--\r\n"
    )
    capture = checked(Capture("saved.mhtml", message))
    (part,) = capture.parts
    assert part.address.encode() in capture.body
    assert part.body.strip() == b"li{}"
