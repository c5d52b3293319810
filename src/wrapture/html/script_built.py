"""Whether a page shows its content only after its scripts have run.

Such a page has scripts, and shows either nothing at all, or hardly any text and one of the signs that a framework leaves: an
element without content for the scripts to fill, a note for browsers without scripts, or data that is not displayed.  Text in
style sheets, scripts, templates and ``noscript`` is not displayed.  Of 677 development pages with a list none is taken for such
a page, of 86 without one is, which displays no text at all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wrapture.html.page import TEXT

if TYPE_CHECKING:
    from wrapture.html.page import Page

MAX_SHOWN: Final = 200  # characters of text: a title, a note that the page is loading
DATA_TYPES: Final = frozenset(["application/json", "application/ld+json"])
DATA_IDS: Final = frozenset(["__NEXT_DATA__", "__NUXT_DATA__"])
SHOWING: Final = frozenset(["canvas", "embed", "frame", "iframe", "img", "input", "object", "svg", "video"])
"""Elements that show something without text."""
MOUNTS: Final = frozenset(["div", "main", "section", "span"])
"""Elements that scripts fill, besides those with names of their own, such as ``<app-root>``."""
LISTS: Final = frozenset(["ol", "ul", "tbody"])
"""Elements that have content on any other page."""


def is_built_by_scripts(page: Page) -> bool:
    """Return whether a page that was not rendered shows nothing without its scripts.

    >>> from wrapture.html.lexbor import parse_page
    >>> is_built_by_scripts(parse_page("<body><div id=root></div><script src=app.js></script>"))
    True
    >>> is_built_by_scripts(parse_page("<body><p>Nothing here</p><script src=app.js></script>"))
    False
    """
    if page.boxes is not None or not len(page) or "script" not in page.tags:
        return False
    shown = page.offsets[page.body.stop] - page.offsets[page.body.start]  # characters of text
    inside = page.tags[page.body.start : page.body.stop]
    if not shown and SHOWING.isdisjoint(inside):
        return True
    return shown <= MAX_SHOWN and ("noscript" in inside or _has_mount(page) or _has_data(page))


def _has_mount(page: Page) -> bool:
    """Return whether the body has an element without content, for scripts to fill."""
    return any(_is_mount(page, node) for node in range(page.body.start + 1, page.body.stop))


def _is_mount(page: Page, node: int) -> bool:
    tag = page.tags[node]
    stop = page.stops[node]
    is_empty = page.offsets[node] == page.offsets[stop] and SHOWING.isdisjoint(page.tags[node:stop])
    named = tag in LISTS or (tag in MOUNTS and "id" in page.attributes(node))
    return tag != TEXT and is_empty and ("-" in tag or named)


def _has_data(page: Page) -> bool:
    """Return whether a script of the page holds data for other scripts."""
    scripts = (page.attributes(node) for node, tag in enumerate(page.tags) if tag == "script")
    return any(one.get("type") in DATA_TYPES or one.get("id") in DATA_IDS for one in scripts)
