"""Rows of the groups that expressions capture.

What a record says is written on one line: its whole text and the texts of its cells.  The lines of all records of a page are
cleaned together, which takes hardly longer than to clean one, and are then taken apart again.
"""

from __future__ import annotations

from itertools import chain, islice
from typing import TYPE_CHECKING, Final

from wrapture.compiled.markup import UnprovedError, unescaped
from wrapture.compiled.values import picked
from wrapture.html.page import LINE_END as PAGE_LINE_END

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from wrapture.compiled.addresses import Addresses
    from wrapture.compiled.expressions import Groups
    from wrapture.compiled.forms import Captured
    from wrapture.compiled.values import RowPlan
    from wrapture.extraction.table import Row

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
    links = addresses.all_written(list(chain.from_iterable([maker.links(groups) for maker, groups in records])))
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

    __slots__ = ("captured", "line", "link_count", "links", "row", "runs_on", "text_count")

    def __init__(self, plan: RowPlan, groups: Groups) -> None:
        numbers = {node: number for number, node in enumerate(sorted(groups.texts))}
        self.captured = picked([groups.texts[node] for node in numbers])
        self.runs_on = bool(groups.edges)
        self.line = _line(plan, numbers)
        self.text_count = len(plan.texts)
        self.links = picked([groups.attributes[node] for node in plan.links])
        self.link_count = len(plan.links)
        self.row = plan.row


def _line(plan: RowPlan, numbers: Mapping[int, int]) -> Callable[[Captured], str]:
    """Return what writes the texts of a row, given those that were captured; these have numbers."""
    templates = ["".join([" %s" if apart else "%s" for _, apart in text]).strip() for text in plan.texts]
    template, pick = APART.join(templates), picked([numbers[node] for text in plan.texts for node, _ in text])
    return lambda texts: template % pick(texts)
