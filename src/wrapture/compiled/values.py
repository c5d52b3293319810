"""From the groups of a form's expression to rows: what is said in `wrapture.extraction.reading`, worked out once for a form.

What a record says is written on one line: its whole text and the texts of its cells.  The lines of all records of a page are
cleaned together, which takes hardly longer than to clean one, and are then taken apart again.
"""

from __future__ import annotations

from itertools import chain, islice
from operator import itemgetter
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from wrapture.compiled.expressions import Edges
from wrapture.compiled.markup import UnprovedError, unescaped
from wrapture.extraction.reading import ATTRIBUTES, cut_out
from wrapture.extraction.table import Row, joined
from wrapture.html.page import LINE_END as PAGE_LINE_END

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wrapture.compiled.addresses import Addresses
    from wrapture.compiled.expressions import Groups
    from wrapture.extraction.reading import Place, Plan, Reader
    from wrapture.extraction.table import Cell
    from wrapture.html.page import Page
    from wrapture.model import Cut

Captured: TypeAlias = "tuple[str, ...]"
"""The groups of a match."""
Values: TypeAlias = "tuple[Any, ...]"
"""What a row is made of: None, for cells that are empty; the addresses; the whole text; the texts of cells."""
Make: TypeAlias = "Callable[[Values], Cell]"
"""What makes a cell."""

EMPTY: Final = 0
"""The number of the value that is None."""
APART: Final = "<"
"""What stands between texts that are cleaned together: none has it as it is written."""
LINE_END: Final = PAGE_LINE_END.strip()
"""A character that is read as the end of a line where a page has preformatted text, wherever that is."""
_WHITE: Final = "\n\t\r\f\v\x1c\x1d\x1e\x1f"
"""The white space of ASCII but for the space."""


def rows_of(records: Sequence[tuple[RowMaker, Captured]], addresses: Addresses) -> list[Row]:
    """Return the rows of the groups of some matches, each with what makes its row."""
    if not records:
        return []
    makers = [maker for maker, _ in records]
    written = [maker.captured(groups) for maker, groups in records]
    captured = cleaned(written)
    line = APART.join([maker.line(texts) for maker, texts in zip(makers, captured, strict=True)])
    is_tight = captured is written and not any(maker.runs_on for maker in makers)
    links = addresses.all_absolute(list(chain.from_iterable([maker.links(groups) for maker, groups in records])))
    texts = parted(line if is_tight else tightened(line))
    rows: list[Row] = []
    text = link = 0
    for maker in makers:
        last_text, last_link = text + maker.text_count, link + maker.link_count
        rows.append(maker.row((None, *links[link:last_link], *texts[text:last_text])))
        text, link = last_text, last_link
    return rows


def cleaned(records: list[Captured]) -> list[Captured]:
    """Return the texts of some records with single spaces as their only white space.

    >>> cleaned([("one  two ", f"three{chr(10)}"), ("&nbsp;R&amp;D",)])
    [('one two ', 'three '), (' R&amp;D',)]
    """
    written = APART.join(chain.from_iterable(records))
    if LINE_END in written:
        raise UnprovedError
    if is_clean(written) and "&nbsp;" not in written:
        return records
    spaced = f"<{written.replace('&nbsp;', ' ')}<"  # white space at the very ends would be lost
    texts = iter(" ".join(spaced.split()).split(APART)[1:])
    return [tuple(islice(texts, len(record))) for record in records]


def tightened(line: str) -> str:
    """Return a line of texts, put together of clean ones, without the white space that is not displayed.

    >>> tightened(" R&amp;D<one   two <three")
    'R&amp;D<one two<three'
    """
    if "  " in line:  # a space at the end of a text, one between, one at the beginning of the next
        line = line.replace("   ", " ").replace("  ", " ")
    return line.replace(" <", "<").replace("< ", "<").strip()


def parted(line: str) -> list[str]:
    """Return the texts on a line as they are displayed.

    >>> parted("R&amp;D<one two")
    ['R&D', 'one two']
    """
    texts = line.split(APART)
    return [unescaped(text) if "&" in text else text for text in texts] if "&" in line else texts


def is_clean(text: str) -> bool:
    """Return whether all white space of a text is single spaces.

    >>> is_clean("one two"), is_clean("one  two"), is_clean(f"one{chr(9)}two"), is_clean(f"one{chr(0x2003)}two")
    (True, False, False, False)
    """
    if "  " in text:
        return False
    if not text.isascii():
        return text.isprintable()
    for mark in _WHITE:  # noqa: SIM110 - a generator would cost as much as all looks
        if mark in text:
            return False
    return True


class RowMaker:
    """Makes rows of the groups of one form.

    ``captured`` picks the texts among the groups, of which ``line`` writes those of the row; ``links`` picks the addresses.
    ``runs_on`` says that white space at the ends of texts may count.
    """

    __slots__ = ("_others", "_pick", "_text", "captured", "line", "link_count", "links", "runs_on", "text_count")

    def __init__(self, reader: Reader, kept: Sequence[int], plan: Plan, page: Page, groups: Groups) -> None:
        planned = _PlannedRow(reader, plan, page, groups)
        self._text = planned.text(plan.text)
        ways = list(enumerate([planned.column(number) for number in kept]))
        self._pick = picked([way if isinstance(way, int) else EMPTY for _, way in ways])
        self._others = [(place, way) for place, way in ways if not isinstance(way, int)]
        self.captured = picked(planned.captured)
        self.runs_on = bool(groups.edges)
        self.line = _line(APART.join(planned.templates), planned.texts)
        self.text_count = len(planned.templates)
        self.links = picked(planned.links)
        self.link_count = len(planned.links)

    def row(self, values: Values) -> Row:
        """Return the row of a record."""
        cells = self._pick(values)
        if self._others:
            changed = list(cells)
            for place, make in self._others:
                changed[place] = make(values)
            cells = tuple(changed)
        return Row(values[self._text], cells)


