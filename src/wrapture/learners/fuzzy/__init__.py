"""Fuzzy masks from labelled pages [1]_: what a person marked in a few pages, kept so that others can be read by it.

Labelled pages → excerpts of them in lexemes.  How a page is read by them, with the departures from the paper, is in
`wrapture.extraction.masks`.

.. [1] Boughamoura, Omri, Youssef: Fuzzy approach to extract pertinent information from web resources. 2012.
"""

from __future__ import annotations

from wrapture.learners.fuzzy.labels import LabelledPage
from wrapture.learners.fuzzy.masks import learn_mask, refine

__all__ = ["LabelledPage", "learn_mask", "refine"]
