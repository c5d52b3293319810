"""``wrapture paging``: show the links of pages to the other pages of the same list."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final

from wrapture import api
from wrapture.cli.messages import say, show_pages
from wrapture.cli.options import AllowPrivate, ListFormat, ListFormatOption, Sources, command_app
from wrapture.model.table import Failure
from wrapture.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.api import Capture, PageLink, Paging

KINDS: Final = ("next", "previous", "first", "last")

app = command_app()


@app.command()
def paging(
    sources: Sources,
    output_format: ListFormatOption = ListFormat.table,
    allow_private: AllowPrivate = False,
) -> None:
    """Show the links to the next, previous and numbered pages of a list."""
    from wrapture.cli.intake import intake_for

    intake = intake_for(allow_private=allow_private)
    found = list(intake.each_capture(sources, _found))
    sys.exit(show_pages(found, _object, _print, as_json=output_format is ListFormat.json))


def _found(_: str, capture: Capture) -> tuple[str, Paging]:
    """Return the name of a page and its paging."""
    page = api.read_page(capture)
    return page.name, api.find_paging(page)


def _object(found: tuple[str, Paging] | Failure) -> dict[str, object]:
    if isinstance(found, Failure):
        return {"page": found.page, **dict.fromkeys((*KINDS, "onward")), "pages": [], "error": found.error}
    name, paging = found
    marked = {kind: _link_object(link) for kind, link in _marked(paging)}
    pages = [{"number": link.number, **(_link_object(link) or {}), **_strange(link)} for link in paging.numbered]
    return {"page": name, **marked, "onward": _link_object(paging.onward), "pages": pages}


def _marked(paging: Paging) -> list[tuple[str, PageLink | None]]:
    return list(zip(KINDS, (paging.next, paging.previous, paging.first, paging.last), strict=True))


def _link_object(link: PageLink | None) -> dict[str, object] | None:
    """Return a link as a JSON object; a button has no address."""
    if link is None:
        return None
    return {
        "url": None if link.is_button else link.url,
        "text": link.text,
        **({"button": True} if link.is_button else {}),
    }


def _strange(link: PageLink) -> dict[str, object]:
    """Return the member that marks a numbered page of another list; nothing for other links."""
    return {} if link.own else {"own": False}


def _print(found: tuple[str, Paging]) -> None:
    name, paging = found
    rows = list(_rows(paging))
    if rows:
        from wrapture.cli.display import print_grid

        print_grid(f"{name}: {_page_count(paging)}", ("link", "text", "address"), rows)
    else:
        say(f"{name}: no links to other pages of a list")


def _page_count(paging: Paging) -> str:
    here = "" if paging.current is None else f", this is page {paging.current}"
    return f"links to {counted(len(paging.pages), 'numbered page')}{here}"


def _rows(paging: Paging) -> Iterator[tuple[str, str, str]]:
    """Yield each link as a row of the table; numbered pages of other lists are left out."""
    for kind, link in (*_marked(paging), ("onward", paging.onward), *(("page", page) for page in paging.pages)):
        if link is not None:
            yield kind, link.text, "(a button)" if link.is_button else link.url
