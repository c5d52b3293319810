"""Names from the data of a page's scripts, for columns that nothing else names: the fields with the values of a column.

Programs call things ``product_puretitle`` and ``sort_type``, so such a name comes last, and only if it is short.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wrapture.columns.naming.jsonld import LISTED, PLAIN, key
from wrapture.columns.naming.name_words import slug
from wrapture.columns.naming.said_names import Suggestion, agreed
from wrapture.lazy_regex import lazy_regex
from wrapture.reading.data_reading import arrays_in, values_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.columns.naming.seen import SeenValue
    from wrapture.html.page import Page

MAX_OBJECTS: Final = 500  # of an array
MAX_VALUES: Final = 20_000
MAX_WORDS: Final = 2  # of a name
EMPTY: Final = frozenset(["content", "data", "id", "item", "key", "label", "slug", "text", "type", "value"])
"""Names that say nothing."""
_HUMP: Final = lazy_regex(r"(?<=[a-z0-9])(?=[A-Z])")


def data_name(seen: Sequence[SeenValue]) -> Suggestion | None:
    """Return the name of the field that has most of these texts, None if there is none."""
    names = (_readable(_fields_of(one.page).get(key(one.text), "")) if one.is_text else "" for one in seen)
    return agreed("data", names, len(seen))


def _readable(field: str) -> str:
    name = slug(_HUMP.sub("_", field))
    return name if name not in EMPTY and name.count("_") < MAX_WORDS else ""


def _fields_of(page: Page) -> dict[str, str]:
    """Return the fields of the objects in a page's data by their texts, those of the richest objects first."""
    if "script data" not in page.cache:
        found: dict[str, str] = {}
        for text, name in _texts(page):
            found.setdefault(text, name)
        page.cache["script data"] = found
    known: dict[str, str] = page.cache["script data"]
    return known


def _texts(page: Page) -> Iterator[tuple[str, str]]:
    """Yield texts with the names of their fields; numbers stand in too many places to tell.

    The same texts may stand in menus and filters, whose objects have few values.
    """
    lists = [[list(values_of(one)) for one in array.objects[:MAX_OBJECTS]] for array in arrays_in(page)]
    left = MAX_VALUES
    for records in sorted(lists, key=lambda one: -max(map(len, one))):
        for path, cell in (value for values in records for value in values):
            text = key(cell) if isinstance(cell, str) else ""
            if any(map(str.isalpha, text)):
                yield text, _name(path)
            left -= 1
            if left < 0:
                return


def _name(path: Sequence[str]) -> str:
    """Return the name of a field; a plain one is named after its owner: the ``name`` of a ``vendor``."""
    owner = path[-2] if len(path) > 1 else ""
    return owner if path[-1] in PLAIN and owner and owner.casefold() not in LISTED else path[-1]
