"""Names from markup: microdata and RDFa, attributes that name fields, and class names."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from wrapture.columns.naming.name_words import all_words, class_name, slug

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.columns.naming.seen import SeenValue

NAMING_ATTRIBUTES: Final = (
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
"""Attributes by which pages name the fields of a record, as responsive tables do."""

TEST_ATTRIBUTES: Final = (
    "data-testid",
    "data-test-id",
    "data-test",
    "data-qa",
    "data-qa-target",
    "data-cy",
    "data-hook",
    "data-e2e",
    "data-automation",
    "data-automation-id",
    "data-ui",
)
"""Attributes by which tests find elements: names as in classes, but not made unique by a bundler."""

PLAIN: Final = frozenset(["name", "url", "image", "text", "value"])
"""Properties named after the thing they belong to: the ``name`` of an ``author``."""

MAX_SHARED: Final = 2  # elements that contain more than the value but whose class may still name it
MAX_CLASSES: Final = 6  # of an element
MAX_ID: Final = 100  # characters
MAX_FIELD: Final = 40  # characters of an attribute that names a field
_DIGITS: Final = re.compile(r"\d+")


def property_of(seen: SeenValue) -> str:
    """Return the property that microdata or RDFa assign to a value, empty if none."""
    page = seen.page
    for node in seen.own:
        given = page.attribute(node, "itemprop") or page.attribute(node, "property")
        if given and given.split():
            name = re.split(r"[:/#]", given.split()[0])[-1]
            return _owner(seen, node) or name if name in PLAIN else name
    return ""


def _owner(seen: SeenValue, node: int) -> str:
    """Return the relation to the record of the thing that an element belongs to, empty if it is the record itself."""
    page = seen.page
    for outer in seen.around:
        if outer < node and page.attribute(outer, "itemscope") is not None:
            return (page.attribute(outer, "itemprop") or "").partition(" ")[0]
    return ""


def field_of(seen: SeenValue) -> str:
    """Return the field named by an attribute of an element around the value, empty if none."""
    for node in seen.own:
        given = seen.page.attributes(node)
        for name, text in given.items() if given else ():
            if name in NAMING_ATTRIBUTES and text and len(text) <= MAX_FIELD and not text.isdigit():
                return text
            if name == "rel" and text and "author" in text.split():
                return "author"
    return ""


def class_names(seen: SeenValue, *, shared: bool = False) -> Iterator[str]:
    """Yield the names that classes and ids around a value suggest, most useful first.

    Elements that show only the value come first; elements that show more follow if `shared` is true.
    """
    page = seen.page
    record = seen.shared[-1] if seen.shared else -1
    nodes = [node for node in (seen.shared[:MAX_SHARED] if shared else seen.own) if node != record]
    context = all_words(page.attribute(record, "class") or "") if nodes and record >= 0 else frozenset[str]()
    for node in nodes:
        given = page.attributes(node)
        tested = (given.get(name) or "" for name in TEST_ATTRIBUTES if name in given)
        classes, identity = " ".join((given.get("class") or "", *tested)), given.get("id") or ""
        if classes.strip() or identity:
            yield from _names(classes, identity, context)


@lru_cache(maxsize=8192)
def _names(classes: str, identity: str, context: frozenset[str]) -> tuple[str, ...]:
    """Return the names suggested by an element's classes and id, most useful first; a record number in an id is dropped."""
    tokens = classes.split()[:MAX_CLASSES]
    identity = identity[:MAX_ID]
    if _DIGITS.search(identity):
        tokens += [part for part in re.split(r"[_\-:$.]", _DIGITS.sub("", identity)) if part][-1:]
    elif identity:
        tokens.append(identity)
    return tuple(dict.fromkeys(name for token in tokens if (name := class_name(token, context))))


@lru_cache(maxsize=1024)
def named(text: str) -> str:
    """Return the column name for a property or field: ``datePublished`` gives ``date_published``."""
    return slug(re.sub(r"(?<=[a-z])(?=[A-Z])", "_", text))
