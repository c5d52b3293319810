"""The table of the robot's figures: ``python -m tests.engines.measure`` starts the engines, wraps and asks them."""

from __future__ import annotations

import os
import sys
import tempfile
from collections import Counter
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tests.engines.collection import queries
from tests.engines.datasette import datasette
from tests.engines.namazu import namazu
from tests.engines.omega import omega
from tests.engines.others import KINDS, PASSWORD, site, visiting
from tests.engines.roundup import roundup
from wrapture.net.politeness import Politeness
from wrapture.net.visitor import Visitor
from wrapture.site.page_turning import shortfall
from wrapture.site.searching import leaves
from wrapture.site.wrapping import wrap

if TYPE_CHECKING:
    from tests.engines.engine import Engine
    from wrapture.model import Wrapper

UNSEEN = 20
PAGES = 100


@dataclass(frozen=True, slots=True)
class Figures:
    """What an engine has, how much of it was found, the rows that were read, and how many are right, over all queries."""

    has: int
    found: int
    rows: int
    right: int

    @property
    def recall(self) -> float:
        """The share of what the engine has that was found."""
        return self.found / self.has

    @property
    def precision(self) -> float:
        """The share of the rows that the engine shows, as often as it shows them."""
        return self.right / self.rows if self.rows else 0.0


def visitor() -> Visitor:
    """Return a visitor of this machine's servers that does not wait."""
    return Visitor(None, politeness=Politeness(delay_s=0), allow_private=True)


def measured(wrapper: Wrapper, engine: Engine, seed: int, by: Visitor | None = None) -> Figures:
    """Return what a wrapper finds for queries that it was not learned from, beside what the engine's own index has.

    Where fewer records are read than the site states, this must be said.
    """
    has = found = rows = right = 0
    for query in queries(UNSEEN, seed):
        truth = Counter(engine.index(query))
        read = list(leaves(wrapper, query, by or visitor(), pages=PAGES))
        answers = [engine.id_of(row.text) for leaf in read for row in leaf.table.rows]
        has, found = has + len(truth), found + len(truth.keys() & set(answers))
        rows, right = rows + len(answers), right + (truth & Counter(answers)).total()
        assert (read[0].total or 0) <= len(answers) or shortfall(read), query
    return Figures(has, found, rows, right)


def line(engine: Engine, own: Visitor) -> str:
    """Return the line of an engine."""
    before = own.asked
    wrapper = wrap(engine.start, own).wrapper
    asked = own.asked - before
    figures = measured(wrapper, engine, seed=2026, by=own)
    query_form = wrapper.query_form
    by = "—" if query_form is None or query_form.paging is None else query_form.paging.by
    cells = (
        engine.name,
        query_form.method if query_form else "—",
        by,
        asked,
        f"{figures.recall:.1%}",
        f"{figures.precision:.1%}",
        f"`{query_form.total}`" if query_form and query_form.total else "—",
    )
    return f"| {' | '.join(map(str, cells))} |"


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as name, ExitStack() as stack:
        folder = Path(name)
        engines = [stack.enter_context(start(folder / start.__name__)) for start in (omega, namazu)]
        engines += stack.enter_context(datasette(folder / "datasette"))
        engines.append(stack.enter_context(roundup(folder / "roundup")).open)
        for engine in engines:
            sys.stdout.write(f"{line(engine, visitor())}\n")
        os.environ["ADMIN_PASSWORD"] = PASSWORD
        for kind in KINDS:
            with site(kind, folder / kind) as running, visiting(running) as own:
                sys.stdout.write(f"{line(running.engine, own)}\n")


if __name__ == "__main__":
    main()
