"""Recognize a finished run: the same command again finds its result, and reads nothing.

A run writes its result, then its report, then removes its work folder.  A run that is killed in between leaves no doubt: until
the report is there, the same command writes the result again from the work folder; from then on it only finishes the removal.
The report belongs to a run by a key, made from the command and from the identities of all units of the input.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from typing import TYPE_CHECKING

from wrapture.bulk.inputs import list_units
from wrapture.bulk.jobs import Flaw
from wrapture.bulk.output.closing import measure
from wrapture.bulk.output.report import read_report
from wrapture.bulk.workplace import discard
from wrapture.error_lines import output_errors

if TYPE_CHECKING:
    from wrapture.bulk.order import BulkOrder
    from wrapture.bulk.output.report import Report


class RunKey:
    """The key of a run, from its order and the units that are added in their order."""

    def __init__(self, order: BulkOrder) -> None:
        self._digest = hashlib.sha256(json.dumps([order.signature(), asdict(order.options)]).encode())

    def add(self, identity: str) -> None:
        """Add a unit."""
        self._digest.update(identity.encode() + b"\n")

    def text(self) -> str:
        """Return the key."""
        return self._digest.hexdigest()


def finished_run(order: BulkOrder) -> Report | None:
    """Return the report of an earlier run of the same order on the same input if its result is there.

    What it left of its work folder is removed.  ``force`` and ``restart`` ask for a new run.
    """
    if order.force or order.restart:
        return None
    report = read_report(order.report)
    if report is None or not _is_there(report, order) or report.run_key != _key_now(order):
        return None
    return report if discard(order) else None


def _is_there(report: Report, order: BulkOrder) -> bool:
    with output_errors(order.out):
        return order.dead.exists() and order.out.exists() and measure(order.out) == report.closed


def _key_now(order: BulkOrder) -> str:
    key = RunKey(order)
    for unit in list_units(order.inputs, order.columns, order.own()):
        if not isinstance(unit, Flaw):
            key.add(unit.identity)
    return key.text()
