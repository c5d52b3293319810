"""Tables of pages: which of their columns hold the HTML and the address, and pages from cells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wrapture.bulk.inputs.chunks import Passed, Unreadable, refused
from wrapture.bulk.inputs.page_bodies import capture_of
from wrapture.bulk.jobs import Columns
from wrapture.capture.saved_formats import MAX_PAGE_BYTES
from wrapture.errors import SourceError
from wrapture.wording import encodable

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.model import Capture

HTML_NAMES: Final = (
    "html",
    "raw_html",
    "page_html",
    "html_content",
    "page_content",
    "page_source",
    "content",
    "body",
    "page",
    "document",
    "markup",
    "source",
    "payload",
    "text",
)
"""Names of columns with HTML, most reliable first."""
URL_NAMES: Final = (
    "url",
    "page_url",
    "final_url",
    "source_url",
    "target_uri",
    "warc_target_uri",
    "uri",
    "address",
    "link",
    "href",
)
SHOWN: Final = 20
"""Columns that an error lists."""


def choose_columns(source: str, names: Sequence[str], columns: Columns) -> Columns:
    """Return the columns with HTML and address; raises `SourceError` if they are not clear.

    `names` are the columns with text.  If there is only one, or one beside the address, it contains the HTML.
    """
    url = _given(source, names, columns.url) or _first(names, URL_NAMES)
    html = _given(source, names, columns.html) or _first(names, HTML_NAMES)
    rest = [name for name in names if name != url]
    if not html and len(rest) == 1:
        html = rest[0]
    if not html:
        raise SourceError(source, f"which column holds the HTML? {_listed(names)}; name it with `html`")
    return Columns(html, "" if url == html else url)


def _given(source: str, names: Sequence[str], name: str) -> str:
    if name and name not in names:
        raise SourceError(source, f"has no text column {name!r}; {_listed(names)}")
    return name


def _first(names: Sequence[str], known: Sequence[str]) -> str:
    plain = {_plain(name): name for name in reversed(names)}
    return next((plain[name] for name in known if name in plain), "")


def _plain(name: str) -> str:
    """Return the normal form of a column name.

    >>> _plain("Page-URL ")
    'page_url'
    """
    return name.strip().casefold().replace("-", "_").replace(" ", "_")


def _listed(names: Sequence[str]) -> str:
    shown = ", ".join(names[:SHOWN]) + (", …" if len(names) > SHOWN else "")
    return f"its text columns are {shown}" if names else "it has no text columns"


def page_of_cells(place: str, html: object, url: object, charset: str | None = None) -> Capture | Unreadable:
    """Return the page of a row, named by its address or else by its place.

    Text is UTF-8, whatever the page declares; bytes are decoded by `charset` if it is given.
    """
    address = _text(url)
    name = address or place
    if not html:
        return Unreadable(name, "has no HTML in its row")
    if not isinstance(html, str | bytes):
        return Unreadable(name, f"has {type(html).__name__} where its HTML should be")
    if len(html) > MAX_PAGE_BYTES:
        return refused(name)
    body, charset = (html, charset) if isinstance(html, bytes) else (encoded(html), "utf-8")
    page = capture_of(name, body, named=True, url=address or None, charset=charset)
    return Unreadable(name, "is not a page") if isinstance(page, Passed) else page


def _text(cell: object) -> str:
    if isinstance(cell, bytes):
        return cell.decode("utf-8", "replace")
    return encoded(cell).decode() if isinstance(cell, str) else ""


def encoded(text: str) -> bytes:
    r"""Return text as UTF-8; lone surrogates become U+FFFD.

    >>> encoded("a\ud83d\ude00\ud800")
    b'a\xf0\x9f\x98\x80\xef\xbf\xbd'
    """
    return encodable(text).encode()
