"""What ``wrap`` and ``search`` do: open the store, go to the sites, show or write what came of it."""

from __future__ import annotations

import sys
import zlib
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from wrapture import api
from wrapture.cli import display
from wrapture.cli.commands import FAILED
from wrapture.extraction.table import Failure
from wrapture.files import check_target
from wrapture.robot.merging import answers
from wrapture.robot.script import run_script
from wrapture.robot.wrapping import wrap as wrap_site
from wrapture.sinks import check, render, without_constants, write
from wrapture.web.manners import Manners
from wrapture.web.store import default_store_path, open_store
from wrapture.web.visitor import Visitor

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from wrapture.extraction.table import Table
    from wrapture.robot.merging import Answers


@dataclass(frozen=True, slots=True)
class Trip:
    """How sites are visited: where their pages are kept, what a person allows, and the script that is run ``before``."""

    store: Path | None
    delay_s: float
    max_age_s: float
    retries: int = 3
    allow_private: bool = False
    offline: bool = False
    robots: bool = True
    before: Path | None = None

    @contextmanager
    def visitor(self) -> Iterator[Visitor]:
        """Yield a visitor with its store open, after the script that comes first."""
        with open_store(self.store if self.store is not None else self._own_store(), say=display.say) as store:
            manners = Manners(delay_s=self.delay_s, robots=self.robots, retries=self.retries)
            with Visitor(
                store,
                manners=manners,
                allow_private=self.allow_private,
                max_age_s=self.max_age_s,
                offline=self.offline,
                say=display.say,
            ) as visitor:
                if self.before is not None and not self.offline:
                    run_script(self.before, visitor, say=display.say)
                yield visitor

    def _own_store(self) -> Path:
        """Return where pages are kept unless a person says: pages behind a login stay apart from those that all may see."""
        shared = default_store_path()
        if self.before is None:
            return shared
        own = shared.with_name(f"{shared.name}-{zlib.crc32(str(self.before.resolve()).encode()):08x}")
        own.mkdir(mode=0o700, parents=True, exist_ok=True)
        return own


def wrap(address: str, output: Path, trip: Trip, *, name: str, names: Sequence[str], force: bool) -> int:
    """Learn to ask a site, and save the wrapper."""
    check_target(output, force=force)
    with trip.visitor() as visitor:
        wrapped = wrap_site(address, visitor, name=name, names=names, say=display.say)
    api.save(wrapped.wrapper, output, force=force)
    display.say_learned(wrapped.wrapper, output)
    for remark in wrapped.remarks:
        display.say(f"{output}: {remark}")
    return 0


def search(
    files: Sequence[Path],
    query: str,
    trip: Trip,
    pages: int,
    output_format: str | None,
    output: Path | None,
    *,
    force: bool,
) -> int:
    """Ask the sites, and print or write what they answer as one table; what went wrong is said beside it."""
    if output is not None:
        check(output, format=output_format, force=force)  # before the work, not after it
    wrappers = [api.load(path) for path in files]
    with trip.visitor() as visitor:
        answered = answers(wrappers, query, visitor, pages=pages, say=display.say)
    table = answered.table
    results: list[Table | Failure] = [table, *(Failure(source, error) for source, error in answered.errors.items())]
    if output is not None:
        write(results, output, format=output_format, force=force)
        display.say(f"{len(table)} records written to {output}")
    elif output_format in (None, "table"):
        display.print_tables(without_constants(results))
    else:
        sys.stdout.write(render(results, output_format or "json"))
    return _told(answered)


def _told(answered: Answers) -> int:
    """Say what a person should know of the sources, and return the exit code: 1 where none answered."""
    for one in answered.found:
        for remark in one.remarks:
            display.say(f"{one.source}: {remark}")
        if one.error:
            display.say(f"{one.source}: {one.error}")
        elif one.more:
            display.say(f"{one.source}: there is more than {len(one.tables)} pages; --pages N reads more")
        elif not len(one):
            display.say(f"{one.source}: no results")
    doubles = sum(row.cells[1] is not None for row in answered.table.rows)
    if doubles:
        display.say(f"{doubles} of {len(answered.table)} records were found before (see duplicate_of)")
    return FAILED if all(one.error and not len(one) for one in answered.found) else 0
