"""A plan from a wrapper alone, without a page: the records as far as the wrapper names elements, each with all its text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from wrapture.errors import NothingFoundError
from wrapture.export.conditions import Condition
from wrapture.export.element_features import NAME, class_predicate
from wrapture.export.plan import Comparison, PlannedColumn, SelectorPlan, ValueSource
from wrapture.export.planning import Planned
from wrapture.export.rowsearch import written
from wrapture.model import ForestLocator, RowLocator, SiblingLocator
from wrapture.reading.forest import STEP, TEXT_LABEL, read_labels

if TYPE_CHECKING:
    from wrapture.export.plan import Language
    from wrapture.model import Locator, Wrapper
    from wrapture.reading.forest import NodeLabel

START_TAG: Final = re.compile(r"<([a-z][a-z0-9-]*)")
WHOLE: Final = {"css": ":scope ::text", "xpath": ".//text()"}


def plan_alone(wrapper: Wrapper, language: Language) -> Planned:
    """Return the plan given by a wrapper's own element names; raises `NothingFoundError` if it has none."""
    rows = _rows(wrapper.locator, language)
    if rows is None:
        raise NothingFoundError(f"{wrapper.name}: names no elements to select; give a page that the wrapper reads")
    whole = PlannedColumn("text", "text", (ValueSource(WHOLE[language], " "),))
    return Planned(SelectorPlan(language, rows, (whole,)), Comparison(0, 0))


def _rows(locator: Locator, language: Language) -> str | None:
    match locator:
        case RowLocator():
            return _row(str(locator.template[0]), locator.parent, language)
        case SiblingLocator():
            (item,), (parent,) = read_labels(locator.item), read_labels(locator.parent)
            return _labelled(item, _above(parent), language)
        case ForestLocator():
            (item, *_) = read_labels(locator.starts[0])
            step = STEP.match(locator.prefix.rsplit(">", 1)[-1].strip())
            return _labelled(item, _above_tag(step[1] if step else ""), language)
        case _:
            return None


def _row(token: str, parent: str, language: Language) -> str | None:
    tag, above = START_TAG.match(token), START_TAG.match(parent)
    if tag is None:
        return None
    return written(tag[1], _above_tag(above[1] if above else ""), language)


def _labelled(item: NodeLabel, above: list[Condition], language: Language) -> str | None:
    if item.tag == TEXT_LABEL or not NAME.fullmatch(item.tag):
        return None
    own = [Condition("self", item.tag, test, 0.0) for name in sorted(item.classes) if (test := class_predicate(name))]
    return written(item.tag, [*own, *above], language)


def _above(parent: NodeLabel) -> list[Condition]:
    test = [
        Condition("parent", parent.tag, one, 0.0) for name in sorted(parent.classes) if (one := class_predicate(name))
    ]
    return test or _above_tag(parent.tag)


def _above_tag(tag: str) -> list[Condition]:
    """Return the condition on the parent's name; ``tbody`` is left out, since browsers may have inserted it."""
    return [Condition("parent", tag, None, 0.0)] if NAME.fullmatch(tag) and tag != "tbody" else []
