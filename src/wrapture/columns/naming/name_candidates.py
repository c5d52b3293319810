"""The names that a column of texts or images may get, from the most trusted source to the least.

In this order: what the page itself says (`wrapture.columns.naming.said_names`), words of a small vocabulary in the classes of
the value's own element, the text itself if it is the same everywhere, the role of the element, the type, the looks of the
values, classes of the elements around, words beside the value, the address it links to, the data of the page's scripts.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.algo.averages import median
from wrapture.columns.naming.hint_names import hints_of
from wrapture.columns.naming.markup_names import class_names
from wrapture.columns.naming.name_words import MAX_NAME, slug
from wrapture.columns.naming.neighbour_names import targets_of, words_beside
from wrapture.columns.naming.roles import is_old, name_by_type, role_of
from wrapture.columns.naming.said_names import AGREEMENT, Suggestion, Suggestions
from wrapture.columns.naming.script_data_names import data_name
from wrapture.columns.naming.value_roles import looks_of, value_role
from wrapture.columns.naming.vocabulary import WEAK
from wrapture.values.units import same_unit

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping, Sequence, Set

    from wrapture.columns.hiding import Hiding
    from wrapture.columns.naming.seen import SeenValue
    from wrapture.model import Column, Record

MOST: Final = 2  # columns of a record that may share a class; a more common class carries no meaning
TITLE: Final = Suggestion("title", "role")
OLD_PRICE: Final = Suggestion("old_price", "role")
PROSE: Final = frozenset(
    ["abstract", "comment", "description", "excerpt", "quote", "review", "snippet", "summary", "teaser"]
)
"""Classes for long texts, which the looks of a value can't tell apart."""
PICTURES: Final = frozenset(["image", "thumbnail", "logo", "avatar", "poster", "cover", "icon", "photo", "picture"])
PEOPLE: Final = frozenset(["author", "user", "username", "reviewer", "member"])
"""Classes that say more than *title* of the column that stands for it: comments have an author and no title."""
LISTED: Final = frozenset(["description", "summary", "excerpt", "email", "phone", "url"])
"""Names by the looks of a first item that the others have, too."""
UNTOLD: Final = WEAK | {"number"}
"""Classes that say less than the values do."""
FITTED: Final = {
    ("date", "time"): "date",
    ("price", "amount"): "price",
    ("price", "price_amount"): "price",
    ("number", "comment"): "comments",
    ("number", "answer"): "answers",
    ("number", "reply"): "replies",
    ("number", "view"): "views",
}
"""What classes call a date or a number, and what it is."""
STRONG: Final = frozenset(["header", "label", "itemprop", "attribute", "json-ld"])
"""Sources that name a title better than ``title`` does."""


SHORT: Final = frozenset(["format", "size", "status", "type", "level", "color", "badge", "number", "weight"])
"""Classes for short texts; in those around prose they are about its looks."""
LONG: Final = 60  # characters of prose (median)
LIMITS: Final = ("min_price", "max_price")
ADDRESSES: Final = frozenset(["url", "website"])
_ADDRESS: Final = re.compile(r"[^\s/]\.[^\W\d_]{2}|\S/\S")


@dataclass(frozen=True, slots=True)
class NamingFacts:
    """What is known about the columns of a layout before they are named.

    ``values`` are sample values of each column, ``said`` what the page calls them, ``same`` the columns that have one text or
    none, ``taken`` the texts of columns that vary, which are no labels, ``prices`` the number of prices that are shown.
    """

    columns: Sequence[Column]
    values: Sequence[Sequence[SeenValue]]
    said: Suggestions
    title: int | None
    classes: Sequence[ClassNames]
    same: Set[int]
    taken: Set[str]
    prices: int
    hidden: Container[int]


