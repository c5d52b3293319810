"""Names for the values of a page about one thing: from labels, properties, the pages' data, classes, types and tags."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from wrapture.columns.naming.markup_names import named
from wrapture.columns.naming.name_words import class_name, slug
from wrapture.learning.one_record.found_fields import is_title
from wrapture.reading.page_reading import RUNNING_TEXT, is_struck

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.learning.one_record.found_fields import FoundField
    from wrapture.model.table import Cell

_NAMES: Final = re.compile(r"[.#@][^.#@\s]+")
_TAGS: Final = {
    "h1": "heading",
    "time": "date",
    "p": "text",
    "li": "items",
    "a": "link",
    "h2": "heading",
    "h3": "heading",
}
WEAK: Final = frozenset(_TAGS.values()) - {"title"}
CRUMBS: Final = re.compile(r" [›»>/] ")
PROSE: Final = 40  # characters of a text that describes
OUTER: Final = 2  # elements around a value whose classes may name it
WORD: Final = re.compile(r"\w{3,}|[^\W\d_a-z]")
HEADLINES: Final = (("headline",), ("name",))
"""Names in data of a thing's title."""
SHOWN: Final = {RUNNING_TEXT: ("articleBody", "text")}
"""Names in data of what a page shows at a path."""
UNIT: Final = 3  # characters of a currency or unit beside a number
NUMBER: Final = re.compile(r"\d+(?:\.\d+)?")
PLAIN: Final = frozenset(["name", "url", "value", "text"])


def named_fields(found: Sequence[FoundField], cells: Sequence[Sequence[Cell]], titles: Sequence[str]) -> list[str]:
    """Return a name for each field; ``cells`` are its values on the pages, ``titles`` the pages' own titles."""
    said = {n: _data_name(one) for n, one in enumerate(found) if one.field.data}
    names: list[str] = []
    title = _title(found, cells, titles)
    for n, one in enumerate(found):
        if one.field.path == RUNNING_TEXT:
            names.append(_free("text", names))
            continue
        wanted = "title" if n == title else said[n] if one.field.data else _name(one)
        if wanted not in WEAK and is_struck(one.field.path):
            wanted = f"old_{wanted or 'text'}"
        if not wanted or wanted in WEAK:
            twin = next((said[m] for m in said if _agree(cells[n], cells[m])), "")
            wanted = twin or wanted
        names.append(_free(_fallback(one, cells[n]) if not wanted or wanted in WEAK else wanted, names))
    return names


def _title(found: Sequence[FoundField], cells: Sequence[Sequence[Cell]], titles: Sequence[str]) -> int | None:
    """Return the first field whose text is in the title of every page, or is the only main heading."""
    plain = [" ".join(title.casefold().split()) for title in titles]
    for n, one in enumerate(found):
        pairs = list(zip(cells[n], plain, strict=True))
        if (
            one.kind == "text"
            and one.field.path
            and all(isinstance(a, str) and len(a) > 1 and a.casefold() in b for a, b in pairs)
        ):
            return n
    headings = [n for n, one in enumerate(found) if is_title(one)]
    said = [n for name in HEADLINES for n, one in enumerate(found) if one.field.data[1:] == name]
    alike = (n for n in [*headings, *said] if all(map(_shares_word, cells[n], titles)))
    return next(alike, next(iter([*headings, *said]), None))


def _shares_word(cell: Cell, title: str) -> bool:
    """Return whether a text and a page's title have a word in common, or one of them says nothing."""
    words = [set(WORD.findall(text.casefold())) if isinstance(text, str) else set() for text in (cell, title)]
    return not all(words) or bool(words[0] & words[1])


def repeated(found: Sequence[FoundField], cells: Sequence[Sequence[Cell]]) -> set[int]:
    """Return the fields of data that only repeat what the page shows, or what other data say."""
    data = [n for n, one in enumerate(found) if one.field.data]
    shown = {name for one in found for name in SHOWN.get(one.field.path, HEADLINES[0])}
    return {
        n
        for n in data
        if (len(found[n].field.data) == 2 and found[n].field.data[1] in shown)
        or any(_agree(cells[m], cells[n]) for m in range(n))
    }


def _agree(shown: Sequence[Cell], data: Sequence[Cell]) -> bool:
    """Return whether values on the page say what those of the data say, wherever both are there."""
    pairs = [(a, b) for a, b in zip(shown, data, strict=True) if isinstance(a, str) and isinstance(b, str)]
    return len(pairs) * 2 > sum(b is not None for b in data) and all(_says(a, b) for a, b in pairs)


def _says(shown: str, data: str) -> bool:
    one, other = (re.sub(r"[\s,]", "", text.casefold()) for text in (shown, data))
    if NUMBER.fullmatch(data) and len(re.sub(r"[\d\s.,'’]", "", shown)) <= UNIT:
        return re.sub(r"\D", "", shown) == re.sub(r"\D", "", data)  # the page writes the number in its own way
    return one == other or (len(other) >= 2 and other in one and len(one) <= len(other) + 3)


def _name(one: FoundField) -> str:
    if one.field.label:
        return slug(one.field.label)
    steps = one.field.path.split(" > ")
    ending = {"link": "_link", "image": ""}.get(one.kind, "")
    own = _of_step(steps[-1])
    if own:
        return f"{own}{ending}" if not own.endswith(("link", "url")) else own
    tag = re.split(r"[.#@]", steps[-1])[0]
    if one.kind == "image":
        return "images" if one.field.every else "image"
    if tag == "h1":
        return f"heading{ending}"
    for step in reversed(steps[-1 - OUTER : -1]):
        if outer := _of_step(step):
            return f"{outer}{ending}"
    return ""


def _of_step(step: str) -> str:
    """Return the name that an element's property, classes or id suggest."""
    marks = _NAMES.findall(step)
    for mark in sorted(marks, key=lambda mark: "@.#".index(mark[0])):
        found = named(mark[1:]) if mark[0] == "@" else class_name(mark[1:])
        if found:
            return found
    return ""


def _data_name(one: FoundField) -> str:
    """Return the name of a value of data: its last name, with the one before if that alone says nothing."""
    path = one.field.data[1:]
    words = [named(name) or "value" for name in path]
    return "_".join(words[-2:]) if len(words) > 1 and path[-1] in PLAIN else words[-1]


def _fallback(one: FoundField, cells: Sequence[Cell]) -> str:
    tag = re.split(r"[.#@]", one.field.path.rpartition(" > ")[2])[0]
    if one.kind != "text":
        return one.kind
    texts = [cell for cell in cells if isinstance(cell, str)]
    if "crumb" in one.field.path.casefold() or (texts and all(CRUMBS.search(text) for text in texts)):
        return "breadcrumbs"
    if texts and sum(map(len, texts)) > PROSE * len(texts):
        return "description"
    name = _TAGS.get(tag, "text")
    return f"{name}s" if one.field.every and not name.endswith("s") else name


def _free(name: str, taken: Sequence[str]) -> str:
    if name not in taken:
        return name
    return next(free for n in range(2, len(taken) + 3) if (free := f"{name}_{n}") not in taken)
