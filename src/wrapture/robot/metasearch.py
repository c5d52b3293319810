"""One query put to several sites at once; a site that fails is told beside the answers of the others."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, count
from queue import SimpleQueue
from threading import Thread
from typing import TYPE_CHECKING

from wrapture.errors import WraptureError
from wrapture.robot.searching import PAGES, leaves

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wrapture.extraction.table import Table
    from wrapture.model import Wrapper
    from wrapture.robot.searching import Leaf
    from wrapture.web.visitor import Visitor


@dataclass(frozen=True, slots=True)
class Found:
    """What a source answered: its pages in order, what went wrong if anything did, and whether there is more."""

    source: str
    tables: tuple[Table, ...]
    error: str = ""
    remarks: tuple[str, ...] = ()
    more: bool = False

    def __len__(self) -> int:
        return sum(map(len, self.tables))


def ask_all(
    wrappers: Sequence[Wrapper],
    query: str,
    visitor: Visitor,
    *,
    pages: int = PAGES,
    say: Callable[[str], None] = lambda _: None,
) -> list[Found]:
    """Return what each source answers, in the order of the wrappers, all asked at the same time.

    The threads don't outlive the program: whoever interrupts it need not wait for a slow site.
    """
    results: SimpleQueue[tuple[int, Found]] = SimpleQueue()
    for n, (wrapper, name) in enumerate(zip(wrappers, source_names(wrappers), strict=True)):
        work = _Work(n, name, wrapper, query, visitor, pages, say, results)
        Thread(target=work.run, name=f"search {name}", daemon=True).start()
    found = dict(results.get() for _ in wrappers)
    return [found[n] for n in range(len(wrappers))]


def source_names(wrappers: Sequence[Wrapper]) -> list[str]:
    """Return a name for each source, no two alike: that of its wrapper, numbered where another has it.

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
    """What one thread does: ask one source, whatever comes of it."""

    number: int
    name: str
    wrapper: Wrapper
    query: str
    visitor: Visitor
    pages: int
    say: Callable[[str], None]
    results: SimpleQueue[tuple[int, Found]]

    def run(self) -> None:
        """Put what the source answers into the queue."""
        taken: list[Leaf] = []
        error = ""
        try:
            for leaf in leaves(self.wrapper, self.query, self.visitor, pages=self.pages):
                taken.append(leaf)
                self.say(f"{self.name}: page {len(taken)}, {sum(len(one.table) for one in taken)} records")
        except WraptureError as failure:
            error = str(failure).removeprefix(f"{self.name}: ")
        except Exception as failure:  # a thread that dies in silence would be waited for without end
            error = f"{type(failure).__name__}: {failure}"
        remarks = tuple(f"{leaf.table.page}: {leaf.remark}" for leaf in taken if leaf.remark)
        more = bool(taken) and taken[-1].more
        tables = tuple(leaf.table for leaf in taken)
        self.results.put((self.number, Found(self.name, tables, error, remarks, more)))
