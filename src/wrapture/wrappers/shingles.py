"""Shingles: numbers by which a page is seen to be one that a wrapper was learned from, without running the wrapper.

Short runs of tags tell the row template.  It is small and a page large, so what counts is how much of it is on the page, not
how alike the two are [1]_.  Texts are left out of the runs, since most of a page's are data; those that a template has
(``Our Price:``) are shingles by themselves.  Runs go across a template's gaps, too: most hold texts alone.  The others make
the share of the template that is found smaller than it is, so the shingles without a gap, the *sure* ones, are counted apart as
well.  Runs have mixed lengths: thousands of templates have ``</td><td>``, but few have all eight tags of a plain table's row,
while a template of three tokens has no such run and is known by its short ones.

The tokens of the wrapper's frame, what stands around its records, are shingles of their own kind.

.. [1] Broder: On the resemblance and containment of documents. 1997.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from hashlib import blake2b
from itertools import chain
from math import log2
from typing import TYPE_CHECKING, Final

from wrapture.wrappers.frame import FEWEST

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from wrapture.html.finetokens import FineTokens
    from wrapture.model import RowTemplate

LENGTHS: Final = (1, 2, 4, 8)
"""Of runs, in tags; without the last one, five in a hundred pages of the corpus miss their best wrapper."""
REPEATED: Final = 2  # times that a run must stand on a page: rows repeat
UNSURE: Final = 0.6  # what the share of the sure ones counts beside that of all; anything from 0.5 to 0.7 does as well
BYTES: Final = 8  # of a shingle: a number that SQLite can hold
FRAME: Final = "frame"
UNFRAMED: Final = 0.5  # the share of a frame that a wrapper without one is ranked by


@dataclass(frozen=True)
class Shingles:
    """The shingles of a wrapper: of its template, ``sure`` or ``across`` a gap, and of its ``frame``; each once, in order.

    The template has so many ``tokens``.
    """

    tokens: int
    sure: Sequence[int]
    across: Sequence[int]
    frame: Sequence[int]

    def __iter__(self) -> Iterator[int]:
        """Yield them, group by group."""
        return chain(self.sure, self.across, self.frame)

    def __len__(self) -> int:
        return len(self.sure) + len(self.across) + len(self.frame)

    def explained(self, page: Mapping[int, int]) -> float:
        """Return how much of a page the wrapper would explain if shingles told the truth (see `amount`)."""
        sure = [page[each] for each in self.sure if each in page]
        across = [page[each] for each in self.across if each in page]
        whole = self._explained(sure + across, len(self.sure) + len(self.across))
        return max(whole, UNSURE * self._explained(sure, len(self.sure)))

    def frame_share(self, page: Mapping[int, int]) -> float | None:
        """Return the share of the frame that is on a page, None where the frame is too small to say anything."""
        return sum(each in page for each in self.frame) / len(self.frame) if len(self.frame) >= FEWEST else None

    def _explained(self, counts: list[int], of: int) -> float:
        """Return the amount, given how often those of some shingles that are on a page stand there.

        The lower quartile of the counts stands for the number of records: tags like ``<b>`` stand elsewhere on the page, too.
        """
        return amount(len(counts) / of, self.tokens, sorted(counts)[len(counts) // 4]) if counts else 0.0


def amount(share: float, tokens: int, records: int) -> float:
    """Return how much of a page is explained by records that have some share of a template's tokens.

    Records count by their logarithm: a hundred links of a menu must not outdo ten results.

    >>> amount(1.0, 20, 10) > amount(1.0, 4, 100) > amount(0.8, 4, 100)
    True
    """
    return share * tokens * log2(1 + records)


def frame_weight(share: float | None) -> float:
    """Return what a frame counts beside what is explained: sites that run the same program are told apart by it alone.

    >>> frame_weight(0.9) > frame_weight(0.6) > frame_weight(None)
    True
    """
    return (UNFRAMED if share is None else share) ** 2


def wrapper_shingles(template: RowTemplate, frame: Iterable[str] = ()) -> Shingles:
    """Return the shingles of a wrapper with this template and this frame.

    >>> shingles = wrapper_shingles(("<li>", "<b>", 1, "</b>", "Rate:", "</li>"), ["Advanced search"])
    >>> shingles.tokens, len(shingles.sure), len(shingles.across), len(shingles.frame)
    (5, 5, 2, 1)
    """
    tokens = [token for token in template if isinstance(token, str)]
    labels = {shingle([token]) for token in tokens if not token.startswith("<")}
    sure = labels.union(*[set(_runs(run)) for run in _without_gaps(template)])
    everything = set(_runs([token for token in tokens if token.startswith("<")]))
    return Shingles(len(tokens), sorted(sure), sorted(everything - sure), sorted(set(map(_frame_shingle, frame))))


def page_shingles(tokens: FineTokens) -> dict[int, int]:
    """Return the shingles of a page, and how often each stands there: the runs that repeat, and all that may be its frame."""
    found = {_frame_shingle(text): len(places) for text, places in tokens.places.items() if not text.startswith("</")}
    for text in tokens.characters:
        if not text.startswith("<"):
            found[shingle([text])] = len(tokens.places[text])
    tags = "".join([symbol for symbol, text in zip(tokens.symbols, tokens.texts, strict=True) if text.startswith("<")])
    for length in LENGTHS:
        found |= _repeated(tags, length, tokens.names)
    return found


def _repeated(tags: str, length: int, names: Mapping[str, str]) -> dict[int, int]:
    """Return the runs of one length that stand in a string of tags more than once."""
    counts = Counter([tags[start : start + length] for start in range(len(tags) - length + 1)])
    runs = ((tuple(map(names.get, run)), count) for run, count in counts.items() if count >= REPEATED)
    return {shingle(run): count for run, count in runs if _tells(run)}


def shingle(run: Iterable[str | None]) -> int:
    """Return the number of a run of tokens: the same on every machine, and another one for nearly every other run."""
    return _number("\n".join(filter(None, run)).encode("utf-8", "surrogatepass"))


def _frame_shingle(token: str) -> int:
    return shingle([FRAME, token])


def _number(body: bytes) -> int:
    return int.from_bytes(blake2b(body, digest_size=BYTES).digest(), "little", signed=True)


def _without_gaps(template: RowTemplate) -> list[list[str]]:
    """Return the tags of a template, apart where a gap is."""
    runs: list[list[str]] = [[]]
    for token in template:
        if isinstance(token, int):
            runs.append([])
        elif token.startswith("<"):
            runs[-1].append(token)
    return runs


def _runs(tags: Sequence[str]) -> Iterator[int]:
    """Yield the shingles of tags that follow each other."""
    for length in LENGTHS:
        runs = (tuple(tags[start : start + length]) for start in range(len(tags) - length + 1))
        yield from (shingle(run) for run in runs if _tells(run))


def _tells(run: tuple[str | None, ...]) -> bool:
    """Return whether a run is a shingle: of tags that stand on a page more than once (None does not), or one start tag."""
    return None not in run and (len(run) > 1 or not str(run[0]).startswith("</"))
