"""Small bytes to start from, made here: each shows the fuzzer a form that it would take long to find."""

from __future__ import annotations

import gzip
import io
import json
import tarfile
import zipfile
import zlib
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Final

import wrapture
from tests.unit.bulk.inputs.making import warc
from tests.unit.capture.test_saved_formats import mhtml, webarchive
from tests.unit.html.test_snapshot import FILE
from wrapture.library.wrapper_file import dumps

ROOT: Final = Path(__file__).resolve().parents[2]
MOMENT: Final = datetime(2026, 1, 1, tzinfo=UTC)
ITEMS: Final = "".join(
    f'<li class=item><a href="/{n}">Näme {n}</a> <b>{n}.50 €</b><p>About {n}</p></li>' for n in range(6)
)
LIST: Final = f"<html><title>List</title><body><ul>{ITEMS}</ul><p>Foot</p></body></html>"
DATA: Final = json.dumps(
    {"@type": "ItemList", "itemListElement": [{"name": f"Item {n}", "price": n} for n in range(5)]}
)
STATE: Final = f"<script id=__NEXT_DATA__ type=application/json>{DATA}</script><script>window.state = {DATA};</script>"


def charsets() -> list[bytes]:
    """Return pages in several encodings, each after the charset of a header."""
    names = ("utf-8", "utf-16", "windows-1252", "shift_jis", "iso-2022-jp", "big5", "gb18030", "utf-32")
    texts = [(name, f"<meta charset={name}><p>Näme 名前".encode(name, "ignore")) for name in names]
    return [name.encode() + b"\n" + body for name, body in texts] + [
        b"x-user-defined\n\xff\xfe<\0p\0>\0",
        b"\n\xef\xbb\xbf<p>",
    ]


@cache
def _wrapper_texts() -> tuple[str, ...]:
    rows = "".join(f"<tr><td>Item {n}<td>{n} kg</tr>" for n in range(9))
    return tuple(dumps(wrapture.learn(page)) for page in (LIST, f"<table>{rows}</table>"))


def wrapper_files() -> list[bytes]:
    """Return wrapper files."""
    return [text.encode() for text in _wrapper_texts()] + [b'{"format": 1}', b"[]", b'{"format": 2, "name": "x"}']


def scripts() -> list[bytes]:
    """Return scripts."""
    steps = [
        "steps:\n  - open: https://example.org/\n  - fill: {q: {secret: KEY}}\n  - send\n  - save: x\n",
        "steps:\n  - open: {url: /a}\n  - click: {text: More}\n  - click until gone: More\n",
        "steps:\n  - open: https://example.org/\n  - scroll until still: {times: 3}\n",
        "steps: [{wait: 2}, {choose: {a: b}}, {next: {pages: 5, save: y}}]\n",
        "a: &a [1, 2]\nb: *a\n",
        "- 'x\n  y'\n- |\n  z\n- >-\n  w\n",
    ]
    return [(ROOT / "examples" / "login.yaml").read_bytes(), *(text.encode() for text in steps)]


def cookies() -> list[bytes]:
    """Return lines that set cookies."""
    return [
        b"id=7; Path=/list; Max-Age=60; Secure; HttpOnly; SameSite=Lax",
        b"a=b; Expires=Wed, 21 Oct 2099 07:28:00 GMT; Domain=example.org\nc=d; expires=x",
        b'q="x y"; max-age=-1\n=; ;\n__Host-a=1; secure; path=/',
    ]


def cookie_files() -> list[bytes]:
    """Return files with cookies, and session files."""
    one = {"name": "a", "value": "b", "domain": ".example.org", "path": "/", "expirationDate": 4e9}
    session = {"origin": ["https", "example.org", 443], "name": "a", "value": "b", "path": "/", "ends": 4e9}
    return [
        b"# Netscape HTTP Cookie File\n.example.org\tTRUE\t/\tTRUE\t4000000000\tid\t7\n",
        b"#HttpOnly_example.org\tFALSE\t/\tFALSE\t0\tid\t7\n",
        *(json.dumps(found).encode() for found in ([one], {"cookies": [one]}, [session])),
    ]


def headers() -> list[bytes]:
    """Return a content type, encodings, a header that a person gives, and a body."""
    body = zlib.compress(b"<p>spam" * 40)
    return [
        b"text/html; charset=utf-8\ndeflate\nX-Key: abc\n" + body,
        b'text/html; charset="x\ngzip, deflate\nAccept: */*\n' + gzip.compress(body, mtime=0),
        b"a/b; charset*=utf-8''x\nbr, zstd\nHost: x\n\x0b\x02\x80spam\x03",
    ]


