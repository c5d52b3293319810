"""Kinds of nodes: what elements are called by the encodings that look at classes.

A page has far fewer kinds than nodes, so a name is found once for each kind.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import lru_cache
from itertools import count
from typing import TYPE_CHECKING, Final, TypeAlias

from wrapture.html.elements import STRUCK
from wrapture.html.page import TEXT
from wrapture.html.table_grid import columns_of_cells

if TYPE_CHECKING:
    from wrapture.html.page import Page
    from wrapture.html.tokens import Encoding

NodeKind: TypeAlias = tuple[str, str | None]
"""The name of a node, and its classes as written."""
BLANK: Final[NodeKind] = (TEXT, "")
"""Texts that show nothing."""
CLASSLESS: Final = frozenset([TEXT, "a", "img"])
"""Links and images are parts whatever their class."""
STRUCK_NAME: Final = "struck"
"""The name of elements with a former price in the encodings for fields."""
FORMER: Final = re.compile(
    r"(?:^|[-_:])(?:line-?through|strike|striked|strike-?through|struck|crossed)(?:$|[-_])"
    r"|(?:^|(?<!with)(?<!has)(?<!no)[-_])(?:old|was|former|previous|original|before|list|retail|compare|compare-at|rrp|msrp|uvp)"
    r"[-_]?price"
    r"|price[-_]*(?:old|was|former|previous|original|before|list|compare|strike|rrp|msrp|uvp)(?:$|[-_])",
    re.I,
)
"""Classes of former prices.  *Regular* is not among them: it is the current price of what is not on sale."""


def node_kinds(page: Page) -> tuple[list[int], list[NodeKind]]:
    """Return the number of each node's kind, and the kinds, computed once per page."""
    found: tuple[list[int], list[NodeKind]] | None = page.cache.get("kinds")
    if found is None:
        attributes, texts = page.attributes, page.texts
        numbers: defaultdict[NodeKind, int] = defaultdict(count().__next__)
        nodes = [
            numbers[tag, attributes(node).get("class")]
            if tag != TEXT
            else numbers[TEXT, None]
            if texts[node] and not texts[node].isspace()
            else numbers[BLANK]
            for node, tag in enumerate(page.tags)
        ]
        found = page.cache["kinds"] = nodes, list(numbers)
    return found


def class_names(page: Page, start: int, stop: int, encoding: Encoding) -> list[str]:
    """Return the names of nodes, each with the element's first class unless the encoding skips the element."""
    known = page.cache.setdefault("class names", {})
    key = (encoding.skips, encoding.fields, encoding.cells)
    found: list[str] | None = known.get(key)
    if found is None:
        nodes, kinds = node_kinds(page)
        names = [name_in(encoding, *kind) for kind in kinds]
        found = known[key] = list(map(names.__getitem__, nodes))
        if encoding.cells:
            for node, column in columns_of_cells(page):
                found[node] = f"{page.tags[node]}.column-{column}"
    return found[start:stop]


def name_in(encoding: Encoding, tag: str, written: str | None) -> str:
    """Return the name of an element with these classes."""
    if encoding.fields and tag not in encoding.classless and _is_struck(tag, written):
        return STRUCK_NAME
    return tag if tag in encoding.skips or tag in CLASSLESS else _with_class(tag, written)


@lru_cache(maxsize=4096)
def _with_class(tag: str, written: str | None) -> str:
    """Return an element's name with its first class: later classes express states (odd, active, sale) rather than kinds."""
    classes = written.split(maxsplit=1) if written else None
    return f"{tag}.{classes[0].lower()}" if classes else tag


@lru_cache(maxsize=4096)
def _is_struck(tag: str, written: str | None) -> bool:
    """Return whether an element holds a former price."""
    return tag in STRUCK or (written is not None and any(map(FORMER.search, written.split())))
