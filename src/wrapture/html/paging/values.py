"""What is found: links to other pages of a list."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PageLink:
    """A link to another page of a list: its element, its address (``""`` for a button), its text, the number it bears.

    ``is_button`` is whether it is a button of a form: ``node`` is the control that is to be pressed.  ``own`` is whether it
    leads to a page of this list; a list of discussions has numbered links to the pages of each one, too.
    """

    node: int
    url: str
    text: str
    number: int | None = None
    is_button: bool = False
    own: bool = True


@dataclass(frozen=True, slots=True)
class Paging:
    """The links of a page to other pages of its list, each address once.

    ``next``, ``previous``, ``first`` and ``last`` are what the page itself marks so; where it marks no next one, that is the
    numbered page after the ``current`` one.  Blogs mark older posts as previous and newer ones as next: ``onward`` is the link
    that goes on from the first page towards the last, whatever it is called.  It is the next one where that does not lead back,
    else that to older posts, else what the head of the page names as next.
    ``current`` is the number of this page: the one without a link among those with one, that of a link that is marked as
    current or leads to the page itself, or the one that the page's own address holds where those of the others do.
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
