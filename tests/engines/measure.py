"""The table of the robot's figures: ``python -m tests.engines.measure`` starts the engines, wraps and asks them."""

from __future__ import annotations

import sys
import tempfile
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from tests.engines.collection import queries
from tests.engines.datasette import datasette
from tests.engines.namazu import namazu
from tests.engines.omega import omega
from tests.engines.roundup import roundup
from wrapture.net.politeness import Politeness
from wrapture.net.visitor import Visitor
from wrapture.site.searching import leaves
from wrapture.site.wrapping import wrap

if TYPE_CHECKING:
    from tests.engines.engine import Engine
    from wrapture.model import Wrapper

UNSEEN = 20
PAGES = 100


@dataclass(frozen=True, slots=True)
class Figures:
    """What an engine has, what was found, and what of it is right, over all queries."""

    has: int
    found: int
    right: int

    @property
    def recall(self) -> float:
        """The share of what the engine has that was found."""
        return self.right / self.has

    @property
    def precision(self) -> float:
        """The share of what was found that the engine has."""
        return self.right / self.found if self.found else 0.0


def visitor() -> Visitor:
    """Return a visitor of this machine's servers that does not wait."""
    return Visitor(None, politeness=Politeness(delay_s=0), allow_private=True)


def measured(wrapper: Wrapper, engine: Engine, seed: int) -> Figures:
    """Return what a wrapper finds for queries that it was not learned from, beside what the engine's own index has."""
    has = found = right = 0
    for query in queries(UNSEEN, seed):
        truth = engine.truth(query)
        rows = [row for leaf in leaves(wrapper, query, visitor(), pages=PAGES) for row in leaf.table.rows]
        answers = [engine.id_of(row.text) for row in rows]
        has += len(truth)
        found += len(answers)
        right += len(truth.intersection(answers))
    return Figures(has, found, right)


def line(engine: Engine) -> str:
    """Return the line of an engine."""
    own = visitor()
    wrapper = wrap(engine.start, own).wrapper
    figures = measured(wrapper, engine, seed=2026)
    query_form = wrapper.query_form
    by = "—" if query_form is None or query_form.paging is None else query_form.paging.by
    cells = (
        engine.name,
        query_form.method if query_form else "—",
        by,
        own.asked,
        f"{figures.recall:.1%}",
        f"{figures.precision:.1%}",
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
            sys.stdout.write(f"{line(engine)}\n")


if __name__ == "__main__":
    main()
