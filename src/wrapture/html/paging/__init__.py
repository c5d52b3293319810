"""Paging: the links of a page that lead to the other pages of its list.

`find_paging` is the door.  What a link says (`words`) stands in its text, or in its attributes where it has none (`links`).
Links that stand together make up `runs`.  Named `signs` of both, and of the addresses, have weights, which
``benchmarks/quality/paging.py`` learns; they decide whether a link that speaks like one of paging is one (`judging`).
"""

from wrapture.html.paging.finding import find_paging
from wrapture.html.paging.values import PageLink, Paging

__all__ = ["PageLink", "Paging", "find_paging"]
