"""The library's front door: `parse`, `discover`, `learn`, `extract`, `load`, `save`."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from wrapture.capture.sources import read
from wrapture.discovery import judge
from wrapture.discovery.learning import learn_wrapper
from wrapture.errors import SourceError
from wrapture.extraction.layout import learn_layout
from wrapture.extraction.reading import extract_page, read_records
from wrapture.extraction.table import Failure, Table
from wrapture.html.lexbor import parse_page, read_page
from wrapture.html.page import Page
from wrapture.learners import learners_named
from wrapture.model import Capture, Sample, Wrapper
from wrapture.wrappers.file import load, save

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wrapture.discovery.judge import Learner
    from wrapture.model import Candidate

__all__ = ["discover", "extract", "learn", "load", "parse", "save"]


def parse(source: str | bytes | Path | Capture, *, url: str | None = None) -> Page:
    """Return the numbered page of HTML text, of bytes, of a file (`pathlib.Path`) or of a capture.

    >>> parse("<ul><li>one<li>two</ul>").text(parse("<ul><li>one<li>two</ul>").body)
    'one two'
    """
    if isinstance(source, str):
        if "<" not in source and Path(source).is_file():
            raise ValueError(f"{source!r} is the name of a file: give parse a pathlib.Path, or the text of a page")
        return parse_page(source, url=url)
    if isinstance(source, Path):
        source = _capture(source)
    if isinstance(source, bytes):
        source = Capture("page", source, url)
    return read_page(source if url is None else replace(source, url=url))


def discover(pages: Page | Iterable[Page], *, learner: str | Sequence[Learner] = "repeats") -> list[Candidate]:
    """Return the lists of records that stand on a page (or on several pages of one site), best first.

    >>> page = parse("<ul>" + "".join(f"<li><a href=/{i}>Item {i}</a> costs {i} euro</li>" for i in range(9)) + "</ul>")
    >>> len(discover(page)[0].records[0])
    9
    """
    return judge.discover(Sample(_pages(pages)), _learners(learner))


def learn(
    pages: Page | Iterable[Page],
    *,
    learner: str | Sequence[Learner] = "repeats",
    candidate: int = 1,
    names: Sequence[str] = (),
    name: str = "",
) -> Wrapper:
    """Return a wrapper learned from pages of one site; ``candidate`` counts what `discover` gives for the first from 1.

    ``names`` are for the columns in order; ``-`` drops a column.
    """
    return learn_wrapper(_pages(pages), _learners(learner), choice=candidate, names=names, name=name)


def extract(page: Page, wrapper: Wrapper | None = None, *, learner: str | Sequence[Learner] = "repeats") -> Table:
    """Return the records of a page as a table: by a wrapper or, without one, those of the best candidate.

    >>> rows = "".join(f"<tr><td>Item {i}</td><td>{i} euro</td></tr>" for i in range(9))
    >>> extract(parse(f"<table>{rows}</table>")).to_dicts()[0]
    {'text_1': 'Item 0', 'text_2': '0 euro'}
    """
    if wrapper is not None:
        return extract_page(wrapper, page)
    found = discover(page, learner=learner)
    return read_candidate(page, found[0]) if found else Table(page.name, (), ())


def read_candidate(page: Page, candidate: Candidate) -> Table:
    """Return the records of a candidate as a table, with columns found in them."""
    records = candidate.records[0]
    return read_records(learn_layout([(page, records)]), page, records)


def _capture(path: Path) -> Capture:
    capture = read(str(path))
    if isinstance(capture, Failure):
        raise SourceError(capture.page, capture.error)
    return capture


def _pages(pages: Page | Iterable[Page]) -> tuple[Page, ...]:
    found = (pages,) if isinstance(pages, Page) else tuple(pages)
    if not found:
        raise ValueError("no pages: give at least one")
    return found


def _learners(learner: str | Sequence[Learner]) -> Sequence[Learner]:
    return learners_named(learner) if isinstance(learner, str) else learner
