"""The title of a record: the column that a person would call its name.

The weights were chosen by eye on 44 pages, of which 38 are right (the first eligible column: 33), and checked on 60 others: 52.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from wrapture.algo.averages import median
from wrapture.columns.naming import Suggestion
from wrapture.columns.naming.name_candidates import agreed_classes
from wrapture.columns.naming.value_roles import looks_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.columns.naming.seen import SeenValue
    from wrapture.model import Column
    from wrapture.model.table import Cell

TITLES: Final = frozenset(["title", "name", "headline", "heading", "caption", "case", "parties", "party"])
"""Words in column names that mark a record's title."""
_OTHERS: Final = """
abstract address author by category city court date description docket email id judge link location number phone price
role snippet state status summary time type url venue
"""
OTHERS: Final = frozenset(_OTHERS.split())
"""Words in column names that mark something else."""
OWNERS: Final = frozenset(["author", "brand", "company", "dealer", "seller", "shop", "store", "user", "vendor"])
"""Words in classes of names that are not the record's own: ``card-shop-name``."""
PEOPLE: Final = frozenset(["author", "reviewer", "user", "username"])
"""Names of those whose texts, which come after them, are no titles but what they say."""
PLACES: Final = frozenset(
    ["address", "category", "city", "department", "location", "role", "stadium", "status", "venue"]
)
"""Classes of texts that are no titles, unless they are headings or links: a match has no name, but a place."""
NO_NAMES: Final = frozenset(
    ["age", "availability", "duration", "month", "price", "salary", "size", "time", "unit_price", "weekday", "year"]
)
"""What texts look like that name no record, even as a link: ``5 hours ago``, ``9:30 p.m.``."""
LEVELS: Final = {f"h{level}": level for level in range(1, 7)}
NO_HEADING: Final = 7
LINKS: Final = frozenset(["a"])
BOLD: Final = frozenset(["b", "strong", "dt", "th"])

FILL: Final = 0.8  # share of the records that must have a title
DISTINCT: Final = 0.8  # share of the titles that are different in most lists
MIN_DISTINCT: Final = 0.25  # share that must be different: meetings have the same title again and again
RECURRING_POINTS: Final = -8.0
LIKELY_AGAIN_POINTS: Final = -10.0  # for headings and links, times the share that is missing: pages may have one title
FEW: Final = 0.5  # share of different texts below which they are hardly titles: statuses, categories
MIN_LETTERS: Final = 2  # median length
SHORT: Final = 4  # letters; shorter texts are less likely
FIGURES: Final = 0.4  # share of digits among letters and digits
LONG: Final = 90  # letters of a title; a longer one is less likely
PROSE: Final = 140
HEADING_POINTS: Final = 3.0
LOWER_HEADING_POINTS: Final = 1.0  # for headings below another of their record: authors, authorities, subtitles
LINK_POINTS: Final = 2.0
BOLD_POINTS: Final = 1.0
SAID_POINTS: Final = {"header": 3.0, "label": 2.5, "itemprop": 2.0, "json-ld": 2.0, "attribute": 2.0, "class": 1.5}
OTHER_POINTS: Final = -1.5
POSITION_POINTS: Final = -0.3  # for each text before it …
FAR: Final = 4  # … up to here: the names in a wide table may come late
FIGURES_POINTS: Final = -7.0
HEADED_FIGURES_POINTS: Final = -1.5  # for the highest heading: ``Auction 2026-1646080``
SHORT_POINTS: Final = -2.0
LONG_POINTS: Final = -1.0
PROSE_POINTS: Final = -3.0
_NO_TITLE: Final = re.compile(
    r"(?:(?:published |posted )?by|von|par|por) .*|(?:size|rank|score)\b.*\d.*|/\S*|https?://\S+|www\.\S+|[^\s@]+@[^\s@]+\.\w+|[\w-]+(\.[\w-]+)+(/\S*)?|[\d\s().+/:,-]+"
    r"|\d[\d.,]* ?[kmg]?b(ytes)?",
    re.I,
)
"""Addresses, e-mail addresses, dates and phone numbers in digits, sizes, authors."""


