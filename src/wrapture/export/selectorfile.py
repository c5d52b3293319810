"""Selectors as JSON, for people and programs."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from wrapture.export.export_report import complaints
from wrapture.reading.reader import ATTRIBUTES

if TYPE_CHECKING:
    from wrapture.export.plan import Comparison, PlannedColumn, SelectorPlan, ValueSource

AFTER = (
    "up to {} elements after the selected one belong to the record, until the next one; columns start at all of them"
)


def selector_file(name: str, plan: SelectorPlan, comparison: Comparison) -> str:
    """Return the selectors of a plan as JSON."""
    found: dict[str, Any] = {"wrapper": name, "language": plan.language, "records": plan.rows or None}
    if plan.following:
        found["following"] = plan.following
        found["note"] = AFTER.format(plan.following)
    found["columns"] = {field.name: _column(field) for field in plan.fields}
    if plan.next_page:
        found["next_page"] = {"xpath": plan.next_page}
    found["checked"] = _checked(plan, comparison)
    return json.dumps(found, ensure_ascii=False, indent=2) + "\n"


def _column(field: PlannedColumn) -> Any:
    sources = [_source(field, source) for source in field.sources]
    if len(sources) > 1:
        return {"merged": sources}
    return sources[0] if sources else None


def _source(field: PlannedColumn, source: ValueSource) -> dict[str, Any]:
    found: dict[str, Any] = {"selector": source.selector}
    if source.joining:
        found["join"] = source.joining
    if source.many:
        found["list"] = True
        if field.kind != "text":
            found["attribute"] = ATTRIBUTES[field.kind]
    if source.cuts:
        found["cut"] = [{"at": list(separators), "piece": number} for separators, number in source.cuts]
    return found


def _checked(plan: SelectorPlan, comparison: Comparison) -> dict[str, Any]:
    return {
        "pages": comparison.pages,
        "records": comparison.records,
        "same": comparison.is_same,
        **({} if comparison.is_same else {"differs": complaints(plan, comparison)}),
    }
