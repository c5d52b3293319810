"""A name for every column, from the most trusted source that has one (`wrapture.columns.naming.name_candidates`).

Each column has several candidates, so that of two dates one is called ``posted`` rather than ``date_2``.  Columns that are
shown choose first.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import count, pairwise
from typing import TYPE_CHECKING, Final

from wrapture.columns.naming.link_hints import UNTOLD, said_of, target_of
from wrapture.columns.naming.name_candidates import (
    ADDRESSES,
    OLD_PRICE,
    STRONG,
    TITLE,
    NamingFacts,
    agreed_classes,
    candidates_of,
)
from wrapture.columns.naming.name_words import MAX_NAME
from wrapture.columns.naming.roles import are_beside_stars, are_ratings, leads_to, link_name
from wrapture.columns.naming.said_names import Suggestion, Suggestions
from wrapture.values.clock import minutes_of
from wrapture.values.trimming import once

if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping, Sequence

    from wrapture.columns.hiding import Hiding
    from wrapture.columns.naming.contained import Nesting
    from wrapture.columns.naming.seen import SeenValue

MAIN: Final = 0.6  # share of a whole that a part must be before it names the whole
VALUE: Final = defaultdict(lambda: Suggestion("text", "kind"), number=Suggestion("number", "kind"))
"""The names of values about which nothing is known, by type."""
REVIEWS: Final = Suggestion("reviews", "role")
DAY: Final = Suggestion("day", "role")
END: Final = Suggestion("end_time", "role")
LONGEST_AMOUNT: Final = 20  # characters
DAYS: Final = range(1, 32)
LINK: Final = Suggestion("link", "role")
"""The name of the link of the title."""
NAMED: Final = STRONG | {"class"}
"""Sources whose name for a whole suits its main part."""


def suggest_names(facts: NamingFacts, nesting: Nesting, hidden: Mapping[int, Hiding]) -> list[Suggestion]:
    """Return a distinct name for each column."""
    columns, values, said = facts.columns, facts.values, facts.said
    order = sorted(range(len(columns)), key=lambda i: (i in hidden, i != facts.title, said[i] is None))
    wanted = [list(candidates_of(facts, i)) for i in range(len(columns))]
    for whole, reason in hidden.items():
        if reason.why == "joins":
            _pass_on(whole, reason.shown_by, wanted, values)
    for i, name in _told_apart(facts, hidden):
        wanted[i].insert(0, name)
    found: Suggestions = [None] * len(columns)
    used: set[str] = set()
    for i in (number for number in order if columns[number].kind != "link"):
        own = [*wanted[i], *_from_parts(i, wanted, nesting, values), *_from_whole(i, found, nesting)]
        found[i] = _free(own or [VALUE[columns[i].type.name]], used)
    _name_reviews(facts, found, hidden, used)
    _name_days(facts, found, hidden, used)
    _name_end(facts, found, hidden, used)
    _name_former(facts, found, hidden, used)
    links = {i: list(_link_names(i, facts, found, hidden)) for i in order if columns[i].kind == "link"}
    for i in sorted(links, key=lambda i: (i in hidden, links[i][0] != LINK)):
        found[i] = _free(links[i], used)
    return [one or Suggestion("text", "kind") for one in found]


def _told_apart(facts: NamingFacts, hidden: Container[int]) -> Iterator[tuple[int, Suggestion]]:
    """Yield names for columns with the same header, after the headers before them: *visitor*, *points*, *home*, *points*."""
    headers = [
        (i, said.name)
        for i, said in enumerate(facts.said)
        if i not in hidden and said is not None and said.source == "header"
    ]
    uses = Counter(name for _, name in headers)
    before = {i: name for (_, name), (i, _) in pairwise(headers)}
    for header in (name for name, times in uses.items() if times > 1):
        group = [i for i, name in headers if name == header]
        owners = [before.get(i, "") for i in group]
        if len(set(owners)) == len(owners) and all(uses[one] == 1 for one in owners):
            yield from (
                (i, Suggestion(f"{one}_{header}"[:MAX_NAME], "header")) for i, one in zip(group, owners, strict=True)
            )


def _name_reviews(facts: NamingFacts, found: Suggestions, hidden: Container[int], used: set[str]) -> None:
    """Name a number without a name right after a rating, or in the element that draws one: it counts the reviews."""
    shown = [i for i, column in enumerate(facts.columns) if i not in hidden and column.kind == "text"]
    for at, i in enumerate(shown):
        own = found[i]
        if own is None or own.source != "kind" or facts.columns[i].type.name != "number":
            continue
        before = shown[at - 1] if at else i
        follows = before != i and (facts.columns[before].type.name == "rating" or are_ratings(facts.values[before]))
        if follows or are_beside_stars(facts.values[i]):
            found[i] = _free([REVIEWS], used)
            used.discard(own.name)


def _name_days(facts: NamingFacts, found: Suggestions, hidden: Container[int], used: set[str]) -> None:
    """Name a number from 1 to 31 that has no other name beside a month: calendars draw both as a leaf."""
    shown = [i for i, column in enumerate(facts.columns) if i not in hidden and column.kind == "text"]
    for i, other in (pair for two in pairwise(shown) for pair in (two, two[::-1])):
        own, beside = found[i], found[other]
        if own is None or beside is None or beside.name != "month" or (own.source != "kind" and own.name != "rank"):
            continue
        if all(one.text.isdecimal() and int(one.text[:3]) in DAYS for one in facts.values[i]):
            found[i] = _free([DAY], used)
            used.discard(own.name)


def _name_end(facts: NamingFacts, found: Suggestions, hidden: Container[int], used: set[str]) -> None:
    """Name the second of two times of the day after what it is if it is never before the first: the end."""
    names = [one.name if one and i not in hidden else "" for i, one in enumerate(found)]
    if "time_2" not in names or "time" not in names or "time_3" in names:
        return
    first, second = names.index("time"), names.index("time_2")
    starts = {(id(one.page), one.record): minutes_of(one.text) for one in facts.values[first]}
    both = [(starts.get((id(one.page), one.record)), minutes_of(one.text)) for one in facts.values[second]]
    if both and all(start is not None and end is not None and start < end for start, end in both):
        found[second] = _free([END], used)
        used.discard("time_2")


def _name_former(facts: NamingFacts, found: Suggestions, hidden: Container[int], used: set[str]) -> None:
    """Name the second of two prices after what it is if fewer records have it and it is always higher: the old one."""
    names = [one.name if one and i not in hidden else "" for i, one in enumerate(found)]
    if "price_2" not in names or "price" not in names or "price_3" in names or OLD_PRICE.name in used:
        return
    price, other = facts.values[names.index("price")], facts.values[names.index("price_2")]
    now = {(id(one.page), one.record): _figures(one.text) for one in price}
    both = [(now.get((id(one.page), one.record), 0), _figures(one.text)) for one in other]
    if 1 < len(both) < len(price) and all(0 < low < high for low, high in both):
        found[names.index("price_2")] = _free([OLD_PRICE], used)
        used.discard("price_2")


def _figures(text: str) -> int:
    """Return the digits of an amount as a number: prices of one list have the same decimals."""
    return int("".join(filter(str.isdecimal, once(text)[:LONGEST_AMOUNT])) or 0)


def _pass_on(
    whole: int, parts: Sequence[int], wanted: Sequence[list[Suggestion]], values: Sequence[Sequence[SeenValue]]
) -> None:
    """Pass the name of a hidden whole on to its main part, unless that has one from the page."""
    own = [one for one in wanted[whole] if one.source in NAMED and one.name not in ADDRESSES]
    main = max(
        (part for part in parts if OLD_PRICE not in wanted[part]), key=lambda part: _length(values[part]), default=None
    )
    if main is None:
        return
    if own and not any(one.source in NAMED for one in wanted[main]) and wanted[main][:1] != [TITLE]:
        wanted[main][:0] = own


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


def _link_names(i: int, facts: NamingFacts, texts: Suggestions, hidden: Container[int]) -> Iterator[Suggestion]:
    """Yield the names of a link: after what it shows; the link of the title is ``link``."""
    values, title = facts.values, facts.title
    names = [one.name if one else "" for one in texts]
    name = link_name(values[i], facts.columns, values, names, hidden)
    if title is not None and (name == f"{names[title]}_link" or leads_to(values[i], values[title])):
        yield LINK
    elif UNTOLD.fullmatch(name) is None:
        yield Suggestion(name[:MAX_NAME], "role")
    elif i not in hidden and sum(one.kind == "link" and n not in hidden for n, one in enumerate(facts.columns)) == 1:
        yield from (Suggestion(one, "hint") for one in said_of(values[i]))
        yield LINK
    own = facts.said[i]
    if own is not None and own.name not in ADDRESSES:
        yield own
    for one in agreed_classes(values[i], shared=False):
        yield Suggestion("link" if one == TITLE.name else f"{one}_link"[:MAX_NAME], "class")
    yield from (Suggestion(one, "hint") for one in (*said_of(values[i]), *target_of(values[i])))
    yield from (Suggestion("link", "kind"), Suggestion(name[:MAX_NAME], "kind"))


def _free(wanted: Sequence[Suggestion], used: set[str]) -> Suggestion:
    """Return the first name that is not used yet, ignoring case, or the first with a number; mark it as used."""
    chosen = next((one for one in wanted if one.name.casefold() not in used), None)
    if chosen is None:
        first = wanted[0]
        numbered = (Suggestion(f"{first.name}_{n}", first.source) for n in count(2))
        chosen = next(one for one in numbered if one.name.casefold() not in used)
    used.add(chosen.name.casefold())
    return chosen