def naming_facts(
    columns: Sequence[Column],
    values: Sequence[Sequence[SeenValue]],
    said: Suggestions,
    hidden: Mapping[int, Hiding],
    title: int | None,
    flags: Set[int],
) -> NamingFacts:
    """Return the facts about columns; `flags` are those that have one text or none."""
    shown = [i for i in range(len(columns)) if i not in hidden]
    same = flags | {i for i, reason in hidden.items() if reason.why in ("constant", "alike")}
    prices = sum(columns[i].type.name == "price" for i in shown)
    return NamingFacts(
        columns, values, said, title, _class_names(values, shown), same, _varying(values, shown), prices, hidden
    )


def candidates_of(facts: NamingFacts, i: int) -> Iterator[Suggestion]:
    """Yield the names of a column of texts or images, best first; only addresses are called so."""
    is_text = facts.columns[i].kind == "text"
    for one in _candidates(facts, i):
        if not (is_text and one.name in ADDRESSES) or _are_addresses(facts.values[i]):
            yield one


def _are_addresses(seen: Sequence[SeenValue]) -> bool:
    return sum(_ADDRESS.search(one.text) is not None for one in seen) > len(seen) / 2


def _candidates(facts: NamingFacts, i: int) -> Iterator[Suggestion]:
    column, seen, own, classes = facts.columns[i], facts.values[i], facts.said[i], facts.classes[i]
    is_named = own is not None and (own.source == "header" or (own.source in STRONG and own.name not in PROSE))
    if i == facts.title and not is_named and PEOPLE.isdisjoint(classes.own[:1]):
        yield TITLE
    yield from _by_page(facts, i)
    if (limit := _limit(facts, i)) is not None:
        yield limit
    is_prose = bool(classes.own) and median(len(one.text) for one in seen) >= LONG
    close = [
        Suggestion(_fitted(name, column), "class")
        for name in classes.own
        if _suits(name, column) and not (is_prose and name in SHORT)
    ]
    yield from (one for one in close if one.name not in UNTOLD)
    around = [Suggestion(name, "class") for name in classes.around if _suits(name, column)]
    if column.kind == "image":
        yield from (*around, Suggestion("image", "role"))
        return
    if i in facts.same and seen and (flag := _flag_name(seen)):
        yield flag
    yield from (one for one in around if one.name in PROSE)
    is_list = any(one.is_list for one in seen)  # its first item does not say what the others are, unless it is prose
    yield from (one for one in _by_values(column, seen) if not is_list or one.name in LISTED)
    yield from around
    if i in facts.hidden:
        return
    if name := slug(words_beside(seen, facts.taken, number=column.type.name == "number")):
        yield Suggestion(name, "label")
    yield from (Suggestion(name, "address") for name in targets_of(seen))
    yield from (Suggestion(name, "hint") for name in hints_of(seen, number=column.type.name == "number"))
    yield from (Suggestion(name, "values") for name in value_role(seen))
    yield from (one for one in close if one.name in WEAK)
    if (data := data_name(seen)) is not None:
        yield data


def _by_page(facts: NamingFacts, i: int) -> Iterator[Suggestion]:
    """Yield what the page calls a column, and whether it is the former price: a label in front of that names it worse."""
    own, column = facts.said[i], facts.columns[i]
    is_former = column.type.name == "price" and facts.prices > 1 and _is_former(facts, i)
    if is_former and own is not None and own.source == "label" and own.name.endswith("price"):
        yield OLD_PRICE
    if own is not None:
        yield own
    if is_former:
        yield OLD_PRICE


def _is_former(facts: NamingFacts, i: int) -> bool:
    """Return whether a column holds former prices, judged by records with another price: a *regular* one alone is the price."""
    others: dict[tuple[int, Record], list[int]] = defaultdict(list)
    for n, column in enumerate(facts.columns):
        if n != i and n not in facts.hidden and column.type.name == "price":
            for one in facts.values[n]:
                others[id(one.page), one.record].append(one.span.start)
    beside = [
        (one, others[id(one.page), one.record]) for one in facts.values[i] if (id(one.page), one.record) in others
    ]
    return is_old(beside, AGREEMENT)