def picked(numbers: Sequence[int]) -> Callable[[tuple[Any, ...]], tuple[Any, ...]]:
    """Return what picks some members of a tuple.

    >>> picked([2, 0])(("a", "b", "c")), picked([1])(("a", "b")), picked([])(("a",))
    (('c', 'a'), ('b',), ())
    """
    if not numbers:
        return lambda _: ()
    first = numbers[0]
    return itemgetter(*numbers) if len(numbers) > 1 else lambda members: (members[first],)


def _line(template: str, numbers: Sequence[int]) -> Callable[[Captured], str]:
    """Return what puts texts into a template, given their numbers."""
    pick = picked(numbers)
    return lambda texts: template % pick(texts)


class _PlannedRow:
    """Works out of which values the columns of a form are made.

    ``captured`` are the groups of texts, and ``links`` those of addresses; ``templates`` are those of the texts of the row,
    into which those that are captured go, by the numbers in ``texts``.
    """

    def __init__(self, reader: Reader, plan: Plan, page: Page, groups: Groups) -> None:
        self._reader = reader
        self._plan = plan
        self._page = page
        self._addresses = groups.attributes
        self._numbers = {node: number for number, node in enumerate(sorted(groups.texts))}
        self.captured = [groups.texts[node] for node in self._numbers]
        self.links = sorted(groups.attributes.values())
        self.templates: list[str] = []
        self.texts: list[int] = []
        self._known: dict[Place, int] = {}

    def column(self, number: int) -> int | Make:
        """Return the number of the value that a column is, or what makes it."""
        members = [self._field(member) for member in self._reader.members[number]]
        if len(members) == 1:
            return members[0]
        makes = list(map(_made, members))
        return lambda values: joined([make(values) for make in makes])

    def text(self, place: Place) -> int:
        """Return the number of the value that is the text of a place."""
        if place not in self._known:
            found = displayed(place, self._page)
            self.templates.append("".join([" %s" if apart else "%s" for _, apart in found]).strip())
            self.texts += [self._numbers[node] for node, _ in found]
            self._known[place] = len(self.links) + len(self.templates)
        return self._known[place]

    def _field(self, number: int) -> int | Make:
        places, is_text = self._plan.cells[number], self._reader.fields[number].kind == "text"
        ways = [self._value(place, number) if is_text else self._address(place) for place in places]
        if not ways:
            return EMPTY
        return _listed(ways) if self._reader.parts[number].every else ways[0]

    def _value(self, place: Place, number: int) -> int | Make:
        if not displayed(place, self._page):
            return EMPTY
        text, cuts = self.text(place), self._reader.cuts[number]
        return _cut(text, cuts) if cuts else text

    def _address(self, place: Place) -> int:
        group = self._addresses.get(place.node)
        return EMPTY if group is None else 1 + self.links.index(group)


def _made(way: int | Make) -> Make:
    return itemgetter(way) if isinstance(way, int) else way


def _listed(ways: Sequence[int | Make]) -> Make:
    """Return what makes a cell of several values."""
    makes = list(map(_made, ways))

    def make(values: Values) -> Cell:
        found = [one(values) for one in makes]
        return tuple([value for value in found if isinstance(value, str) and value]) or None

    return make


def _cut(text: int, cuts: Sequence[Cut]) -> Make:
    return lambda values: cut_out(values[text], cuts) or None


# --- what a form must capture ---


def displayed(place: Place, page: Page) -> list[tuple[int, bool]]:
    """Return the texts of a place that are not blank, each with whether white space is sure to stand before it."""
    found: list[tuple[int, bool]] = []
    apart = False
    for node, broken in place.texts:
        if broken or page.texts[node].isspace():
            apart = True
        if not page.texts[node].isspace():
            found.append((node, apart))
            apart = False
    return found


def edges_of(place: Place, page: Page) -> dict[int, Edges]:
    """Return the texts of a place that run on into another one, so that the white space between them counts."""
    texts = displayed(place, page)
    running = [number > 0 and not apart for number, (_, apart) in enumerate(texts)]
    found = {
        node: Edges(before, after)
        for (node, _), before, after in zip(texts, running, [*running[1:], False], strict=False)
    }
    return {node: edges for node, edges in found.items() if any(edges)}


def addresses_of(reader: Reader, kept: Sequence[int], plan: Plan) -> dict[int, str]:
    """Return the attribute that is asked for of each element."""
    fields = [member for number in kept for member in reader.members[number]]
    links = [number for number in fields if reader.fields[number].kind != "text"]
    return {place.node: ATTRIBUTES[reader.fields[number].kind] for number in links for place in plan.cells[number]}
