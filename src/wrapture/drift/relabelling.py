"""Learn a labelled wrapper again: a row that was labelled and is still on the changed page is an example for the others."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING, Final

from wrapture.errors import LabelError, SourceError
from wrapture.html.plain_text import plain_text
from wrapture.learning.learn_labelled import learn_labelled
from wrapture.learning.structured.example_labels import propagate
from wrapture.model import MaskLocator, places_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.html.page import Page
    from wrapture.learning.judge import Learner
    from wrapture.model import Record, Wrapper

TRIED: Final = 8  # old rows that are tried as examples
SHORTEST: Final = 3  # characters of a value that is looked for


def relabelled(
    wrapper: Wrapper, page: Page, lists: Sequence[Sequence[Record]], learners: Sequence[Learner]
) -> Wrapper | None:
    """Return a wrapper learned from the old rows that are still on the page; None if there are none.

    ``lists`` are the records of the lists on the page.
    """
    for examples in _still_there(wrapper, page):
        with suppress(LabelError, SourceError):
            labelled = propagate(page, lists, examples)
            return learn_labelled([labelled], learners, names=list(examples), name=wrapper.name)
    return None


def _still_there(wrapper: Wrapper, page: Page) -> Iterator[dict[str, str]]:
    """Yield labelled rows of which every value is on the page."""
    text = page.text(page.body).casefold()
    links = set(page.links(page.body)) | set(page.images(page.body))
    for row in list(_rows(wrapper))[:TRIED]:
        there = [len(value) >= SHORTEST and (value.casefold() in text or value in links) for value in row.values()]
        if len(row) == len(wrapper.layout.columns) and all(there):
            yield row


def _rows(wrapper: Wrapper) -> Iterator[dict[str, str]]:
    """Yield the labelled rows by column name, without missing values."""
    if not isinstance(wrapper.locator, MaskLocator):
        return
    for excerpt in wrapper.locator.excerpts:
        for record in excerpt.records:
            found = {}
            for column in wrapper.layout.columns:
                places = places_in(record[column.place[0]])
                values = [plain_text(excerpt.text[start:end]) for start, end in places]
                found.update({column.name: values[0]} if len(values) == 1 and values[0] else {})
            yield found