def addresses() -> list[bytes]:
    """Return addresses and redirects."""
    texts = (
        "http://ann:pw@example.org:81/a/../b?c=d#e",
        "https://[::ffff:127.0.0.1]/",
        "http://0x7f.1/",
        "http://Bücher.example./",
        "//other.example/x",
        "../y?z",
        "http://１２７.0.0.1",
        "http://a%2Eb/%00",
        "http:\\\\host",
    )
    return [text.encode() for text in texts]


def robots() -> list[bytes]:
    """Return robots.txt files."""
    return [
        b"User-agent: *\nDisallow: /private\nAllow: /private/open$\nCrawl-delay: 2.5\n",
        b"\xef\xbb\xbfuser-agent:wrapture\r\nuser-agent: other\r\ndisallow: /*?*page=\r\nSitemap: x\r\n",
        b"Disallow: /" + b"*a" * 30 + b"\nUser-agent: *\nDisallow: /" + b"*a" * 30,
    ]


def warcs() -> list[bytes]:
    """Return WARC files."""
    pages = [("a.html", b"<p>one"), ("b.html", b"<p>two")]
    plain = warc(pages, zips=False)
    return [
        plain,
        warc(pages, zips=True),
        gzip.compress(plain, mtime=0),
        b"WARC/1.0\r\nContent-Length: -1\r\n\r\n\r\n\r\n",
    ]


def zips() -> list[bytes]:
    """Return zip files, compressed in several ways."""
    made = []
    for way in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
        file = io.BytesIO()
        with zipfile.ZipFile(file, "w", way) as archive:
            for name, text in (("index.html", "<p>x" * 20), ("page_files/a.css", "p {}")):
                archive.writestr(zipfile.ZipInfo(name, (2026, 1, 1, 0, 0, 0)), text, way)
        made.append(file.getvalue())
    return [*made, b"<!-- page -->" + made[1]]


def tars() -> list[bytes]:
    """Return tar files of several formats."""
    made = []
    for form in (tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT):
        file = io.BytesIO()
        with tarfile.open(fileobj=file, mode="w", format=form) as archive:
            for name in ("a.html", f"{'d' * 60}/{'ä' * 40}.html"):
                about = tarfile.TarInfo(name)
                about.size = 6
                archive.addfile(about, io.BytesIO(b"<p>one"))
        made.append(file.getvalue()[:4096])
    return [*made, gzip.compress(made[0], mtime=0)]


def mhtmls() -> list[bytes]:
    """Return pages saved as MHTML."""
    return [mhtml("<p>x<img src=cid:img-1@x>"), mhtml("<p>y", start=' start="<frame-1@x>";')]


def webarchives() -> list[bytes]:
    """Return pages saved as web archives."""
    import plistlib

    return [webarchive(), webarchive(plistlib.FMT_XML)]


def snapshots() -> list[bytes]:
    """Return rendered pages, compressed and as the bytes within."""
    plain = gzip.decompress(FILE)
    return [FILE, gzip.compress(plain[:-40], mtime=0), plain, plain[:-40]]


def pages() -> list[bytes]:
    """Return pages with lists, tables and JSON."""
    table = "".join(f"<tr><td>{n}<td>Item {n}<td><i>{n * n}</i></tr>" for n in range(8))
    return [
        LIST.encode(),
        f"<body>{STATE}<ul>{ITEMS}</ul>".encode(),
        f"<script type='application/ld+json'>{DATA}</script><p>x".encode(),
        f"<table><tr><th>a<th>b<th>c</tr>{table}</table><svg><a>x</a></svg><template><p>y</template>".encode(),
    ]


def queries() -> list[bytes]:
    """Return queries that are allowed, and some that are not."""
    texts = (
        "select * from records where price > 3 order by title limit 5",
        "with recursive t(n) as (select 1 union all select n + 1 from t where n < 9) select sum(n) from t",
        "explain analyze from records",
        "pivot t on a in ('x') using sum(b)",
        "summarize records",
        "copy records to 'x'",
        "select * from read_csv('/etc/passwd')",
        "with t as (copy (select 1) to 'x') from t",
        "attach 'x'; select 1",
        "values (1, 'a'), (2, $1)",
    )
    return [text.encode() for text in texts]
