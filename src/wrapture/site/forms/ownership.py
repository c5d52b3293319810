"""Find the form that each control belongs to, by the HTML standard [1]_.

A ``form`` attribute names the form.  Otherwise it is the form that was open in the source when the parser met the control,
which is not always an ancestor: ``<table><form><tr><td><input>`` leaves an empty form in the table, and ``<div><form></div>
<input></form>`` one that ends before its control.  Otherwise it is the enclosing form.

The parser does not report which form was open, so the source is scanned for that, but only if a control is outside of forms or
a form is inside a table.  A rendered page has no source: there the empty form in a table takes the controls of that table that
are outside of forms.

.. [1] https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#association-of-controls-and-forms
"""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.html.source_places import places_of
from wrapture.html.source_tags import UNGROUPED
from wrapture.html.tagscan import RAW, RAW_END

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.html.page import Page

CONTROLS: Final = frozenset(["input", "select", "textarea", "button"])
TABLE_PARTS: Final = frozenset(["table", "tbody", "thead", "tfoot", "tr"])
"""Elements in which the parser leaves a form empty."""
MAX_PARTS: Final = 3  # a row, a body, a table

_MARKUP: Final = re.compile(
    rf"<!--(?:-?>|.*?(?:--!?>|\Z))|<(/?)([a-zA-Z][^\t\n\f\r />]*+)(?:{UNGROUPED})*+[\t\n\f\r /]*+>?", re.DOTALL
)


class Owners(NamedTuple):
    """The controls of a page in order, and the form of each, if any."""

    controls: list[int]
    forms: dict[int, int]


def find_owners(page: Page) -> Owners:
    """Return the controls of a page and their forms; those in templates and SVG are left out."""
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
    """Return the innermost enclosing form of each node, or -1; forms don't extend into frames."""
    around = [-1] * len(page)
    tags, parents, inner = page.tags, page.parents, page.inner
    for node, parent in enumerate(parents):
        if parent >= 0 and node not in inner:
            around[node] = parent if tags[parent] == "form" else around[parent]
    return around


def _form_named(page: Page, node: int, name: str) -> int | None:
    """Return the form with an id, or None if the first element with it in the same document is not a form."""
    found = element_with_id(page, node, name)
    return found if found is not None and page.tags[found] == "form" else None


def element_with_id(page: Page, node: int, name: str) -> int | None:
    """Return the first element with an id in the document of a node."""
    return _ids(page).get((document_of(page, node), name)) if name else None


def _ids(page: Page) -> dict[tuple[int, str], int]:
    """Return the first element with each id in each document of a page."""
    ids: dict[tuple[int, str], int] | None = page.cache.get("ids of forms")
    if ids is None:
        ids = page.cache["ids of forms"] = {}
        for node in range(len(page)):
            name = page.attribute(node, "id")
            if name:
                ids.setdefault((document_of(page, node), name), node)
    return ids


def document_of(page: Page, node: int) -> int:
    """Return the root of the innermost frame document that contains a node, or -1 for the page itself."""
    if not page.inner:
        return -1
    return max((root for root in page.inner if root <= node < page.stops[root]), default=-1)


# --- the form that was open ---


def _open_forms(page: Page, controls: Sequence[int], around: dict[int, int]) -> dict[int, int]:
    """Return the form that was open in the source at each control, if that may differ from the enclosing one."""
    forms = [node for node, tag in enumerate(page.tags) if tag == "form"]
    if not forms:
        return {}
    displaced = [form for form in forms if page.tags[page.parents[form]] in TABLE_PARTS]
    if page.source is None:
        return _forms_of_tables(page, displaced, [node for node in controls if node not in around])
    if not displaced and all(node in around or node < forms[0] for node in controls):
        return {}
    return _forms_in_source(page, page.source)


def _forms_in_source(page: Page, source: str) -> dict[int, int]:
    """Return the form that was open when the parser met each control: the last start tag without an end tag."""
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
    """Yield the start tags of controls and forms and the end tags of forms: offset, name, and whether it is an end tag."""
    endless: set[str] = set()  # raw text elements without an end tag, to search for it only once
    markup = _MARKUP.search(source)
    while markup is not None:
        at, name = markup.end(), (markup[2] or "").lower()
        if name == "form" or (name in CONTROLS and not markup[1]):
            yield markup.start(), name, bool(markup[1])
        if name in RAW and not markup[1] and name not in endless:
            end = RAW_END[name].search(source, at)
            at = end.start() if end is not None else at
            endless.update([] if end is not None else [name])
        markup = _MARKUP.search(source, at)


def _forms_of_tables(page: Page, displaced: Sequence[int], orphans: Sequence[int]) -> dict[int, int]:
    """Return the last empty form before each control outside of forms, if both are in the same table."""
    stops = [page.stops[_table_around(page, form)] for form in displaced]
    last = ((node, bisect_left(displaced, node) - 1) for node in orphans)
    return {node: displaced[form] for node, form in last if form >= 0 and node < stops[form]}


def _table_around(page: Page, node: int) -> int:
    """Return the table of a form whose parent is a row, a table body or the table itself."""
    for _ in range(MAX_PARTS):
        node = page.parents[node]
        if page.tags[node] not in TABLE_PARTS or page.tags[node] == "table":
            break
    return node
