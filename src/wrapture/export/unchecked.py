"""A plan from a wrapper alone, without a page: the records as far as the wrapper names elements, each with all its text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from wrapture.errors import NothingFoundError
from wrapture.export.conditions import Condition
from wrapture.export.features import NAME, class_saying
from wrapture.export.planning import Planned
from wrapture.export.rowsearch import written
from wrapture.export.values import Comparison, Field, Plan, Source
from wrapture.extraction.forest import STEP, TEXT_LABEL, read_labels
from wrapture.model import ForestLocator, RowLocator, SiblingLocator

if TYPE_CHECKING:
    from wrapture.export.values import Language
    from wrapture.extraction.forest import Label
    from wrapture.model import Locator, Wrapper

START_TAG: Final = re.compile(r"<([a-z][a-z0-9-]*)")
WHOLE: Final = {"css": ":scope ::text", "xpath": ".//text()"}


def plan_alone(wrapper: Wrapper, language: Language) -> Planned:
    """Return the plan that a wrapper's own names of elements give; raises `NothingFoundError` where it has none."""
    rows = _rows(wrapper.locator, language)
    if rows is None:
        raise NothingFoundError(f"{wrapper.name}: names no elements to select; give a page that the wrapper reads")
    whole = Field("text", "text", (Source(WHOLE[language], " "),))
    return Planned(Plan(language, rows, (whole,)), Comparison(0, 0))


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


def _labelled(item: Label, above: list[Condition], language: Language) -> str | None:
    if item.tag == TEXT_LABEL or not NAME.fullmatch(item.tag):
        return None
    own = [Condition("self", item.tag, said, 0.0) for name in sorted(item.classes) if (said := class_saying(name))]
    return written(item.tag, [*own, *above], language)


def _above(parent: Label) -> list[Condition]:
    said = [Condition("parent", parent.tag, one, 0.0) for name in sorted(parent.classes) if (one := class_saying(name))]
    return said or _above_tag(parent.tag)


def _above_tag(tag: str) -> list[Condition]:
    """Return that the parent has a name; a ``tbody`` may be one that browsers put there, and is left out."""
    return [Condition("parent", tag, None, 0.0)] if NAME.fullmatch(tag) and tag != "tbody" else []
