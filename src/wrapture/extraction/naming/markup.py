"""What the markup calls a value: microdata and RDFa, attributes that name fields, and the names of classes."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from wrapture.extraction.naming.words import all_words, class_name, is_field, slug

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.extraction.naming.seen import Seen

NAMING: Final = (
    "data-label",
    "data-title",
    "data-th",
    "data-header",
    "data-heading",
    "data-field",
    "data-column",
    "data-col-name",
    "data-name",
    "data-key",
    "data-prop",
    "data-property",
)
"""Attributes by which pages name the fields of a record, as tables do that fold on small screens."""

PLAIN: Final = frozenset(["name", "url", "image", "text", "value"])
"""Properties that say what something is of the thing that they belong to: the ``name`` of an ``author``."""

MAX_SHARED: Final = 2  # elements that hold more than the value whose class may still name it
MAX_CLASSES: Final = 6  # of an element
MAX_ID: Final = 100  # characters
MAX_FIELD: Final = 40  # characters of an attribute that names a field
_DIGITS: Final = re.compile(r"\d+")


def property_of(seen: Seen) -> str:
    """Return the property that microdata or RDFa give a value, empty where they give none."""
    page = seen.page
    for node in seen.own:
        given = page.attribute(node, "itemprop") or page.attribute(node, "property")
        if given and given.split():
            name = re.split(r"[:/#]", given.split()[0])[-1]
            return _owner(seen, node) or name if name in PLAIN else name
    return ""


def _owner(seen: Seen, node: int) -> str:
    """Return what the thing that an element belongs to is to the record, empty where it is the record itself."""
    page = seen.page
    for outer in seen.around:
        if outer < node and page.attribute(outer, "itemscope") is not None:
            return (page.attribute(outer, "itemprop") or "").partition(" ")[0]
    return ""


def field_of(seen: Seen) -> str:
    """Return the field that an attribute of an element around the value names, empty where none does."""
    for node in seen.own:
        given = seen.page.attributes(node)
        for name, text in given.items() if given else ():
            if name in NAMING and text and len(text) <= MAX_FIELD and not text.isdigit():
                return text
            if name == "rel" and text and "author" in text.split():
                return "author"
    return ""


def class_names(seen: Seen, *, shared: bool = False) -> Iterator[str]:
    """Yield the names that classes and ids around a value give it, the most telling first.

    Elements that show the value alone come first; those that show more are asked where `shared` says so.
    """
    page = seen.page
    record = seen.shared[-1] if seen.shared else -1
    nodes = [node for node in (seen.shared[:MAX_SHARED] if shared else seen.own) if node != record]
    context = all_words(page.attribute(record, "class") or "") if nodes and record >= 0 else frozenset[str]()
    for node in nodes:
        given = page.attributes(node)
        classes, identity = given.get("class") or "", given.get("id") or ""
        if classes or identity:
            yield from _names(classes, identity, context)


@lru_cache(maxsize=8192)
def _names(classes: str, identity: str, context: frozenset[str]) -> tuple[str, ...]:
    """Return the names that an element's classes and id give, the most telling first; the record's number in an id goes."""
    tokens = classes.split()[:MAX_CLASSES]
    identity = identity[:MAX_ID]
    if _DIGITS.search(identity):
        tokens += [part for part in re.split(r"[_\-:$.]", _DIGITS.sub("", identity)) if part][-1:]
    elif identity:
        tokens.append(identity)
    names = dict.fromkeys(name for token in tokens if (name := class_name(token, context)))
    return tuple(sorted(names, key=lambda name: not is_field(name)))


@lru_cache(maxsize=1024)
def named(text: str) -> str:
    """Return the name that a property or a field is written as: ``datePublished`` is ``date_published``."""
    return slug(re.sub(r"(?<=[a-z])(?=[A-Z])", "_", text))
