"""Which form each control belongs to, as the HTML standard says [1]_.

A ``form`` attribute names the form.  Else it is the form that was open in the source when the parser met the control, which is
not always one that it stands in: ``<table><form><tr><td><input>`` leaves an empty form in the table, and ``<div><form></div>
<input></form>`` one that ends before its control.  Else it is the form around it.

The parser does not tell which form was open, so the source is read for that, but only where a control stands in no form
or a form in the middle of a table.  A page that a browser made has no source: there the empty form in a table takes what
stands in that table and in no form.

.. [1] https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#association-of-controls-and-forms
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.html.markup import ATTRIBUTES
from wrapture.html.places import places_of
from wrapture.html.tagscan import RAW

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.html.page import Page

CONTROLS: Final = frozenset(["input", "select", "textarea", "button"])
TABLE_PARTS: Final = frozenset(["table", "tbody", "thead", "tfoot", "tr"])
"""Elements in which a form can't hold anything."""
MAX_PARTS: Final = 3  # a row, a body, a table

_UNGROUPED: Final = re.sub(r"(?<!\\)\((?!\?)", "(?:", ATTRIBUTES.pattern)
_MARKUP: Final = re.compile(
    rf"<!--(?:-?>|.*?(?:--!?>|\Z))|<(/?)([a-zA-Z][^\t\n\f\r />]*+)(?:{_UNGROUPED})*+[\t\n\f\r /]*+>?", re.DOTALL
)
_RAW_END: Final = {name: re.compile(rf"</{name}(?=[\t\n\f\r />])", re.IGNORECASE) for name in RAW}


class Owners(NamedTuple):
    """The controls of a page in order, and the form that each belongs to, if any."""

    controls: list[int]
    forms: dict[int, int]


def find_owners(page: Page) -> Owners:
    """Return the controls of a page and the form of each; templates and drawings hold none."""
    around = _forms_around(page)
    controls = [node for node, tag in enumerate(page.tags) if tag in CONTROLS and node not in page.foreign]
    owners = {node: around[node] for node in controls if around[node] >= 0}
    open_forms = _open_forms(page, controls, owners)
    owners.update(open_forms)
    for node in controls:
        named = page.attribute(node, "form")
        if named is not None:
            owners.pop(node, None)
            if (form := _form_named(page, node, named)) is not None:
                owners[node] = form
    return Owners(controls, owners)


def _forms_around(page: Page) -> list[int]:
    """Return for each node the innermost form that it stands in, -1 where there is none; a frame's document is closed."""
    around = [-1] * len(page)
    tags, parents, inner = page.tags, page.parents, page.inner
    for node, parent in enumerate(parents):
        if parent >= 0 and node not in inner:
            around[node] = parent if tags[parent] == "form" else around[parent]
    return around


def _form_named(page: Page, node: int, name: str) -> int | None:
    """Return the form with an id, None where the first element with it in the same document is none."""
    found = element_with_id(page, node, name)
    return found if found is not None and page.tags[found] == "form" else None


def element_with_id(page: Page, node: int, name: str) -> int | None:
    """Return the first element with an id in the document of a node."""
    return _ids(page).get((document_of(page, node), name)) if name else None


def _ids(page: Page) -> dict[tuple[int, str], int]:
    """Return the first element with each id in each document of a page."""
    ids: dict[tuple[int, str], int] | None = page.worked_out.get("ids of forms")
    if ids is None:
        ids = page.worked_out["ids of forms"] = {}
        for node in range(len(page)):
            name = page.attribute(node, "id")
            if name:
                ids.setdefault((document_of(page, node), name), node)
    return ids


def document_of(page: Page, node: int) -> int:
    """Return the root of the innermost document in a frame that a node stands in, -1 for the page itself."""
    if not page.inner:
        return -1
    return max((root for root in page.inner if root <= node < page.stops[root]), default=-1)


# --- the form that was open ---


def _open_forms(page: Page, controls: Sequence[int], around: dict[int, int]) -> dict[int, int]:
    """Return the form that was open in the source at each control, where that may be another than the one around it."""
    forms = [node for node, tag in enumerate(page.tags) if tag == "form"]
    if not forms:
        return {}
    displaced = [form for form in forms if page.tags[page.parents[form]] in TABLE_PARTS]
    if page.source is None:
        return _forms_of_tables(page, displaced, [node for node in controls if node not in around])
    if not displaced and all(node in around or node < forms[0] for node in controls):
        return {}
    return _told_by_source(page, page.source)


def _told_by_source(page: Page, source: str) -> dict[int, int]:
    """Return the form that was open when the parser met each control: the last start tag of one that no end tag followed."""
    places, found, form = places_of(page), {}, None
    for at, name, ends in _tags_of_forms(source):
        if ends:
            form = None
            continue
        node = places.element(at)
        if node is None or page.tags[node] != name:
            continue
        if name == "form":
            form = node
        elif form is not None:
            found[node] = form
    return found


def _tags_of_forms(source: str) -> Iterator[tuple[int, str, bool]]:
    """Yield the start tags of controls and forms and the end tags of forms: where, the name, and if it is an end tag."""
    endless: set[str] = set()  # raw texts without an end, which is not looked for again
    markup = _MARKUP.search(source)
    while markup is not None:
        at, name = markup.end(), (markup[2] or "").lower()
        if name == "form" or (name in CONTROLS and not markup[1]):
            yield markup.start(), name, bool(markup[1])
        if name in RAW and not markup[1] and name not in endless:
            end = _RAW_END[name].search(source, at)
            at = end.start() if end is not None else at
            endless.update([] if end is not None else [name])
        markup = _MARKUP.search(source, at)


def _forms_of_tables(page: Page, displaced: Sequence[int], orphans: Sequence[int]) -> dict[int, int]:
    """Return for controls in no form the last empty form before them, where that stands in the same table."""
    stops = [page.stops[_table_around(page, form)] for form in displaced]
    last = ((node, bisect_left(displaced, node) - 1) for node in orphans)
    return {node: displaced[form] for node, form in last if form >= 0 and node < stops[form]}


def _table_around(page: Page, node: int) -> int:
    """Return the table whose part a form stands in: the row, the body or the table itself is its parent."""
    for _ in range(MAX_PARTS):
        node = page.parents[node]
        if page.tags[node] not in TABLE_PARTS or page.tags[node] == "table":
            break
    return node
