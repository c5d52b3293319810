"""Pagination links as values."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PageLink:
    """A link to another page of a list: its element, address (``""`` for a button), text and page number.

    ``is_button``: a form button, with ``node`` the control to press.  ``own``: leads to a page of this list; a list of
    discussions, for example, also has numbered links to the pages of each discussion.
    """

    node: int
    url: str
    text: str
    number: int | None = None
    is_button: bool = False
    own: bool = True


@dataclass(frozen=True, slots=True)
class Paging:
    """The links of a page to other pages of its list, with distinct addresses.

    ``next``, ``previous``, ``first`` and ``last`` are marked so by the page; without a marked next link, ``next`` is the
    numbered page after the ``current`` one.  Blogs mark older posts as previous and newer ones as next, so ``onward`` is the
    link from the first page towards the last, whatever its name: the next link unless it leads back, or else the link to older
    posts, or else the ``rel=next`` link in the head.
    ``current`` is the number of this page: the number without a link, that of a link marked as current or leading to the page
    itself, or the one in the page's own address.
    """

    next: PageLink | None = None
    previous: PageLink | None = None
    first: PageLink | None = None
    last: PageLink | None = None
    numbered: tuple[PageLink, ...] = ()
    onward: PageLink | None = None
    current: int | None = None

    @property
    def pages(self) -> tuple[PageLink, ...]:
        """The numbered pages of this list."""
        return tuple(link for link in self.numbered if link.own)
