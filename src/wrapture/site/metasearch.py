"""Send one query to several sites concurrently; a failed site is reported beside the results of the others."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import chain, count
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING

from wrapture.error_lines import described
from wrapture.errors import WraptureError
from wrapture.site.page_turning import shortfall
from wrapture.site.searching import PAGES, leaves

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from wrapture.html.page import Page
    from wrapture.model import Wrapper
    from wrapture.model.table import Table
    from wrapture.net.visitor import Visitor
    from wrapture.site.page_turning import Leaf


@dataclass(frozen=True, slots=True)
class SourceAnswer:
    """The result of one source: its pages in order, the error if there was one, and whether there is ``more``.

    ``telling`` are the tables that say something about the health of the wrapper, with their pages.
    """

    source: str
    tables: tuple[Table, ...]
    error: str = ""
    remarks: tuple[str, ...] = ()
    more: bool = False
    telling: tuple[tuple[Table, Page], ...] = field(default=(), repr=False)

    def __len__(self) -> int:
        return sum(map(len, self.tables))


def ask_all(
    wrappers: Sequence[Wrapper],
    query: str,
    visitor: Visitor,
    *,
    pages: int = PAGES,
    say: Callable[[str], None] = lambda _: None,
) -> list[SourceAnswer]:
    """Query all sources concurrently and return their results in the order of the wrappers.

    The threads are daemons, so that interrupting the program does not wait for a slow site.
    """
    results: SimpleQueue[tuple[int, SourceAnswer]] = SimpleQueue()
    for n, (wrapper, name) in enumerate(zip(wrappers, source_names(wrappers), strict=True)):
        work = _Work(n, name, wrapper, query, visitor, pages, say, results)
        Thread(target=work.run, name=f"search {name}", daemon=True).start()
    found = dict(results.get() for _ in wrappers)
    return [found[n] for n in range(len(wrappers))]


def source_names(wrappers: Sequence[Wrapper]) -> list[str]:
    """Return a unique name for each source: that of its wrapper, numbered if another one has it.

    >>> from types import SimpleNamespace
    >>> source_names([SimpleNamespace(name="shop"), SimpleNamespace(name="shop")])
    ['shop', 'shop (2)']
    """
    names: list[str] = []
    for wrapper in wrappers:
        numbered = (f"{wrapper.name} ({n})" for n in count(2))
        names.append(next(name for name in chain([wrapper.name], numbered) if name not in names))
    return names


@dataclass(frozen=True, slots=True)
class _Work:
    """The work of one thread: query one source."""

    number: int
    name: str
    wrapper: Wrapper
    query: str
    visitor: Visitor
    pages: int
    say: Callable[[str], None]
    results: SimpleQueue[tuple[int, SourceAnswer]]

    def run(self) -> None:
        """Put the result of the source into the queue."""
        taken: list[Leaf] = []
        error = ""
        try:
            for leaf in leaves(self.wrapper, self.query, self.visitor, pages=self.pages):
                taken.append(leaf)
                self.say(f"{self.name}: page {len(taken)}, {sum(len(one.table) for one in taken)} records")
        except WraptureError as failure:
            error = str(failure).removeprefix(f"{self.name}: ")
        except Exception as failure:  # a thread that dies silently would be waited for forever
            error = described(failure)
        remarks = (
            *(f"{leaf.table.page}: {leaf.remark}" for leaf in taken if leaf.remark),
            *filter(None, [shortfall(taken)]),
        )
        more = bool(taken) and taken[-1].more
        tables = tuple(leaf.table for leaf in taken)
        self.results.put((self.number, SourceAnswer(self.name, tables, error, remarks, more, tuple(_telling(taken)))))


def _telling(taken: Sequence[Leaf]) -> Iterator[tuple[Table, Page]]:
    """Yield the pages that should have records: not the site's usual page without results, nor the page of an only result."""
    for leaf in taken:
        if leaf.page is not None and leaf.table.fit is not None and (leaf.table.rows or leaf.remark):
            yield leaf.table, leaf.page
