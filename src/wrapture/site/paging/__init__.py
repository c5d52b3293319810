"""Pagination links: the links of a page to the other pages of its list.

`find_paging` is the entry point.  The meaning of a link (`link_words`) comes from its text, or else from its attributes
(`page_links`).  Neighbouring links form runs (`link_runs`).  Named signs of links, runs and addresses (`link_signs`) have
weights, learned by ``benchmarks/quality/paging.py``, which decide whether a candidate is a pagination link (`link_judge`).
"""

from wrapture.site.paging.find_paging import find_paging
from wrapture.site.paging.page_link import PageLink, Paging

__all__ = ["PageLink", "Paging", "find_paging"]
