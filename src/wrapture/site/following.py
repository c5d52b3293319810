"""Open the page of each record of a table, learn from some of them what such a page says, and join it to the rows."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final
from urllib.parse import urlsplit

from wrapture.errors import LostSiteError, NothingFoundError, SourceError
from wrapture.learning.one_record import learn_one
from wrapture.model.table import Failure, Table
from wrapture.reading.fit import accepts, misfit
from wrapture.reading.fitted_reading import read_parsed
from wrapture.site.caution import is_harmful
from wrapture.site.wrapping_failures import LOGIN, wants_login

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from wrapture.html.page import Page
    from wrapture.model import Column, Wrapper
    from wrapture.model.table import Cell, Row

FIRST: Final = 4
SPREAD: Final = 8
"""Pages to learn from: the first ones, and others from all over the table, where things of other kinds may be."""
FEWEST: Final = 2
LIMIT: Final = 1_000
"""Default limit of pages to open."""
STEP: Final = 25  # pages between two messages
SAME: Final = 0.9  # share of rows in which a column of the pages repeats one of the table
PREFIX: Final = "page_"
WEB: Final = ("http://", "https://")


@dataclass(frozen=True, slots=True)
class Followed:
    """A table with the columns of its records' pages, the wrapper that reads these, and the pages that could not be read.

    ``pages`` is the number of pages that were read, ``left`` that of addresses beyond the limit, ``without`` that of the rows
    that have no address.
    """

    table: Table
    wrapper: Wrapper
    pages: int
    failures: tuple[Failure, ...] = ()
    left: int = 0
    without: int = 0


def link_column(table: Table, wanted: str = "") -> str:
    """Return the column whose links are followed: the wanted one, else ``link``, else the first with addresses."""
    if wanted:
        if wanted not in table.columns:
            names = ", ".join(table.columns)
            raise NothingFoundError(f"{table.page}: there is no column {wanted!r}; it has {names}")
        return wanted
    linked = [name for name in table.columns if any(_addresses_in(cell) for cell in table[name])]
    own = [name for name in linked if name != "found_at"]
    if not own:
        raise NothingFoundError(f"{table.page}: no column has addresses to follow")
    return "link" if "link" in own else own[0]


def follow(
    table: Table,
    fetch: Callable[[str], Page],
    *,
    column: str = "",
    wrapper: Wrapper | None = None,
    limit: int = LIMIT,
    say: Callable[[str], None] = lambda _: None,
) -> Followed:
    """Return a table with what the pages of its records say; a page that fails costs its own cells.

    Without a ``wrapper``, one is learned from some of the pages.  A site that stops answering ends the work.
    """
    chosen = link_column(table, column)
    targets = _targets(table, chosen)
    addresses = list(dict.fromkeys(filter(None, targets)))
    asked = _Pages(fetch)
    known = wrapper or _learned(addresses[:limit], asked)
    cells: dict[str, tuple[Cell, ...]] = {}
    for number, address in enumerate(addresses[:limit], start=1):
        row = asked.read(known, address)
        if row is not None:
            cells[address] = row.cells
        if number % STEP == 0:
            say(f"{number} of {len(addresses[:limit])} pages")
        if asked.lost:
            break
    joined = _joined(table, targets, known, cells)
    failures = tuple(asked.failures.values())
    return Followed(joined, known, len(cells), failures, max(0, len(addresses) - limit), targets.count(""))


def _targets(table: Table, chosen: str) -> list[str]:
    """Return the address of each row in the chosen column, or in one that stands in for it where it is empty.

    Records of two makes, such as those with and without a sale badge, may have their links in two columns: no row has both,
    and the addresses are in the same folder.
    """
    targets = [_addresses_in(cell) for cell in table[chosen]]
    for name in table.columns:
        others = [_addresses_in(cell) for cell in table[name]]
        folders = {_folder(one) for one in targets if one}
        apart = not any(own and other for own, other in zip(targets, others, strict=True))
        if (
            name != "found_at"
            and apart
            and folders
            and any(others)
            and {_folder(one) for one in others if one} <= folders
        ):
            targets = [own or other for own, other in zip(targets, others, strict=True)]
    return targets


def _folder(address: str) -> tuple[str, str]:
    parts = urlsplit(address)
    return parts.netloc, parts.path.rstrip("/").rpartition("/")[0]


class _Pages:
    """Reads pages; failures are kept, one for each address."""

    def __init__(self, fetch: Callable[[str], Page]) -> None:
        self._fetch = fetch
        self._kept: dict[str, Page] = {}  # that the wrapper is learned from, to be read later
        self.failures: dict[str, Failure] = {}
        self.lost = False

    def sample(self, addresses: Sequence[str]) -> list[Page]:
        """Return the pages at some addresses that can be fetched, and keep them."""
        for address in addresses:
            if (page := self.page(address)) is not None:
                self._kept[address] = page
        return list(self._kept.values())

    def page(self, address: str) -> Page | None:
        """Return the page at an address, None if it can't be fetched."""
        if address in self.failures:
            return None
        if address in self._kept:
            return self._kept.pop(address)
        if is_harmful(address):
            self.failures[address] = Failure(address, "was not opened, because its address reads like a command")
            return None
        try:
            return self._fetch(address)
        except SourceError as error:
            self.lost = self.lost or isinstance(error, LostSiteError)
            self.failures[address] = Failure(address, error.what)
            return None

    def read(self, wrapper: Wrapper, address: str) -> Row | None:
        """Return the record of the page at an address, None if there is none that fits."""
        page = self.page(address)
        if page is None:
            return None
        table = read_parsed(wrapper, page)
        if table.fit is not None and not accepts(table.fit):
            self.failures[address] = Failure(address, LOGIN if wants_login(page) else misfit(table.fit), "misfit")
            return None
        return table.rows[0] if table.rows else None


