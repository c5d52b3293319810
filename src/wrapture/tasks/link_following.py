"""Follow the links of a table: `follow` joins what the pages of its records say to the rows."""

from __future__ import annotations

import os
from functools import partial
from typing import TYPE_CHECKING

from wrapture.model.table import Table
from wrapture.site.following import LIMIT
from wrapture.site.following import follow as follow_links
from wrapture.site.page_visits import visit
from wrapture.tasks.extraction import loaded

if TYPE_CHECKING:
    from collections.abc import Callable

    from wrapture.html.page import Page
    from wrapture.model import Wrapper
    from wrapture.net.visitor import Visitor
    from wrapture.site.following import Followed


def follow(
    table: Table | str | os.PathLike[str],
    column: str = "",
    *,
    wrapper: Wrapper | str | os.PathLike[str] | None = None,
    limit: int = LIMIT,
    visitor: Visitor | None = None,
    say: Callable[[str], None] | None = None,
) -> Followed:
    """Return a table, or that in a file, with what the pages behind the links of a column say.

    Without a ``column``, ``link`` is followed, or the first one with addresses.  Without a ``wrapper`` for pages about one
    thing, one is learned from some of the pages.  At most ``limit`` pages are opened.  A page that fails costs its own cells.
    """
    from wrapture.net.visitor import Visitor

    if not isinstance(table, Table):
        from wrapture.rows.read_table import read_table

        table = read_table(os.fspath(table))
    known = None if wrapper is None else loaded(wrapper)
    fetch: Callable[[str], Page] = partial(visit, visitor or Visitor())
    return follow_links(table, fetch, column=column, wrapper=known, limit=limit, say=say or (lambda _: None))
