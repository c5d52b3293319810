"""What ``paging`` does: show the links of pages to the other pages of the same list."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from wrapture.capture.fetch import fetch as fetch_page
from wrapture.capture.sources import expand, read
from wrapture.cli import display
from wrapture.cli.commands import FAILED
from wrapture.errors import SourceError
from wrapture.extraction.table import Failure
from wrapture.html.paging import find_paging
from wrapture.html.read import read_page
from wrapture.sinks.jsonout import dump

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.capture.sources import Fetch
    from wrapture.html.paging import PageLink, Paging

KINDS = ("next", "previous", "first", "last")


def run(sources: Sequence[str], *, as_json: bool, fetch: Fetch = fetch_page) -> int:
    """Print the paging of each page."""
    found = [_found(source, fetch) for source in display.progress(expand(sources))]
    if as_json:
        sys.stdout.write("[" + ",\n".join(dump(_object(*one)) for one in found) + "]\n")
    for name, paging in found:
        if isinstance(paging, Failure):
            display.say(f"{paging.page}: {paging.error}")
        elif not as_json:
            _print(name, paging)
    return FAILED if found and all(isinstance(paging, Failure) for _, paging in found) else 0


def _found(source: str, fetch: Fetch) -> tuple[str, Paging | Failure]:
    """Return the name of a page and its paging, or the failure to get it."""
    capture = read(source, fetch=fetch)
    if isinstance(capture, Failure):
        return capture.page, capture
    try:
        page = read_page(capture)
    except SourceError as error:
        return error.where, Failure(error.where, error.what)
    return page.name, find_paging(page)


def _object(name: str, paging: Paging | Failure) -> dict[str, object]:
    if isinstance(paging, Failure):
        return {"page": paging.page, **dict.fromkeys((*KINDS, "onward")), "pages": [], "error": paging.error}
    marked = {kind: _link_object(link) for kind, link in _marked(paging)}
    pages = [{"number": link.number, **(_link_object(link) or {}), **_strange(link)} for link in paging.numbered]
    return {"page": name, **marked, "onward": _link_object(paging.onward), "pages": pages}


def _marked(paging: Paging) -> list[tuple[str, PageLink | None]]:
    return list(zip(KINDS, (paging.next, paging.previous, paging.first, paging.last), strict=True))


def _link_object(link: PageLink | None) -> dict[str, object] | None:
    """Return a link for a machine; a button has no address."""
    if link is None:
        return None
    return {
        "url": None if link.is_button else link.url,
        "text": link.text,
        **({"button": True} if link.is_button else {}),
    }


def _strange(link: PageLink) -> dict[str, object]:
    """Return that a numbered page is one of another list, where it is."""
    return {} if link.own else {"own": False}


def _print(name: str, paging: Paging) -> None:
    rows = list(_rows(paging))
    if rows:
        display.print_grid(f"{name}: {_page_count(paging)}", ("link", "text", "address"), rows)
    else:
        display.say(f"{name}: no links to other pages of a list")


def _page_count(paging: Paging) -> str:
    here = "" if paging.current is None else f", this is page {paging.current}"
    return f"links to {len(paging.pages)} numbered {'page' if len(paging.pages) == 1 else 'pages'}{here}"


def _rows(paging: Paging) -> Iterator[tuple[str, str, str]]:
    """Yield each link for the eye; numbered pages of other lists are left out."""
    for kind, link in (*_marked(paging), ("onward", paging.onward), *(("page", page) for page in paging.pages)):
        if link is not None:
            yield kind, link.text, "(a button)" if link.is_button else link.url
