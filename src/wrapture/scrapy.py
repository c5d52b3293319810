"""Wrappers in Scrapy: a spider that reads its pages by a wrapper, and the items of a response for any other callback.

.. code-block:: python

    class Books(WrapperSpider):
        name = "books"
        wrapper = "books.json"
        start_urls = ["https://books.example/search?q=sea"]
        follow = True
"""

from __future__ import annotations

from email.message import Message
from functools import cached_property, lru_cache
from pathlib import Path  # noqa: TC003 - a class attribute is annotated with it
from typing import TYPE_CHECKING, Any, Final, cast

from wrapture.compiled import CompiledReader, compile_wrapper
from wrapture.errors import MissingExtraError, WraptureError
from wrapture.extraction.values.flat import flat_columns
from wrapture.html.read import read_page
from wrapture.model import Capture, Wrapper
from wrapture.robot.turning import next_request
from wrapture.wrappers.file import load
from wrapture.wrappers.health import accepts, misfit

try:
    import scrapy
    from scrapy.exceptions import CloseSpider
except ImportError as missing:
    raise MissingExtraError("wrapture.scrapy", "scrapy") from missing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from scrapy.http import Response

    from wrapture.extraction.table import Table
    from wrapture.html.page import Page

REMEMBERED: Final = 32
"""Wrappers whose compiled readers are kept for `items` and `read_response`."""

__all__ = ["WrapperMixin", "WrapperSpider", "items", "read_response"]


def items(
    response: Response, wrapper: Wrapper | str | Path, *, typed: bool = False, constants: bool = False
) -> list[dict[str, Any]]:
    """Return the records that a wrapper, or that of a file, reads in a response: a dictionary each.

    Values are texts, or with ``typed`` what the texts say: numbers, dates, and the currency of a price as an item field of its
    own.  Columns that say the same in every record are left out unless ``constants`` are wanted.
    """
    return _items(read_response(response, _loaded(wrapper)), typed=typed, constants=constants)


def read_response(response: Response, wrapper: Wrapper) -> Table:
    """Return the table that a wrapper reads in a response, with how well the page fits."""
    return _reader_of(wrapper).read_fitted(_capture(response))


@lru_cache(maxsize=REMEMBERED)
def _reader_of(wrapper: Wrapper) -> CompiledReader:
    """Return the compiled reader of a wrapper, which gets quicker from page to page."""
    return compile_wrapper(wrapper)


class WrapperMixin:
    """What makes a spider read its pages by ``wrapper``: that of a file, or one that is at hand.

    Its ``parse`` yields an item for each record.  With ``follow`` it goes on to the next page, which is found as
    `wrapture.search` finds it; Scrapy's ``DEPTH_LIMIT`` says how far.  ``typed`` and ``constants`` are those of `items`;
    ``with_fit`` adds to each item, as ``_fit``, how well its page fits the wrapper.  Of a page that does not fit there is a
    warning; after ``most_misfits`` of them in a row, where that is not 0, the spider is closed: the site has changed.
    """

    wrapper: Wrapper | str | Path
    follow: bool = False
    typed: bool = False
    constants: bool = False
    with_fit: bool = False
    most_misfits: int = 0

    _misfits = 0

    @cached_property
    def reader(self) -> CompiledReader:
        """What reads the pages: the wrapper, compiled, which was read from its file where that was named."""
        return _reader_of(_loaded(self.wrapper))

    def parse(self, response: Response, **_: Any) -> Iterator[Any]:
        """Yield the records of a page, then the request of the next one where that is wanted."""
        try:
            capture = _capture(response)
            table = self.reader.read_fitted(capture)
        except WraptureError as error:
            self._spider.logger.warning("%s: %s", response.url, error)
            return
        self._judge(response, table)
        fit = {"_fit": table.fit.value} if self.with_fit and table.fit is not None else {}
        for item in _items(table, typed=self.typed, constants=self.constants):
            yield {**item, **fit}
        if self.follow and table.rows and (request := _following(read_page(capture), len(table))) is not None:
            yield request

    def _judge(self, response: Response, table: Table) -> None:
        """Warn of a page that does not fit; end where too many don't."""
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
    """A spider that reads its pages by a wrapper (see `WrapperMixin`)."""


def _loaded(wrapper: Wrapper | str | Path) -> Wrapper:
    return wrapper if isinstance(wrapper, Wrapper) else load(wrapper)


def _capture(response: Response) -> Capture:
    return Capture(response.url, response.body, response.url, _charset(response))


def _charset(response: Response) -> str | None:
    """Return the charset that the server said."""
    said = response.headers.get(b"Content-Type")
    message = Message()
    message["Content-Type"] = said.decode("latin-1") if said else ""
    return message.get_content_charset()


def _items(table: Table, *, typed: bool, constants: bool) -> list[dict[str, Any]]:
    kept = table if constants else table.without(table.constants)
    if not typed:
        return [{name: _plain(cell) for name, cell in row.items()} for row in kept.to_dicts()]
    columns = flat_columns(kept)
    return [{one.name: _plain(one.values[n]) for one in columns} for n in range(len(kept))]


def _plain(cell: Any) -> Any:
    return list(cell) if isinstance(cell, tuple) else cell


def _following(page: Page, count: int) -> scrapy.Request | None:
    """Return the request of the page after this one, None where there is none."""
    request = next_request(page, count)
    if request is None:
        return None
    headers = {"Content-Type": request.content_type} if request.body else {}
    return scrapy.Request(request.url, method=request.method, body=request.body or b"", headers=headers)
