"""Read pages as tables: `parse`, `read`, `extract`, `extract_all`, `fit`.

The learners are loaded only if no wrapper is given.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from wrapture.capture.page_input import open_input, to_page
from wrapture.capture.page_sources import read_file
from wrapture.errors import NotAPageError
from wrapture.html.lexbor import parse_page
from wrapture.html.parsing import read_page
from wrapture.model import Capture, Wrapper
from wrapture.model.time_budget import BUDGET_S
from wrapture.wording import shown_input

if TYPE_CHECKING:
    import os
    from collections.abc import Sequence

    from wrapture.capture.camera import Camera
    from wrapture.capture.page_input import PageInput
    from wrapture.html.page import Page
    from wrapture.learning.judge import Learner
    from wrapture.model import Fit, Lexicon
    from wrapture.model.table import Table

ALL_LEARNERS = "all"


def parse(
    source: str | bytes | Path | Capture,
    *,
    url: str | None = None,
    render: bool = False,
    scripts: bool = False,
    camera: Camera | None = None,
) -> Page:
    """Return the numbered page of HTML text, of bytes, of a file (`pathlib.Path`) or of a capture.

    With `render`, a browser renders the page first, and nodes have boxes; with `scripts`, its scripts run too.  Pass an
    open `camera` to avoid starting a browser for each page.

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
        source = read_file(str(source))
    if isinstance(source, bytes | bytearray | memoryview):
        source = Capture("page", bytes(source))
    if not isinstance(source, Capture):
        raise NotAPageError(
            shown_input(source),
            f"is of type {type(source).__name__}; give HTML (text or bytes), a pathlib.Path or a Capture",
        )
    capture = source if url is None else replace(source, url=url)
    return read_page(_rendered(capture, camera, scripts=scripts) if drawn else capture)


def read(
    source: PageInput,
    wrapper: Wrapper | str | os.PathLike[str] | None = None,
    *,
    guess: bool = False,
    allow_private: bool = False,
) -> Table:
    """Return the records of a file or an address (or anything `extract` takes) as a table.

    ``wrapper`` is a wrapper or the path of its file.  Addresses of this machine and of private networks are refused unless
    ``allow_private=True``.
    """
    return extract(source, wrapper, guess=guess, allow_private=allow_private)


def extract(
    page: PageInput,
    wrapper: Wrapper | str | os.PathLike[str] | None = None,
    *,
    learner: str | Sequence[Learner] = ALL_LEARNERS,
    no_result: PageInput | None = None,
    lexicon: Lexicon | None = None,
    guess: bool = False,
    budget_s: float | None = BUDGET_S,
    allow_private: bool = False,
) -> Table:
    """Return the records of a page as a table, read with a wrapper or, without one, from the best list.

    If all learners run and not even the best list is convincing, the table is empty unless ``guess=True``; its
    ``confidence`` is how convincing the list was, ``sure`` whether that is enough not to check it, and ``note`` says what else
    it may be.  The search for lists ends after ``budget_s`` seconds of CPU time, with the best found so far and a message.

    With a wrapper, the table's ``fit`` is how well the page fits it.  A `Page`, which is already parsed, is the exception:
    call `fit` for it; its rows have their places on the page.

    >>> rows = "".join(f"<tr><td>Item {i}</td><td>{i} euro</td></tr>" for i in range(9))
    >>> extract(f"<table>{rows}</table>").to_dicts()[0]
    {'title': 'Item 0', 'price': '0 euro'}
    """
    if wrapper is not None:
        return _by_wrapper(loaded(wrapper), open_input(page, allow_private=allow_private))
    from wrapture.tasks.list_discovery import best_table

    source = to_page(page, allow_private=allow_private)
    empty = _optional(no_result, allow_private=allow_private)
    return best_table(source, learner, empty, guess=guess, lexicon=lexicon, budget_s=budget_s)


def extract_all(
    page: PageInput,
    *,
    learner: str | Sequence[Learner] = ALL_LEARNERS,
    no_result: PageInput | None = None,
    most: int | None = None,
    guess: bool = False,
    furniture: bool = False,
    budget_s: float | None = BUDGET_S,
    allow_private: bool = False,
) -> list[Table]:
    """Return a table for each list of data on a page, with its heading and kind; ``furniture=True`` adds menus and the like.

    >>> menu = "<nav>" + "".join(f"<a href={i}>Topic {i}</a> " for i in range(5)) + "</nav>"
    >>> rows = "".join(f"<tr><td><a href={i}>Item {i}</a></td><td>{i} euro</td></tr>" for i in range(9))
    >>> [(table.kind, len(table)) for table in extract_all(f"{menu}<table>{rows}</table>")]
    [('results', 9)]
    >>> [(table.kind, len(table)) for table in extract_all(f"{menu}<table>{rows}</table>", furniture=True)]
    [('navigation', 5), ('results', 9)]
    """
    from wrapture.tasks.list_discovery import section_tables

    source = to_page(page, allow_private=allow_private)
    empty = _optional(no_result, allow_private=allow_private)
    return section_tables(source, learner, empty, most=most, guess=guess, furniture=furniture, budget_s=budget_s)


def fit(
    page: PageInput,
    wrapper: Wrapper | str | os.PathLike[str],
    table: Table | None = None,
    *,
    allow_private: bool = False,
) -> Fit:
    """Return how well a page fits a wrapper; pass the ``table`` of `extract` to avoid reading the page again.

    >>> rows = "".join(f"<tr><td>Item {i}</td><td>{i} euro</td></tr>" for i in range(9))
    >>> from wrapture import learn
    >>> wrapper = learn(f"<table>{rows}</table>")
    >>> fit(f"<table>{rows}</table>", wrapper).value, fit("<p>Nothing here</p>", wrapper).value
    (1.0, 0.0)
    """
    from wrapture.reading.fit import measured

    return measured(loaded(wrapper), to_page(page, allow_private=allow_private), table)


def loaded(wrapper: Wrapper | str | os.PathLike[str]) -> Wrapper:
    """Return a wrapper, loaded if its path is given; raises `WrapperFileError`."""
    if isinstance(wrapper, Wrapper):
        return wrapper
    from wrapture.library.wrapper_file import load

    return load(wrapper)


def _by_wrapper(wrapper: Wrapper, source: Page | Capture | str) -> Table:
    """Return the table of a wrapper: by the compiled reader, with the fit, unless the source is a page and needs places."""
    from wrapture.reading.fitted_reading import reader_for

    if isinstance(source, Capture):
        return reader_for(wrapper).read_fitted(source)
    if isinstance(source, str):
        return reader_for(wrapper).read_text(source, fitted=True)
    from wrapture.reading.reader import extract_page

    return extract_page(wrapper, source)


def _optional(source: PageInput | None, *, allow_private: bool) -> Page | None:
    return None if source is None else to_page(source, allow_private=allow_private)


def _rendered(capture: Capture, camera: Camera | None, *, scripts: bool) -> Capture:
    if camera is not None:
        return camera.shoot(capture)
    from wrapture.capture.camera import Camera

    with Camera(scripts=scripts) as own:
        return own.shoot(capture)
