"""Cutting texts at shared separators: which separators, and the pieces between them (IEPAD's third level).

A separator includes the spaces around it: a dash inside a word or a colon inside a time is not one.  Separators that most texts
have equally often are shared; others are ignored, so one extra comma in one value does not prevent cutting all of them at the
colon.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from wrapture.algo.tallies import commonest
from wrapture.html.page import GAP

if TYPE_CHECKING:
    from collections.abc import Sequence

AGREEMENT: Final = 0.8  # share of a column's values that must agree before it is cut (measured: +4.5 cells)
MAX_PIECES: Final = 6  # a text with more separators is prose
MAX_GAPS: Final = 30  # nothing but a table has gaps
MARK: Final = re.compile(r" [-–—|•·/:] |: |, (?!(?:1[5-9]|20)\d\d\b)| \(|^\(|\) |\)$|; |[|•·;\n]")


def shared_separators(texts: Sequence[str]) -> tuple[str, ...]:
    """Return the separators that all but a few of the texts can be cut at, in order; none if the texts disagree.

    >>> shared_separators(["89% | Date: 2 Jun", "70% | Date: 8 Dec", "64% | Date: 17 Jun"])
    (' | ', ': ')
    >>> shared_separators(["one", "two: three"])
    ()
    """
    gaps = _shared_gaps(texts)
    if gaps:
        return gaps
    found = [_marks(text.replace(GAP, " ")) for text in texts]
    agreed = _agreed(found)
    if not found:
        return ()
    common, count = commonest([tuple([mark for mark in marks if mark in agreed]) for marks in found])
    is_shared = count >= AGREEMENT * len(texts) and len(texts) > 1
    return common if is_shared and 0 < len(common) < MAX_PIECES else ()


def _shared_gaps(texts: Sequence[str]) -> tuple[str, ...]:
    """Return the gaps between columns of lines, if enough of them have equally many; other marks are then parts of a column.

    >>> _shared_gaps(["Oslo  59.9  10.7", "Bergen  60.4  5.3", "Vardo  70.4  31.1"])
    ('  ', '  ')
    """
    if len(texts) < 2 or any("\n" in text for text in texts):
        return ()
    times, count = commonest([text.count(GAP) for text in texts])
    return (GAP,) * times if times <= MAX_GAPS and count >= AGREEMENT * len(texts) else ()


def _marks(text: str) -> list[str]:
    """Return the separators in a text; a closing bracket counts only after an opening one that is a separator, too."""
    marks: list[str] = []
    is_open = False
    for mark in MARK.findall(text):
        if ")" not in mark or is_open:
            marks.append(mark)
            is_open = "(" in mark or (is_open and ")" not in mark)
    return marks


def _agreed(found: Sequence[Sequence[str]]) -> set[str]:
    """Return the separators that enough of the texts have equally often."""
    agreed = set()
    for mark in set().union(*found):
        times, texts = commonest([marks.count(mark) for marks in found])
        if times and texts >= AGREEMENT * len(found):
            agreed.add(mark)
    return agreed
