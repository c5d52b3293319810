"""Learn wrappers: `learn` from pages, `learn_labelled` from labels, and `label` to draft the labels."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from wrapture.capture.page_input import to_page, to_pages
from wrapture.errors import LabelError
from wrapture.learning import learn_labelled as labelled_pages
from wrapture.learning.fuzzy.draft_labels import draft_labels
from wrapture.learning.learn import Ranked, learn_wrapper, rename
from wrapture.learning.learn_masked import labels_by_mask, refine_wrapper
from wrapture.learning.learners import ALL
from wrapture.learning.structured.example_labels import propagate
from wrapture.model import DataLocator, MaskLocator, PageLocator
from wrapture.reading.spares import wrapper_records
from wrapture.tasks.extraction import loaded
from wrapture.tasks.list_discovery import chosen_learners, described_layout, discover

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Mapping, Sequence

    from wrapture.capture.page_input import PageInput
    from wrapture.html.page import Page
    from wrapture.learning.judge import Learner
    from wrapture.model import Lexicon, Wrapper
    from wrapture.model.labelled import LabelledPage


def learn(
    pages: PageInput | Iterable[PageInput],
    *,
    learner: str | Sequence[Learner] = ALL,
    candidate: int = 1,
    rows: int | None = None,
    names: Sequence[str] = (),
    name: str = "",
    no_result: PageInput | None = None,
    lexicon: Lexicon | None = None,
    allow_private: bool = False,
) -> Wrapper:
    """Return a wrapper learned from pages of one site.

    ``candidate`` chooses a list, counting those that `discover` finds on the first page from 1; ``rows`` chooses by the number
    of records instead.  ``names`` are the column names in order; ``-`` drops a column.  ``no_result`` is a page of the site
    without results; lists that hold terms of the ``lexicon`` are preferred.
    """
    return learn_wrapper(
        to_pages(pages, allow_private=allow_private),
        chosen_learners(learner),
        choice=candidate,
        rows=rows,
        names=names,
        name=name,
        no_result=None if no_result is None else to_page(no_result, allow_private=allow_private),
        lexicon=lexicon,
    )


def learn_one(
    pages: PageInput | Iterable[PageInput],
    *,
    names: Sequence[str] = (),
    name: str = "",
    allow_private: bool = False,
) -> Wrapper:
    """Return a wrapper for pages about one thing each, learned from some of them: the page is the record.

    What differs at the same place over the pages is a value; labels beside values become the names of columns.

    >>> book = "<h1>{}</h1><dl><dt>Author<dd>{}<dt>Pages<dd>{}</dl>"
    >>> wrapper = learn_one([book.format("The Trial", "Kafka", 255), book.format("Emma", "Austen", 474)])
    >>> from wrapture import extract
    >>> extract(book.format("Ulysses", "Joyce", 730), wrapper).to_dicts()
    [{'title': 'Ulysses', 'author': 'Joyce', 'pages': '730'}]
    """
    from wrapture.learning.one_record import learn_one as learn_pages

    return learn_pages(to_pages(pages, allow_private=allow_private), names=names, name=name)


def learn_labelled(
    pages: Iterable[LabelledPage],
    *,
    refine: Wrapper | None = None,
    names: Sequence[str] = (),
    name: str = "",
    learner: str | Sequence[Learner] = ALL,
    mask: bool = False,
) -> Wrapper:
    """Return a wrapper learned from labelled pages of one site, or ``refine`` with these pages added.

    Values that tags bound are told by the structure of the list that holds them, which the ``learner`` finds; a mask is learned
    for others, or for all with ``mask=True``.

    >>> html = "<ul>" + "".join(f"<li><b>Item {'abcdefghi'[i]}</b>, {i} euro</li>" for i in range(9)) + "</ul>"
    >>> wrapper = learn_labelled([label(html, examples={"price": "3"})])
    >>> from wrapture import extract
    >>> extract(html.replace("Item", "Book"), wrapper).to_dicts()[4]
    {'price': '4'}
    """
    labelled = list(pages)
    if refine is None:
        learners = () if mask else chosen_learners(learner)
        return labelled_pages.learn_labelled(labelled, learners, names=names, name=name)
    refined = refine_wrapper(refine, labelled)
    return replace(refined, layout=rename(refined.layout, names), name=name or refined.name)


def label(
    page: PageInput,
    wrapper: Wrapper | str | os.PathLike[str] | None = None,
    *,
    learner: str | Sequence[Learner] = ALL,
    candidate: int = 1,
    names: Sequence[str] = (),
    examples: Mapping[str, str | Sequence[str]] | None = None,
    allow_private: bool = False,
) -> LabelledPage:
    """Return the records found on a page as labels, to be corrected and learned from.

    They are read with the ``wrapper`` or, without one, taken from a ``candidate`` of `discover`, or from the list that holds
    the ``examples``: one value for each column name, or several if the record has several.
    """
    source = to_page(page, allow_private=allow_private)
    if wrapper is not None:
        return _labels_by(loaded(wrapper), source, names)
    if examples:
        return propagate(source, [one.records[0] for one in discover(source, learner=learner)], examples)
    return _draft(source, learner, candidate, names)


def _draft(page: Page, learner: str | Sequence[Learner], candidate: int, names: Sequence[str]) -> LabelledPage:
    """Return the records of a candidate as labels."""
    records = Ranked(chosen_learners(learner)).choose([page], candidate).records[0]
    return draft_labels(page, records, rename(described_layout(page, records), names))


def _labels_by(wrapper: Wrapper, page: Page, names: Sequence[str]) -> LabelledPage:
    """Return the labels of a page as a wrapper reads it."""
    match wrapper.locator:
        case DataLocator():
            raise LabelError(wrapper.name, "", "reads the page's data, not what it shows; there is nothing to label")
        case PageLocator():
            raise LabelError(wrapper.name, "", "reads pages about one thing; labels are for lists of records")
        case MaskLocator():
            return labels_by_mask(wrapper, page)
        case _:
            return draft_labels(page, wrapper_records(wrapper, page), rename(wrapper.layout, names))
