"""The library's front door: `parse`, `discover`, `learn`, `extract`, `fit`, `load`, `save`, the `Library` and the `Camera`.

For labels: `label`, `read_labels`, `write_labels`, `learn_labelled` and the `LabelledPage`.  For sites: `wrap`, `search`, and
the `Visitor` who goes there.  For millions of pages:
`compile_wrapper`, `extract_bulk`, and `query` for what came of them.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from wrapture.capture.labelfile import read_labels, write_labels
from wrapture.capture.sources import read
from wrapture.compiled import CompiledReader, compile_wrapper
from wrapture.discovery import judge
from wrapture.discovery import labelled as labelled_pages
from wrapture.discovery.confidence import CONVINCING, page_confidence, record_confidences
from wrapture.discovery.learning import Ranked, learn_wrapper, rename
from wrapture.discovery.sections import MOST, sections_of
from wrapture.errors import SourceError
from wrapture.extraction.columns import describe_columns
from wrapture.extraction.layout import learn_layout
from wrapture.extraction.reading import extract_page, read_records
from wrapture.extraction.records import find_records
from wrapture.extraction.table import Failure, Table
from wrapture.html.lexbor import parse_page
from wrapture.html.page import Page
from wrapture.html.read import read_page
from wrapture.learners import ALL, LEARNERS, learners_named
from wrapture.learners.fuzzy.drafts import draft_labels
from wrapture.learners.fuzzy.examples import propagate
from wrapture.learners.fuzzy.labels import LabelledPage
from wrapture.learners.tiebreaker import each_asked
from wrapture.model import Capture, MaskLocator, Sample, Wrapper
from wrapture.wrappers.file import load, save
from wrapture.wrappers.health import measured
from wrapture.wrappers.library import Library

if TYPE_CHECKING:
    import os
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Unpack

    from wrapture.bulk.order import BulkOptions
    from wrapture.bulk.output.report import Report
    from wrapture.capture.camera import Camera
    from wrapture.discovery.judge import Learner
    from wrapture.discovery.sections import Section
    from wrapture.model import Candidate, Fit, Layout, Record
    from wrapture.robot.merging import Answers
    from wrapture.sql import Answer
    from wrapture.sql.sources import Data
    from wrapture.web.visitor import Visitor

__all__ = [
    "Camera",
    "CompiledReader",
    "LabelledPage",
    "Library",
    "Visitor",
    "compile_wrapper",
    "discover",
    "extract",
    "extract_all",
    "extract_bulk",
    "fit",
    "label",
    "learn",
    "learn_labelled",
    "load",
    "parse",
    "query",
    "read_labels",
    "save",
    "search",
    "sections",
    "wrap",
    "write_labels",
]


def __getattr__(name: str) -> Any:
    """Return the camera or the visitor, which are loaded when they are asked for: few need them."""
    if name == "Camera":
        from wrapture.capture.camera import Camera

        return Camera
    if name == "Visitor":
        from wrapture.web.visitor import Visitor

        return Visitor
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def parse(
    source: str | bytes | Path | Capture,
    *,
    url: str | None = None,
    render: bool = False,
    scripts: bool = False,
    camera: Camera | None = None,
) -> Page:
    """Return the numbered page of HTML text, of bytes, of a file (`pathlib.Path`) or of a capture.

    With `render` a browser draws it first, and the page has boxes; with `scripts` those of the page run, too.  A `camera`
    that is open saves starting a browser for each page.

    >>> parse("<ul><li>one<li>two</ul>").text(parse("<ul><li>one<li>two</ul>").body)
    'one two'
    """
    drawn = render or scripts or camera is not None
    if isinstance(source, str):
        if "<" not in source and Path(source).is_file():
            raise ValueError(f"{source!r} is the name of a file: give parse a pathlib.Path, or the text of a page")
        if not drawn:
            return parse_page(source, url=url)
        source = Capture("page", source.encode("utf-8", "replace"), charset="utf-8")
    if isinstance(source, Path):
        source = _capture(source)
    if isinstance(source, bytes):
        source = Capture("page", source)
    capture = source if url is None else replace(source, url=url)
    return read_page(_rendered(capture, camera, scripts=scripts) if drawn else capture)


def discover(
    pages: Page | Iterable[Page], *, learner: str | Sequence[Learner] = ALL, no_result: Page | None = None
) -> list[Candidate]:
    """Return the lists of records that stand on a page (or on several pages of one site), best first.

    What stands on ``no_result``, a page of the same site without results, is no record.

    >>> page = parse("<ul>" + "".join(f"<li><a href=/{i}>Item {i}</a> costs {i} euro</li>" for i in range(9)) + "</ul>")
    >>> len(discover(page)[0].records[0])
    9
    """
    return judge.discover(Sample(_pages(pages), no_result), _learners(learner))


def sections(
    page: Page, candidates: Sequence[Candidate] | None = None, *, most: int = MOST, guess: bool = False
) -> list[Section]:
    """Return the best lists of a page that have no part in common, in the order they stand there, with heading and kind.

    ``candidates`` are what `discover` gives for the page.  Its main list is the first of them where that is convincing, or
    where a ``guess`` will do.

    >>> list_of = "<h2>{0}</h2><ul><li><b>{0} 1</b><p>a<li><b>{0} 2</b><p>b<li><b>{0} 3</b><p>c</ul>"
    >>> [section.heading for section in sections(parse(list_of.format("Books") + list_of.format("Games")))]
    ['Books', 'Games']
    """
    found = discover(page, learner=each_asked(LEARNERS[ALL])) if candidates is None else candidates
    return sections_of(page, found, most, guess=guess)


def learn(
    pages: Page | Iterable[Page],
    *,
    learner: str | Sequence[Learner] = ALL,
    candidate: int = 1,
    rows: int | None = None,
    names: Sequence[str] = (),
    name: str = "",
    no_result: Page | None = None,
) -> Wrapper:
    """Return a wrapper learned from pages of one site; ``candidate`` counts what `discover` gives for the first from 1.

    ``rows`` chooses by the number of records instead.  ``names`` are for the columns in order; ``-`` drops a column.
    ``no_result`` is a page of the site without results.
    """
    return learn_wrapper(
        _pages(pages), _learners(learner), choice=candidate, rows=rows, names=names, name=name, no_result=no_result
    )


def learn_labelled(
    pages: Iterable[LabelledPage], *, refine: Wrapper | None = None, names: Sequence[str] = (), name: str = ""
) -> Wrapper:
    """Return a wrapper learned from labelled pages of one site, or ``refine`` with these pages added.

    >>> html = "<ul>" + "".join(f"<li><b>Item {i}</b>, {i} euro</li>" for i in range(9)) + "</ul>"
    >>> wrapper = learn_labelled([label(parse(html), examples={"price": "3"})])
    >>> extract(parse(html.replace("Item", "Book")), wrapper).to_dicts()[4]
    {'price': '4'}
    """
    labelled = list(pages)
    if refine is None:
        return labelled_pages.learn_labelled(labelled, names=names, name=name)
    refined = labelled_pages.refine_wrapper(refine, labelled)
    return replace(refined, layout=rename(refined.layout, names), name=name or refined.name)


def label(
    page: Page,
    wrapper: Wrapper | None = None,
    *,
    learner: str | Sequence[Learner] = ALL,
    candidate: int = 1,
    names: Sequence[str] = (),
    examples: Mapping[str, str] | None = None,
) -> LabelledPage:
    """Return what is found on a page as labels, to be corrected and learned from.

    That is what a ``wrapper`` reads or, without one, a ``candidate`` of `discover`; or the list that holds some ``examples``:
    one value for each column, by its name.
    """
    if wrapper is not None and isinstance(wrapper.locator, MaskLocator):
        return labelled_pages.labels_by_mask(wrapper, page)
    if wrapper is not None:
        return draft_labels(page, find_records(wrapper.locator, page), rename(wrapper.layout, names))
    if examples:
        found = discover(page, learner=learner)
        return propagate(page, [one.records[0] for one in found], examples)
    records = Ranked(_learners(learner)).choose([page], candidate).records[0]
    return draft_labels(page, records, rename(_layout(page, records), names))


def extract(
    page: Page,
    wrapper: Wrapper | None = None,
    *,
    learner: str | Sequence[Learner] = ALL,
    no_result: Page | None = None,
    guess: bool = False,
) -> Table:
    """Return the records of a page as a table: by a wrapper or, without one, those of the best candidate.

    Where all learners are asked and not even the best is convincing, the table is empty unless a ``guess`` will do; its
    ``confidence`` says how convincing that was.

    >>> rows = "".join(f"<tr><td>Item {i}</td><td>{i} euro</td></tr>" for i in range(9))
    >>> extract(parse(f"<table>{rows}</table>")).to_dicts()[0]
    {'text': 'Item 0', 'price': '0 euro'}
    """
    if wrapper is not None:
        return extract_page(wrapper, page)
    found = discover(page, learner=learner, no_result=no_result)
    if tuple(_learners(learner)) != LEARNERS[ALL]:  # how sure an answer is was learned for all learners together
        return read_candidate(page, found[0]) if found else Table(page.name, (), ())
    sure = page_confidence(found)
    if not found or (sure < CONVINCING and not guess):
        return Table(page.name, (), (), confidence=sure)
    return read_candidate(page, found[0], sure)


def extract_all(
    page: Page,
    *,
    learner: str | Sequence[Learner] = ALL,
    no_result: Page | None = None,
    most: int = MOST,
    guess: bool = False,
) -> list[Table]:
    """Return the tables of a page's `sections`, each with its heading and kind.

    >>> menu = "<nav>" + "".join(f"<a href={i}>Topic {i}</a> " for i in range(5)) + "</nav>"
    >>> rows = "".join(f"<tr><td><a href={i}>Item {i}</a></td><td>{i} euro</td></tr>" for i in range(9))
    >>> [(table.kind, len(table)) for table in extract_all(parse(f"{menu}<table>{rows}</table>"))]
    [('navigation', 5), ('results', 9)]
    """
    found = discover(page, learner=each_asked(_learners(learner)), no_result=no_result)
    known = tuple(_learners(learner)) == LEARNERS[ALL]  # how sure an answer is was learned for all learners together
    tables = []
    for one in sections(page, found, most=most, guess=guess or not known):
        table = read_candidate(page, one.candidate, page_confidence(found) if known and one.main else None)
        tables.append(replace(table, heading=one.heading, kind=one.kind, main=one.main))
    return tables


def fit(page: Page, wrapper: Wrapper, table: Table | None = None) -> Fit:
    """Return how well a page fits a wrapper; ``table`` is what `extract` gave, where it was asked already.

    >>> rows = "".join(f"<tr><td>Item {i}</td><td>{i} euro</td></tr>" for i in range(9))
    >>> wrapper = learn(parse(f"<table>{rows}</table>"))
    >>> fit(parse(f"<table>{rows}</table>"), wrapper).value, fit(parse("<p>Nothing here</p>"), wrapper).value
    (1.0, 0.0)
    """
    return measured(wrapper, page, table)


def wrap(address: str, *, visitor: Visitor | None = None, names: Sequence[str] = (), name: str = "") -> Wrapper:
    """Return a wrapper that says how its site is asked, learned from the site's address alone.

    A ``visitor`` may keep pages in a store, wait less, or go to private addresses; without one, pages are not kept.
    """
    from wrapture.robot.wrapping import wrap as wrap_site
    from wrapture.web.visitor import Visitor

    return wrap_site(address, visitor or Visitor(), names=names, name=name).wrapper


def search(
    wrappers: Wrapper | Iterable[Wrapper], query: str, *, pages: int = 10, visitor: Visitor | None = None
) -> Answers:
    """Return what one or several sites answer to a query: one table, and what went wrong at which of them."""
    from wrapture.robot.merging import answers
    from wrapture.web.visitor import Visitor

    asked = (wrappers,) if isinstance(wrappers, Wrapper) else tuple(wrappers)
    return answers(asked, query, visitor or Visitor(), pages=pages)


def extract_bulk(
    inputs: Iterable[str],
    out: str | os.PathLike[str],
    *,
    wrapper: str | os.PathLike[str] | Wrapper | None = None,
    library: str | os.PathLike[str] | None = None,
    **options: Unpack[BulkOptions],
) -> Report:
    """Return what came of reading any number of pages to ``out``: with a wrapper (or its file), or those of a library.

    ``inputs`` are what ``wrapture bulk`` takes, and ``options`` those that it has.  A run that was stopped goes on when
    the same is asked for again.
    """
    from wrapture.bulk.order import order_of
    from wrapture.bulk.run import Run

    return Run(order_of(inputs, out, wrapper=wrapper, library=library, **options)).go()


def query(sql: str, *data: Data | Mapping[str, Data], timeout_s: float | None = None) -> Answer:
    """Return what DuckDB answers to a query over results: files, folders of Parquet files, tables, or names for them.

    Each file is a view with its name (``books.parquet`` is ``books``); the only one is ``records``, too.  A query reads nothing
    but the data that are given, and writes nothing.
    """
    from wrapture.sql import query as ask

    return ask(sql, *data, timeout_s=timeout_s)


def read_candidate(page: Page, candidate: Candidate, confidence: float | None = None) -> Table:
    """Return the records of a candidate as a table, with columns found in them, and how sure they are where that is known."""
    records = candidate.records[0]
    table = read_records(_layout(page, records), page, records)
    if confidence is None:
        return table
    sure = zip(table.rows, record_confidences(page, records, confidence), strict=True)
    return replace(table, rows=tuple([replace(row, confidence=own) for row, own in sure]), confidence=confidence)


def _layout(page: Page, records: Sequence[Record]) -> Layout:
    """Return the layout of some records of a page, its columns named and typed."""
    found = [(page, records)]
    return describe_columns(learn_layout(found), found)


def _rendered(capture: Capture, camera: Camera | None, *, scripts: bool) -> Capture:
    if camera is not None:
        return camera.shoot(capture)
    from wrapture.capture.camera import Camera

    with Camera(scripts=scripts) as own:
        return own.shoot(capture)


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