def title_of(
    columns: Sequence[Column],
    rows: Sequence[Sequence[Cell]],
    values: Sequence[Sequence[SeenValue]],
    said: Sequence[Suggestion | None],
    shown: Sequence[int],
) -> int | None:
    """Return the column of the titles; None if no text could be one."""
    texts = [number for number in shown if columns[number].kind == "text"]
    levels = {number: _heading_level(values[number]) for number in texts}
    highest = min(levels.values(), default=NO_HEADING)
    scores = {}
    has_author = False
    for position, number in enumerate(texts):
        cells = [cell for row in rows if isinstance(cell := row[number], str) and cell]
        if columns[number].type_name == "text" and len(cells) >= FILL * len(rows) and _could_be(cells):
            name = said[number] or _by_class(values[number])
            points = _score(values[number], name) + POSITION_POINTS * min(position, FAR)
            if levels[number] < NO_HEADING:
                points += HEADING_POINTS if levels[number] == highest else LOWER_HEADING_POINTS
            recur = len(set(cells)) < DISTINCT * len(cells)
            figures = sum(map(_is_figures, cells)) > len(cells) / 2
            likely = levels[number] < NO_HEADING or _mostly(values[number], LINKS, around=True)
            has_author = has_author or (name is not None and not PEOPLE.isdisjoint(name.name.split("_")))
            is_named = likely or _is_called_title(said[number])
            if not is_named and (
                len(set(cells)) < FEW * len(cells)
                or (has_author and _is_prose(values[number]))
                or (name is not None and name.source == "class" and name.name in PLACES)
            ):
                continue
            missing = DISTINCT - len(set(cells)) / len(cells)
            again = (LIKELY_AGAIN_POINTS * missing if likely else RECURRING_POINTS) * recur
            figured = HEADED_FIGURES_POINTS if levels[number] == highest < NO_HEADING else FIGURES_POINTS
            scores[number] = points + again + figured * figures
    best = sorted(scores, key=scores.__getitem__, reverse=True)
    return next((number for number in best if NO_NAMES.isdisjoint(looks_of(values[number]))), None)


def _by_class(seen: Sequence[SeenValue]) -> Suggestion | None:
    """Return what the classes of the values' own elements call them; the name of a shop is not that of what it sells."""
    names = (name for name in agreed_classes(seen, shared=False) if OWNERS.isdisjoint(name.split("_")))
    return next((Suggestion(name, "class") for name in names), None)


def _could_be(cells: Sequence[str]) -> bool:
    """Return whether texts could be titles: words, not all the same, without a label in front."""
    if not cells or len(set(cells)) < MIN_DISTINCT * len(cells) or median(map(_length, cells)) < MIN_LETTERS:
        return False
    first = {text.partition(" ")[0] for text in cells}
    if len(first) == 1 and first.pop().endswith((":", "：")):
        return False
    return sum(_NO_TITLE.fullmatch(text) is not None for text in cells) <= len(cells) / 2


def _length(text: str) -> int:
    return sum(map(str.isalnum, text))


def _is_figures(text: str) -> bool:
    """Return whether a text is mostly figures: ``size 11,956 bytes - 2/3/97 9:46 PM``."""
    return sum(map(str.isdigit, text)) > FIGURES * _length(text)


def _is_prose(seen: Sequence[SeenValue]) -> bool:
    return median(len(one.text) for one in seen) > PROSE


def _score(seen: Sequence[SeenValue], said: Suggestion | None) -> float:
    length = median(len(one.text) for one in seen) if seen else 0
    points = PROSE_POINTS if length > PROSE else LONG_POINTS if length > LONG else 0.0
    if median([_length(one.text) for one in seen] or [0]) < SHORT:
        points += SHORT_POINTS
    if _mostly(seen, LINKS, around=True):
        points += LINK_POINTS
    if _mostly(seen, BOLD, around=False):
        points += BOLD_POINTS
    if said is not None and _is_called_title(said):
        return points + SAID_POINTS.get(said.source, 0.0)
    return points + (OTHER_POINTS if said is not None and OTHERS.intersection(said.name.split("_")) else 0.0)


def _heading_level(seen: Sequence[SeenValue]) -> int:
    """Return the level of the headings that most values stand in, `NO_HEADING` if they stand in none."""
    levels = sorted(min((_level(one, node) for node in one.around), default=NO_HEADING) for one in seen)
    return levels[len(levels) // 2] if levels else NO_HEADING


def _level(seen: SeenValue, node: int) -> int:
    level = LEVELS.get(seen.page.tags[node])
    if level is None and seen.page.attribute(node, "role") == "heading":
        given = seen.page.attribute(node, "aria-level") or ""
        level = int(given) if given in "123456" and given else max(LEVELS.values())
    return level or NO_HEADING


def _is_called_title(said: Suggestion | None) -> bool:
    return said is not None and not TITLES.isdisjoint(said.name.split("_"))


def _mostly(seen: Sequence[SeenValue], tags: frozenset[str], *, around: bool) -> bool:
    """Return whether most values stand in one of these elements, alone or with others."""
    inside = sum(any(one.page.tags[node] in tags for node in (one.around if around else one.own)) for one in seen)
    return inside > len(seen) / 2
