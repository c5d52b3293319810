"""Fuzzy masks from labelled pages [1]_: what a person marked on a few pages, kept so that other pages can be read by it.

Labelled pages become excerpts in lexemes.  How they are used to read a page, and the departures from the paper, are described
in `wrapture.reading.masks`.

.. [1] Boughamoura, Omri, Youssef: Fuzzy approach to extract pertinent information from web resources. 2012.
"""

from __future__ import annotations

from wrapture.learning.fuzzy.mask_learning import learn_mask, refine
from wrapture.model.labelled import LabelledPage

__all__ = ["LabelledPage", "learn_mask", "refine"]
