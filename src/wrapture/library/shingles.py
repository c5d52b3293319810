"""Shingles: hashes by which a library finds the wrappers that may fit a page, without running them.

Short runs of tags identify the row template.  A template is small and a page large, so the measure is containment of the
template in the page, not resemblance [1]_.  Texts are left out of the runs, since most texts of a page are data; those in a
template (``Our Price:``) are shingles of their own.  Runs also cross a template's gaps, because most gaps hold texts only.
Where a gap holds tags, its runs are not on the page and lower the measured share, so the shingles without a gap, the *sure*
ones, are also counted separately.  Runs have mixed lengths: thousands of templates have ``</td><td>``, but few have all eight
tags of a plain table's row, while a template of three tokens has only short runs.

The tokens of the wrapper's frame, the part of the page around its records, are shingles of a separate kind.

.. [1] Broder: On the resemblance and containment of documents. 1997.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from hashlib import blake2b
from itertools import chain
from math import log2
from typing import TYPE_CHECKING, Final

from wrapture.reading.frame import FEWEST

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from wrapture.html.fine_tokens import FineTokens
    from wrapture.model import RowTemplate

LENGTHS: Final = (1, 2, 4, 8)
"""Lengths of runs, in tags; without the last one, 5 % of the corpus' pages miss their best wrapper."""
REPEATED: Final = 2  # fewest occurrences of a run on a page: rows repeat
UNSURE: Final = 0.6  # weight of the share of sure shingles beside that of all; anything from 0.5 to 0.7 works as well
BYTES: Final = 8  # of a shingle: fits into an SQLite integer
FRAME: Final = "frame"
UNFRAMED: Final = 0.5  # assumed share of the frame for a wrapper that has none


@dataclass(frozen=True)
class Shingles:
    """The shingles of a wrapper: of its template, ``sure`` or ``across`` a gap, and of its ``frame``; sorted and distinct.

    ``tokens`` is the number of tokens of the template.
    """

    tokens: int
    sure: Sequence[int]
    across: Sequence[int]
    frame: Sequence[int]

    def __iter__(self) -> Iterator[int]:
        """Yield the shingles, group by group."""
        return chain(self.sure, self.across, self.frame)

    def __len__(self) -> int:
        return len(self.sure) + len(self.across) + len(self.frame)

    def explained(self, page: Mapping[int, int]) -> float:
        """Return an estimate of how much of a page the wrapper explains (see `amount`)."""
        sure = [page[each] for each in self.sure if each in page]
        across = [page[each] for each in self.across if each in page]
        whole = self._explained(sure + across, len(self.sure) + len(self.across))
        return max(whole, UNSURE * self._explained(sure, len(self.sure)))

    def frame_share(self, page: Mapping[int, int]) -> float | None:
        """Return the share of the frame that is on a page, or None if the frame is too small to be evidence."""
        return sum(each in page for each in self.frame) / len(self.frame) if len(self.frame) >= FEWEST else None

    def _explained(self, counts: list[int], of: int) -> float:
        """Return the amount, given the number of occurrences of each shingle that is on a page.

        The lower quartile of the counts estimates the number of records, since tags like ``<b>`` occur elsewhere as well.
        """
        return amount(len(counts) / of, self.tokens, sorted(counts)[len(counts) // 4]) if counts else 0.0


def amount(share: float, tokens: int, records: int) -> float:
    """Return how much of a page is explained by records with a share of a template's tokens.

    The number of records counts by its logarithm, so that a hundred menu links don't outrank ten results.

    >>> amount(1.0, 20, 10) > amount(1.0, 4, 100) > amount(0.8, 4, 100)
    True
    """
    return share * tokens * log2(1 + records)


def frame_weight(share: float | None) -> float:
    """Return the weight of a frame share: only the frame distinguishes sites that run the same software.

    >>> frame_weight(0.9) > frame_weight(0.6) > frame_weight(None)
    True
    """
    return (UNFRAMED if share is None else share) ** 2


def wrapper_shingles(template: RowTemplate, frame: Iterable[str] = ()) -> Shingles:
    """Return the shingles of a wrapper with a template and a frame.

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
    """Return the shingles of a page with their counts: runs that repeat, and every token as a possible frame token."""
    found = {_frame_shingle(text): len(places) for text, places in tokens.places.items() if not text.startswith("</")}
    for text in tokens.characters:
        if not text.startswith("<"):
            found[shingle([text])] = len(tokens.places[text])
    tags = "".join([symbol for symbol, text in zip(tokens.symbols, tokens.texts, strict=True) if text.startswith("<")])
    for length in LENGTHS:
        found |= _repeated(tags, length, tokens.names)
    return found


def _repeated(tags: str, length: int, names: Mapping[str, str]) -> dict[int, int]:
    """Return the runs of one length that occur in a string of tags more than once."""
    counts = Counter([tags[start : start + length] for start in range(len(tags) - length + 1)])
    runs = ((tuple(map(names.get, run)), count) for run, count in counts.items() if count >= REPEATED)
    return {shingle(run): count for run, count in runs if _tells(run)}


def shingle(run: Iterable[str | None]) -> int:
    """Return the hash of a run of tokens, the same on every machine."""
    return _number("\n".join(filter(None, run)).encode("utf-8", "surrogatepass"))


def _frame_shingle(token: str) -> int:
    return shingle([FRAME, token])


def _number(body: bytes) -> int:
    return int.from_bytes(blake2b(body, digest_size=BYTES).digest(), "little", signed=True)


def _without_gaps(template: RowTemplate) -> list[list[str]]:
    """Return the tags of a template, split at its gaps."""
    runs: list[list[str]] = [[]]
    for token in template:
        if isinstance(token, int):
            runs.append([])
        elif token.startswith("<"):
            runs[-1].append(token)
    return runs


def _runs(tags: Sequence[str]) -> Iterator[int]:
    """Yield the shingles of consecutive tags."""
    for length in LENGTHS:
        runs = (tuple(tags[start : start + length]) for start in range(len(tags) - length + 1))
        yield from (shingle(run) for run in runs if _tells(run))


def _tells(run: tuple[str | None, ...]) -> bool:
    """Return whether a run is a shingle: several tags that all occur on the page more than once, or a single start tag."""
    return None not in run and (len(run) > 1 or not str(run[0]).startswith("</"))