def _learned(addresses: Sequence[str], asked: _Pages) -> Wrapper:
    """Return the wrapper of some of the pages; raises `NothingFoundError` if too few can be fetched."""
    rest = addresses[FIRST:]
    spread = rest[:: max(1, -(-len(rest) // SPREAD))] if rest else ()
    pages = asked.sample([*addresses[:FIRST], *spread])
    if len(pages) < min(FEWEST, len(addresses)) or not pages:
        reasons = "; ".join(f"{one.page}: {one.error}" for one in list(asked.failures.values())[:1])
        raise NothingFoundError(f"too few pages to learn from; {reasons or 'the table has no addresses'}")
    try:
        return learn_one(pages)
    except NothingFoundError:
        if all(map(wants_login, pages)):
            raise NothingFoundError(f"{pages[0].name}: {LOGIN}") from None
        raise


def _joined(table: Table, targets: Sequence[str], wrapper: Wrapper, cells: dict[str, tuple[Cell, ...]]) -> Table:
    """Return the table with the cells of the pages beside its own; new columns that repeat others are hidden."""
    kept = [column for column in wrapper.layout.columns if column.keep]
    empty: tuple[Cell, ...] = (None,) * len(kept)
    added = [cells.get(target, empty) if target else empty for target in targets]
    read = sum(target in cells for target in targets)
    columns = [_fitted(table, column, [row[n] for row in added], read) for n, column in enumerate(kept)]
    names = (*table.columns, *(column.name for column in columns))
    rows = [replace(row, cells=(*row.cells, *more)) for row, more in zip(table.rows, added, strict=True)]
    described = (*_described(table), *columns)
    return replace(table, columns=names, rows=tuple(rows), described=described, fit=None, confidence=None)


def _described(table: Table) -> Sequence[Column]:
    from wrapture.model import Column

    return table.described or [Column(name, "text", ()) for name in table.columns]


def _fitted(table: Table, column: Column, cells: Sequence[Cell], read: int) -> Column:
    """Return a column of the pages as one of the table: under a name of its own, hidden if it repeats one that is there.

    ``read`` is the number of rows whose pages were read: there may be more than the limit.
    """
    twin = next((name for name in table.columns if _repeats(table[name], cells, read)), "")
    name = column.name
    while name in table.columns:
        name = f"{PREFIX}{name}"
    hidden = column.hidden or (f"repeats {twin}" if twin else "")
    return replace(column, name=name, place=(), more=(), hidden=hidden)


def _repeats(own: Sequence[Cell], other: Sequence[Cell], read: int) -> bool:
    pairs = [(a, b) for a, b in zip(own, other, strict=True) if a and b]
    same = sum(_plain(a) == _plain(b) for a, b in pairs)
    return len(pairs) * 2 > read and same >= SAME * len(pairs)


def _plain(cell: Cell) -> str:
    text = cell if isinstance(cell, str) else " ".join(cell or ())
    return "".join(text.casefold().split())


def _addresses_in(cell: Cell) -> str:
    """Return the first web address of a cell, empty if there is none."""
    texts = (cell,) if isinstance(cell, str) else cell or ()
    return next((text for text in texts if text.startswith(WEB)), "")
