"""Prefer the lists whose records hold words of a domain: the lexicons that IEPAD names as future work [1]_.

.. [1] Chang, Hsu, Lui: Automatic information extraction from semi-structured Web pages by pattern discovery. 2003.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wrapture.learning.confidence import FAR_BEHIND

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.model import Candidate, Lexicon, Record, Sample

PREFERENCE: Final = FAR_BEHIND
"""What a list gains if all its records hold a term: as much as the lead of a list without a rival."""


def prefer(candidates: Sequence[Candidate], sample: Sample, lexicon: Lexicon) -> list[Candidate]:
    """Return the candidates, best first: each gains by the share of its records that hold a term.

    None is dropped: a menu that names a term must not be all that is left.
    """
    gained = [replace(one, score=one.score + PREFERENCE * _share(one.records, sample, lexicon)) for one in candidates]
    return sorted(gained, key=lambda one: -one.score)


def _share(found: Sequence[Sequence[Record]], sample: Sample, lexicon: Lexicon) -> float:
    pairs = zip(sample.pages, found, strict=True)
    return lexicon.share(page.texts_of(record) for page, records in pairs for record in records)
