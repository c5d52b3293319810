"""Use wrappers in Scrapy: a spider that reads its pages with a wrapper, and `items` for any other callback.

.. code-block:: python

    class Books(WrapperSpider):
        name = "books"
        wrapper = "books.json"
        start_urls = ["https://books.example/search?q=sea"]
        follow = True
"""

from __future__ import annotations

from email.message import Message
from functools import cached_property
from pathlib import Path  # noqa: TC003 - a class attribute is annotated with it
from typing import TYPE_CHECKING, Any, cast

from wrapture.errors import MissingExtraError, WraptureError
from wrapture.html.charset import named_charset
from wrapture.html.parsing import read_page
from wrapture.library.wrapper_file import load
from wrapture.model import Capture, Wrapper
from wrapture.reading.fit import accepts, misfit
from wrapture.reading.fitted_reading import read_capture
from wrapture.rows.dataframes import typed_columns
from wrapture.site.pagination import next_request

try:
    import scrapy
    from scrapy.exceptions import CloseSpider
except ImportError as missing:
    raise MissingExtraError("wrapture.scrapy", "scrapy") from missing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy.http import Response

    from wrapture.html.page import Page
    from wrapture.model.table import Table

__all__ = ["WrapperMixin", "WrapperSpider", "items", "read_response"]


def items(
    response: Response, wrapper: Wrapper | str | Path, *, typed: bool = False, all_columns: bool = False
) -> list[dict[str, Any]]:
    """Return the records of a response as dictionaries; ``wrapper`` is a wrapper or the path of its file.

    Values are texts or, with ``typed``, parsed values: numbers, dates, and the currency of a price in a field of its own.
    Hidden columns are left out unless ``all_columns=True``.
    """
    return _items(read_response(response, _loaded(wrapper)), typed=typed, all_columns=all_columns)


def read_response(response: Response, wrapper: Wrapper) -> Table:
    """Return the table that a wrapper reads from a response, with its fit."""
    return read_capture(wrapper, _capture(response))


class WrapperMixin:
    """Makes a spider read its pages with ``wrapper``: a wrapper or the path of its file.

    Its ``parse`` yields an item for each record.  With ``follow`` it continues to the next page, found as in
    `wrapture.search`; Scrapy's ``DEPTH_LIMIT`` limits how far.  ``typed`` and ``all_columns`` are those of `items`;
    ``with_fit`` adds the fit of the page to each item as ``_fit``.  A page that does not fit is logged as a warning; after
    ``most_misfits`` of them in a row (0 for no limit) the spider is closed, because the site has changed.
    """

    wrapper: Wrapper | str | Path
    follow: bool = False
    typed: bool = False
    all_columns: bool = False
    with_fit: bool = False
    most_misfits: int = 0

    _misfits = 0

    @cached_property
    def loaded_wrapper(self) -> Wrapper:
        """The wrapper, loaded from its file if ``wrapper`` is a path."""
        return _loaded(self.wrapper)

    def parse(self, response: Response, **_: Any) -> Iterator[Any]:
        """Yield the records of a page and, with ``follow``, the request for the next page."""
        try:
            capture = _capture(response)
            table = read_capture(self.loaded_wrapper, capture)
        except WraptureError as error:
            self._spider.logger.warning("%s: %s", response.url, error)
            return
        self._judge(response, table)
        fit = {"_fit": table.fit.value} if self.with_fit and table.fit is not None else {}
        for item in _items(table, typed=self.typed, all_columns=self.all_columns):
            yield {**item, **fit}
        if self.follow and table.rows and (request := _following(read_page(capture), len(table))) is not None:
            yield request

    def _judge(self, response: Response, table: Table) -> None:
        """Log a page that does not fit; close the spider after ``most_misfits`` in a row."""
        if table.fit is None:
            return
        if flaw := misfit(table.fit):
            self._spider.logger.warning("%s: %s", response.url, flaw)
        self._misfits = 0 if accepts(table.fit) else self._misfits + 1
        if self.most_misfits and self._misfits >= self.most_misfits:
            raise CloseSpider("pages_do_not_fit_the_wrapper")

    @property
    def _spider(self) -> scrapy.Spider:
        return cast("scrapy.Spider", self)


class WrapperSpider(WrapperMixin, scrapy.Spider):
    """A spider that reads its pages with a wrapper (see `WrapperMixin`)."""


def _loaded(wrapper: Wrapper | str | Path) -> Wrapper:
    return wrapper if isinstance(wrapper, Wrapper) else load(wrapper)


def _capture(response: Response) -> Capture:
    return Capture(response.url, response.body, response.url, _charset(response))


def _charset(response: Response) -> str | None:
    """Return the charset of the Content-Type header."""
    header = response.headers.get(b"Content-Type")
    message = Message()
    message["Content-Type"] = header.decode("latin-1") if header else ""
    return named_charset(message)


def _items(table: Table, *, typed: bool, all_columns: bool) -> list[dict[str, Any]]:
    kept = table if all_columns else table.shown()
    if not typed:
        return [{name: _plain(cell) for name, cell in row.items()} for row in kept.to_dicts()]
    columns = typed_columns(kept)
    return [{name: _plain(values[n]) for name, _, values in columns} for n in range(len(kept))]


def _plain(cell: Any) -> Any:
    return list(cell) if isinstance(cell, tuple) else cell


def _following(page: Page, count: int) -> scrapy.Request | None:
    """Return the request for the next page, or None if there is none."""
    request = next_request(page, count)
    if request is None:
        return None
    headers = {"Content-Type": request.content_type} if request.body else {}
    return scrapy.Request(request.url, method=request.method, body=request.body or b"", headers=headers)
