"""The second pass of a run that may repair: wrappers whose sites have changed are repaired, and their units read again.

Which units these are, and by which pages a wrapper is repaired, follows from the outcomes of the first pass alone.  The
repaired wrappers are stored in the work folder before a unit is read again, so a run that was killed resumes with the same
ones, and its result is the same.  They are kept, in the library or beside the wrapper's file, when the result is written.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Final

from wrapture.bulk.inputs import list_units, read_unit
from wrapture.bulk.jobs import Flaw
from wrapture.bulk.output.workfolder import committed
from wrapture.bulk.routing import old_wrapper
from wrapture.drift.drift_notice import DriftNotice, notice_of
from wrapture.errors import SourceError
from wrapture.files import atomic_writer
from wrapture.html.parsing import read_page
from wrapture.library.wrapper_file import dumps, loads
from wrapture.model import Capture

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

    from wrapture.bulk.jobs import Unit
    from wrapture.bulk.order import BulkOrder
    from wrapture.html.page import Page
    from wrapture.model import Wrapper

REPAIRED: Final = "repaired.json"
PAGES: Final = 4  # by which a wrapper is repaired
REASONS: Final = 3


@dataclass(frozen=True, slots=True)
class RepairPass:
    """What a run noticed, and the texts of the wrappers that were repaired, by name."""

    notices: tuple[DriftNotice, ...] = ()
    wrappers: tuple[tuple[str, str], ...] = ()


def noticed(work: Path) -> tuple[DriftNotice, ...]:
    """Return the drift that the units noticed, one notice for each wrapper."""
    found: dict[str, DriftNotice] = {}
    for unit in committed(work):
        for one in unit.drift:
            known = found.get(one.wrapper, DriftNotice(one.wrapper, 0, 0))
            reasons = tuple(dict.fromkeys((*known.reasons, *one.reasons)))[:REASONS]
            found[one.wrapper] = DriftNotice(one.wrapper, known.bad + one.bad, known.seen + one.seen, reasons)
    return tuple(found.values())


def repair_pass(order: BulkOrder) -> RepairPass:
    """Return what is to be done in the second pass; it is stored in the work folder, and found there by a resumed run."""
    path = order.work / REPAIRED
    if path.is_file():
        said = json.loads(path.read_text("utf-8"))
        notices = tuple(notice_of(one) for one in said["notices"])
        return RepairPass(notices, tuple((name, text) for name, text in said["wrappers"]))
    made = _repaired(order, noticed(order.work))
    with atomic_writer(path, force=True) as temporary:
        temporary.write_text(json.dumps(asdict(made)), "utf-8")
    return made


def drifting_units(order: BulkOrder, names: set[str]) -> Iterator[Unit]:
    """Yield the units in which one of these wrappers did not fit, and that were not read again yet."""
    wanted = {unit.number for unit in committed(order.work) if names & {one.wrapper for one in unit.drift}}
    for unit in list_units(order.inputs, order.columns, order.own()) if wanted else ():
        if not isinstance(unit, Flaw) and unit.number in wanted:
            yield unit


def kept(done: RepairPass, keep: Callable[[str, Wrapper], str]) -> tuple[DriftNotice, ...]:
    """Keep the repaired wrappers, and return the notices with where they are."""
    places = {name: keep(name, loads(text)) for name, text in done.wrappers}
    return tuple(replace(one, kept_as=places.get(one.wrapper, "")) for one in done.notices)


def _repaired(order: BulkOrder, notices: tuple[DriftNotice, ...]) -> RepairPass:
    from wrapture.drift.repairing import repair_wrapper  # the learners are needed only here
    from wrapture.learning.learners import ALL, learners_named

    told, wrappers = [], []
    for one in notices:
        pages = list(_pages(order, one.wrapper))
        repair = repair_wrapper(old_wrapper(order.job, one.wrapper), pages, learners_named(ALL)) if pages else None
        if repair is not None and repair.wrapper is not None:
            wrappers.append((one.wrapper, dumps(repair.wrapper)))
            told.append(replace(one, repaired=repair.reasons[-1]))
        else:
            told.append(replace(one, refused=repair.reasons[0] if repair else "its pages could not be read again"))
    return RepairPass(tuple(told), tuple(wrappers))


def _pages(order: BulkOrder, name: str) -> Iterator[Page]:
    """Yield some of the pages that did not fit a wrapper, in the order of the input."""
    places = {
        unit.number: {place for one in unit.drift if one.wrapper == name for place in one.places}
        for unit in committed(order.work)
    }
    left = PAGES
    for unit in drifting_units(order, {name}):
        for place, item in enumerate(read_unit(unit)):
            if left and place in places[unit.number] and isinstance(item, Capture):
                left -= 1
                try:
                    yield read_page(item)
                except SourceError:
                    continue
        if not left:
            return
