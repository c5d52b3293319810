"""Work beyond single pages: `wrap` and `search` for sites, `extract_bulk` for millions of pages, `query` for results.

Each function imports what it needs when it is called, because they share nothing.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, TypeAlias

from wrapture.model import Wrapper
from wrapture.tasks.extraction import loaded

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Unpack

    from wrapture.bulk.order import BulkOptions
    from wrapture.bulk.output.report import Report
    from wrapture.net.visitor import Visitor
    from wrapture.site.merging import Answers
    from wrapture.sql import QueryResult
    from wrapture.sql.data_sources import Data

WrapperInput: TypeAlias = "Wrapper | str | os.PathLike[str]"
"""A wrapper, or the path of its file."""


def wrap(address: str, *, visitor: Visitor | None = None, names: Sequence[str] = (), name: str = "") -> Wrapper:
    """Return a wrapper with a query form, learned from the site's address alone.

    A ``visitor`` may store pages, wait less, or visit private addresses; without one, pages are not stored.
    """
    from wrapture.net.visitor import Visitor
    from wrapture.site.wrapping import wrap as wrap_site

    return wrap_site(address, visitor or Visitor(), names=names, name=name).wrapper


def search(
    wrappers: WrapperInput | Iterable[WrapperInput], query: str, *, pages: int = 10, visitor: Visitor | None = None
) -> Answers:
    """Return the answers of one or several sites to a query: one table, and the errors by site.

    ``wrappers`` are wrappers or the paths of their files.
    """
    from wrapture.net.visitor import Visitor
    from wrapture.site.merging import answers

    several = (wrappers,) if isinstance(wrappers, Wrapper | str | os.PathLike) else wrappers
    return answers(tuple(map(loaded, several)), query, visitor or Visitor(), pages=pages)


def extract_bulk(
    inputs: Iterable[str],
    out: str | os.PathLike[str],
    *,
    wrapper: str | os.PathLike[str] | Wrapper | None = None,
    library: str | os.PathLike[str] | None = None,
    discover: bool = False,
    **options: Unpack[BulkOptions],
) -> Report:
    """Read any number of pages into ``out`` with a wrapper (or its file) or a library's wrappers, and return the report.

    With ``discover``, wrappers are learned from the pages themselves, one for each site and template.

    ``inputs`` and ``options`` are those of ``wrapture bulk``.  Safe to interrupt; call it again to resume.
    """
    from wrapture.bulk.order import order_of
    from wrapture.bulk.run import BulkRun

    return BulkRun(order_of(inputs, out, wrapper=wrapper, library=library, discover=discover, **options)).go()


def query(sql: str, *data: Data | Mapping[str, Data], timeout_s: float | None = None) -> QueryResult:
    """Return the result of a query over results: files, folders of Parquet files, tables, or a mapping from names to them.

    Each file is a view with its name (``books.parquet`` is ``books``); a single one is also called ``records``.  A query
    reads nothing but the given data, and writes nothing.
    """
    from wrapture.sql import query as ask

    return ask(sql, *data, timeout_s=timeout_s)
