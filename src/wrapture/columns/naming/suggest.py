"""A name for every column, from the most trusted source that has one.

In this order: what the page itself says (`wrapture.columns.naming.said_names`), words of a small vocabulary in class names, the
role of the element, the type, and what the values look like.  Each column has several candidates, so that of two dates one is
called ``posted`` rather than ``date_2``.  Columns that are shown choose first.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import count
from typing import TYPE_CHECKING, Final

from wrapture.columns.naming.markup_names import class_names
from wrapture.columns.naming.name_words import MAX_NAME, slug
from wrapture.columns.naming.roles import is_old, leads_to, link_name, name_by_type, role_of
from wrapture.columns.naming.said_names import AGREEMENT, Suggestion, Suggestions
from wrapture.columns.naming.value_roles import value_role

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping, Sequence

    from wrapture.columns.hiding import Hiding
    from wrapture.columns.naming.contained import Nesting
    from wrapture.columns.naming.seen import SeenValue
    from wrapture.model import Column

MOST: Final = 2  # columns of a record that may share a class; a more common class carries no meaning
MAIN: Final = 0.6  # share of a whole that a part must be before it names the whole
TITLE: Final = Suggestion("title", "role")
VALUE: Final = defaultdict(lambda: Suggestion("text", "kind"), number=Suggestion("number", "kind"))
"""The names of values about which nothing is known, by type."""
PICTURES: Final = frozenset(["image", "thumbnail", "logo", "avatar", "poster", "cover", "icon", "photo", "picture"])
STRONG: Final = frozenset(["header", "label", "itemprop", "attribute", "json-ld"])
"""Sources that name a title better than ``title`` does."""


def suggest_names(
    columns: Sequence[Column],
    values: Sequence[Sequence[SeenValue]],
    said: Suggestions,
    nesting: Nesting,
    hidden: Mapping[int, Hiding],
    title: int | None,
) -> list[Suggestion]:
    """Return a distinct name for each column; `values` are sample values of each, `said` what the page calls them."""
    order = sorted(range(len(columns)), key=lambda i: (i in hidden, i != title, said[i] is None))
    classes = _class_names(values, [i for i in range(len(columns)) if i not in hidden])
    wanted = [
        list(_candidates(i, columns, values, said, classes, title, same=i in hidden and hidden[i].why == "constant"))
        for i in range(len(columns))
    ]
    found: Suggestions = [None] * len(columns)
    used: set[str] = set()
    for i in (number for number in order if columns[number].kind != "link"):
        own = [*wanted[i], *_from_parts(i, wanted, nesting, values), *_from_whole(i, found, nesting)]
        found[i] = _free(own or [VALUE[columns[i].type.name]], used)
    for i in (number for number in order if columns[number].kind == "link"):
        found[i] = _free(list(_link_names(i, columns, values, found, said, hidden, title)), used)
    return [one or Suggestion("text", "kind") for one in found]


def _candidates(
    i: int,
    columns: Sequence[Column],
    values: Sequence[Sequence[SeenValue]],
    said: Suggestions,
    classes: Sequence[Sequence[str]],
    title: int | None,
    *,
    same: bool,
) -> Iterator[Suggestion]:
    """Yield the names of a column of texts or images, best first."""
    column, seen, own = columns[i], values[i], said[i]
    if i == title and (own is None or own.source not in STRONG):
        yield TITLE
    if own is not None:
        yield own
    if same and seen and seen[0].is_text and (name := slug(seen[0].text)):
        is_label = seen[0].text.rstrip().endswith((":", "："))
        yield Suggestion(f"{name[: MAX_NAME - 6]}_label" if is_label else name, "constant")
    if column.type.name == "price" and is_old(seen, AGREEMENT):
        yield Suggestion("old_price", "role")
    yield from (Suggestion(name, "class") for name in classes[i] if _suits(name, column))
    if column.kind == "image":
        yield Suggestion("image", "role")
        return
    if role := role_of(seen, AGREEMENT):
        yield Suggestion(role, "role")
    if name := name_by_type(column.type, seen):
        yield Suggestion(name, "type")
    yield from (Suggestion(name, "values") for name in value_role(seen))


def _suits(name: str, column: Column) -> bool:
    """Return whether a class may name a column: words for pictures name pictures, and the word *currency* no amount."""
    about_pictures = bool(PICTURES.intersection(name.split("_")))
    is_amount = name == "currency" and column.type.name in ("number", "price")
    return about_pictures == (column.kind == "image") and not is_amount


def _class_names(values: Sequence[Sequence[SeenValue]], shown: Sequence[int]) -> list[list[str]]:
    """Return the names from the classes of the elements that show a value and little else, for each column.

    A class shared by many columns of a record is for styling, and is ignored.
    """
    own = [_agreed_classes(seen, shared=False) for seen in values]
    wide = [[] if close else _agreed_classes(seen, shared=True) for seen, close in zip(values, own, strict=True)]
    uses = Counter(name for i in shown for name in own[i])
    wide_uses = Counter(name for i in shown for name in wide[i])
    return [
        [name for name in own[i] if uses[name] <= MOST]
        or [name for name in wide[i] if wide_uses[name] <= MOST and not uses[name]]
        for i in range(len(values))
    ]


def _agreed_classes(seen: Sequence[SeenValue], *, shared: bool) -> list[str]:
    """Return the class names that most values of a column agree on, most useful first."""
    counts: Counter[str] = Counter()
    for one in seen:
        for name in dict.fromkeys(class_names(one, shared=shared)):
            counts[name] += 1
    return [name for name, votes in counts.items() if votes >= AGREEMENT * len(seen)]


def _from_parts(
    i: int, wanted: Sequence[Sequence[Suggestion]], nesting: Nesting, values: Sequence[Sequence[SeenValue]]
) -> Iterator[Suggestion]:
    """Yield names from the columns inside a column: that of the part that is most of it, or those of its first two."""
    inside = [
        (inner, wanted[inner][0].name)
        for inner in nesting[i]
        if wanted[inner] and wanted[inner][0].source != "constant"
    ]
    for inner, name in inside:
        if _length(values[inner]) >= MAIN * _length(values[i]):
            yield Suggestion(name, "nesting")
    names = list(dict.fromkeys(name for _, name in inside))
    if len(names) > 1:
        yield Suggestion(f"{names[0]}_and_{names[1]}"[:MAX_NAME], "nesting")


def _from_whole(i: int, found: Suggestions, nesting: Nesting) -> Iterator[Suggestion]:
    """Yield names from the columns around a column."""
    for outer, inside in enumerate(nesting):
        around = found[outer]
        if i in inside and around is not None:
            yield Suggestion(f"{around.name[: MAX_NAME - 5]}_part", "nesting")


def _length(seen: Sequence[SeenValue]) -> float:
    return sum(len(one.text) for one in seen) / max(1, len(seen))


def _link_names(
    i: int,
    columns: Sequence[Column],
    values: Sequence[Sequence[SeenValue]],
    texts: Suggestions,
    said: Suggestions,
    hidden: Container[int],
    title: int | None,
) -> Iterator[Suggestion]:
    """Yield the names of a link: after what it shows; the link of the title is ``link``."""
    names = [one.name if one else "" for one in texts]
    name = link_name(values[i], columns, values, names, hidden)
    if title is not None and (name == f"{names[title]}_link" or leads_to(values[i], values[title])):
        yield Suggestion("link", "role")
    elif name != "link":
        yield Suggestion(name[:MAX_NAME], "role")
    own = said[i]
    if own is not None:
        yield own
    for one in _agreed_classes(values[i], shared=False):
        yield Suggestion(f"{one}_link"[:MAX_NAME], "class")
    yield Suggestion("link", "kind")


def _free(wanted: Sequence[Suggestion], used: set[str]) -> Suggestion:
    """Return the first name that is not used yet, ignoring case, or the first with a number; mark it as used."""
    chosen = next((one for one in wanted if one.name.casefold() not in used), None)
    if chosen is None:
        first = wanted[0]
        numbered = (Suggestion(f"{first.name}_{n}", first.source) for n in count(2))
        chosen = next(one for one in numbered if one.name.casefold() not in used)
    used.add(chosen.name.casefold())
    return chosen