def _limit(facts: NamingFacts, i: int) -> Suggestion | None:
    """Return the name of a price if a text is cut into two: ``$10 - $20``."""
    own = facts.columns[i]
    if own.type.name != "price" or len(own.place) <= len(("block", "part")):
        return None
    pieces = [
        n
        for n, one in enumerate(facts.columns)
        if one.type.name == "price" and len(one.place) > 2 and one.place[:2] == own.place[:2] and n not in facts.hidden
    ]
    return Suggestion(LIMITS[pieces.index(i)], "role") if len(pieces) == len(LIMITS) and i in pieces else None


def _by_values(column: Column, seen: Sequence[SeenValue]) -> Iterator[Suggestion]:
    """Yield the names by the element, the type and the looks of the values."""
    if role := role_of(seen, AGREEMENT):
        yield Suggestion(role, "role")
    if name := name_by_type(column.type, seen):
        yield Suggestion(name, "type")
    yield from (Suggestion(name, "values") for name in looks_of(seen))


def _flag_name(seen: Sequence[SeenValue]) -> Suggestion | None:
    """Return the text of labels, buttons and flags, which is the same nearly everywhere, as their name."""
    counts = Counter(one.text if one.is_text else "" for one in seen)
    text = max(counts, key=lambda one: (bool(slug(one)), counts[one]))  # dashes stand where there is nothing
    name = slug(text)
    if not name or any(map(str.isdigit, name)):
        return None
    is_label = text.rstrip().endswith((":", "："))
    return Suggestion(f"{name[: MAX_NAME - 6]}_label" if is_label else name, "constant")


def _varying(values: Sequence[Sequence[SeenValue]], shown: Sequence[int]) -> set[str]:
    """Return the texts of the columns that are shown and whose values differ by more than their number."""
    found: set[str] = set()
    for i in shown:
        texts = {one.text for one in values[i] if one.is_text}
        first = min(texts, default="")
        if not all(same_unit(first, other) for other in texts):
            found |= texts
    return found


def _suits(name: str, column: Column) -> bool:
    """Return whether a class may name a column: words for pictures name pictures, and *currency* no amount."""
    about_pictures = bool(PICTURES.intersection(name.split("_")))
    is_amount = name == "currency" and column.type.name in ("number", "price")
    return about_pictures == (column.kind == "image") and not is_amount


def _fitted(name: str, column: Column) -> str:
    """Return the name from a class as the type wants it: the time of a day is a date, and a number of comments no comment."""
    return FITTED.get((column.type.name, name), name)


class ClassNames(NamedTuple):
    """Names from the classes of the elements that show only a value, and of those that show a little more."""

    own: list[str]
    around: list[str]


def _class_names(values: Sequence[Sequence[SeenValue]], shown: Sequence[int]) -> list[ClassNames]:
    """Return the names from classes, for each column; a class shared by many columns of a record is for styling."""
    own = [agreed_classes(seen, shared=False) for seen in values]
    wide = [[] if close else agreed_classes(seen, shared=True) for seen, close in zip(values, own, strict=True)]
    texts = [i for i in shown if any(one.is_text for one in values[i])]
    uses = Counter(name for i in texts for name in own[i])
    wide_uses = Counter(name for i in texts for name in wide[i])
    return [
        ClassNames(
            [name for name in own[i] if uses[name] <= MOST],
            [name for name in wide[i] if wide_uses[name] <= MOST and not uses[name]],
        )
        for i in range(len(values))
    ]


def agreed_classes(seen: Sequence[SeenValue], *, shared: bool) -> list[str]:
    """Return the class names that most values of a column agree on, most useful first."""
    counts: Counter[str] = Counter()
    for one in seen:
        for name in dict.fromkeys(class_names(one, shared=shared)):
            counts[name] += 1
    return [name for name, votes in counts.items() if votes >= AGREEMENT * len(seen)]
