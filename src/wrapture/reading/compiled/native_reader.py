"""Tables read from the parser's tree with the native extension, by one wrapper.

Most of a page is never numbered: the parser or the extension finds candidates for records, and the known shapes of records tell
where their cells are.  Anything not proved to be read as the reference reader does raises `UnprovedError`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from wrapture.model import (
    DataLocator,
    ForestLocator,
    MaskLocator,
    PageLocator,
    PatternLocator,
    RowLocator,
    SiblingLocator,
)
from wrapture.model.table import Table
from wrapture.reading.compiled.absolute_links import addresses_of
from wrapture.reading.compiled.compiled_regions import ForestReader, PatternReader
from wrapture.reading.compiled.compiled_rows import RowReader
from wrapture.reading.compiled.compiled_siblings import SiblingReader
from wrapture.reading.compiled.fitting import FitReader
from wrapture.reading.compiled.mask_records import CompiledMaskReader
from wrapture.reading.compiled.sibling_runs import RunReader
from wrapture.reading.compiled.unproved import UnprovedError
from wrapture.reading.fit import confidence_of
from wrapture.reading.spares import is_of_site, needs_spare

if TYPE_CHECKING:
    from wrapture.html.lexbor import Tree
    from wrapture.model import Wrapper

RecordsReader: TypeAlias = ForestReader | PatternReader | RowReader | RunReader | SiblingReader


class NativeReader:
    """Reads pages by one wrapper; raises `UnprovedError` for wrappers that only the reference reader reads."""

    def __init__(self, wrapper: Wrapper) -> None:
        if wrapper.context:  # what is around records; shapes don't know it
            raise UnprovedError
        self._wrapper = wrapper
        self._columns = tuple([column for column in wrapper.layout.columns if column.keep])
        self._names = tuple([column.name for column in self._columns])
        self.records = _records_reader(wrapper)
        self._fit = FitReader(wrapper.profile)

    def read(self, tree: Tree, text: str, name: str, url: str | None, *, fitted: bool) -> Table:
        """Return the table of a page, with the fit if ``fitted=True``; raise `UnprovedError` if the result is not proved."""
        body = tree.body
        if body is None or body.parent is None:  # a frameset may have removed it from the tree
            raise UnprovedError
        addresses = addresses_of(tree, url)
        if isinstance(self.records, CompiledMaskReader):
            table = self.records.table(text, name, addresses)
            if not fitted:
                return table
            return replace(table, fit=self._fit.fit_with(body, confidence_of(self._wrapper, table), len(table)))
        found = self.records.records(body, addresses)
        fit = self._fit.fit(body, found) if fitted or self._wrapper.spares else None
        if fit is not None and needs_spare(self._wrapper, len(found), fit.similarity) and is_of_site(fit.frame):
            raise UnprovedError  # the reference reader asks the spares
        fit = fit if fitted else None
        return Table(name, self._names, tuple([one.row for one in found]), described=self._columns, fit=fit)


def _records_reader(wrapper: Wrapper) -> RecordsReader | CompiledMaskReader:
    """Return the records reader for a wrapper's kind of locator."""
    match wrapper.locator:
        case RowLocator() as locator:
            kind = RunReader if locator.siblings > 1 or locator.tail else RowReader
            return kind(locator, wrapper.layout)
        case SiblingLocator() as locator:
            return SiblingReader(locator, wrapper.layout)
        case ForestLocator() as locator:
            return ForestReader(locator, wrapper.layout)
        case PatternLocator() as locator:
            return PatternReader(locator, wrapper.layout)
        case MaskLocator() as locator:
            return CompiledMaskReader(locator, wrapper.layout)
        case DataLocator() | PageLocator():  # reading JSON takes the time, whoever does it; a page has one record
            raise UnprovedError
