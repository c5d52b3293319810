"""Tables read from the parser's tree with the native extension, by one wrapper.

Most of a page is never numbered: the parser or the extension finds candidates for records, and the known shapes of records tell
where their cells are.  Anything not proved to be read as the reference reader does raises `UnprovedError`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from wrapture.html.tokens import BLOCK_CELL
from wrapture.model import (
    DataLocator,
    ForestLocator,
    MaskLocator,
    PageLocator,
    PatternLocator,
    RowLocator,
    SiblingLocator,
)
from wrapture.model.table import Table, cleaned
from wrapture.reading.compiled.absolute_links import addresses_of
from wrapture.reading.compiled.compiled_regions import ForestReader, PatternReader
from wrapture.reading.compiled.compiled_rows import RowReader
from wrapture.reading.compiled.compiled_siblings import SiblingReader, may_have_more
from wrapture.reading.compiled.fitting import FitReader
from wrapture.reading.compiled.mask_records import CompiledMaskReader
from wrapture.reading.compiled.sibling_runs import RunReader
from wrapture.reading.compiled.unproved import UnprovedError
from wrapture.reading.fit import confidence_of
from wrapture.reading.icon_labels import MARK
from wrapture.reading.spares import completing, is_of_site, may_lack_records, needs_spare

if TYPE_CHECKING:
    from wrapture.html.lexbor import Tree
    from wrapture.model import Wrapper

RecordsReader: TypeAlias = ForestReader | PatternReader | RowReader | RunReader | SiblingReader


class NativeReader:
    """Reads pages by one wrapper; raises `UnprovedError` for wrappers that only the reference reader reads."""

    def __init__(self, wrapper: Wrapper) -> None:
        if wrapper.context or wrapper.layout.encoding == BLOCK_CELL.name:  # shapes don't know what is around records
            raise UnprovedError
        if any(label.startswith(MARK) for label in wrapper.layout.labels):  # shapes don't know the attributes of icons
            raise UnprovedError
        if any(column.more and column.joined_by != " " for column in wrapper.layout.columns if column.keep):
            raise UnprovedError  # the native extension joins texts with spaces
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
            return replace(table, fit=self._fit.fit(body, confidence_of(self._wrapper, table), len(table)))
        pieces, rows = self.records.records(body, addresses)
        similarity = self._fit.similarity(pieces) if fitted or self._wrapper.spares else None
        needs = needs_spare(self._wrapper, len(rows), similarity)
        fit = self._fit.fit(body, similarity, len(rows)) if fitted or needs else None
        if needs and fit is not None and is_of_site(fit.frame):
            raise UnprovedError  # the reference reader asks the spares
        if may_lack_records(self._wrapper, len(rows)) and may_have_more(completing(self._wrapper), body, len(rows)):
            raise UnprovedError  # and adds what they find
        made = cleaned(self._columns, tuple(rows))
        return Table(name, self._names, made, described=self._columns, fit=fit if fitted else None)


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
