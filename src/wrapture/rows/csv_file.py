"""Rows as CSV: a header, then a line for each row (RFC 4180: UTF-8, lines end in CR LF).

Files begin with a byte order mark, without which spreadsheets misread UTF-8.  A text that a spreadsheet would run as a formula
is prefixed with an apostrophe, even if it already has one, so no text is lost: `unescaped` restores it.
Numbers stay as they are.  Lists are joined with `` | ``; a missing value looks like an empty text.
"""

from __future__ import annotations

import csv
import io
import re
from typing import TYPE_CHECKING, Any, Final

from wrapture.rows.kinds import flat_column

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from wrapture.rows.result_rows import ResultRows
    from wrapture.rows.row_schema import RowOptions

BOM: Final = "\N{ZERO WIDTH NO-BREAK SPACE}"
STARTS: Final = frozenset("'=+-@\t\r\n＝＋－＠")
FORMULA: Final = re.compile(r"'*[=+\-@\t\r\n＝＋－＠]")
"""The start of texts that spreadsheets run as formulas; source: https://owasp.org/www-community/attacks/CSV_Injection."""
HARMLESS: Final = re.compile(r"[+-]?(?:\d+(?:[.,]\d+)*(?:[eE][+-]?\d+)?)?")
"""A number or a lone sign, which spreadsheets don't run as a formula."""
UNWRITTEN: Final = frozenset({"integer", "number", "huge", "boolean", "date", "moment"})
"""Kinds whose values are not text from a page, so they need no escaping."""


def write_csv(rows: ResultRows, path: Path, options: RowOptions) -> None:
    """Write rows to a CSV file."""
    with path.open("w", encoding="utf-8", newline="") as file:
        if options.bom:
            file.write(BOM)
        file.writelines(csv_pieces(rows, options))


def csv_pieces(rows: ResultRows, options: RowOptions) -> Iterator[str]:
    """Yield the text of a CSV file, without a byte order mark, batch by batch."""
    names = rows.schema.names
    yield _lines([names if options.raw_formulas else [escaped(name) for name in names]])
    for batch in rows.filled():
        cells = [_cells(held, kind, options) for held, kind in zip(batch, rows.schema.kinds, strict=True)]
        yield _lines(zip(*cells, strict=True))


def csv_of_texts(rows: Iterable[Sequence[str]]) -> str:
    """Return rows of texts as a CSV file with a byte order mark, no text of which is run as a formula."""
    return BOM + _lines([escaped(text) for text in row] for row in rows)


def escaped(text: str) -> str:
    """Return the text, escaped so that no spreadsheet runs it as a formula.

    >>> escaped("=1+1"), escaped("'=1"), escaped("-5"), escaped("- none"), escaped("it's")
    ("'=1+1", "''=1", '-5', "'- none", "it's")
    """
    return f"'{text}" if FORMULA.match(text) and not HARMLESS.fullmatch(text) else text


def unescaped(text: str) -> str:
    """Return the original text; the inverse of `escaped`.

    >>> unescaped("'=1+1"), unescaped("'tis")
    ('=1+1', "'tis")
    """
    return text[1:] if text[:1] == "'" and FORMULA.match(text) else text


def _cells(values: Sequence[Any], kind: str, options: RowOptions) -> Sequence[Any]:
    flat = flat_column(values, kind)
    if options.raw_formulas or kind in UNWRITTEN:
        return flat
    if kind == "json":
        return [escaped(value) if isinstance(value, str) else value for value in flat]
    return [escaped(value) if value and value[0] in STARTS else value for value in flat]  # most need no call


def _lines(rows: Iterable[Sequence[Any]]) -> str:
    text = io.StringIO(newline="")
    # CR LF also makes the writer quote cells with a lone CR, which it would otherwise leave bare (Python < 3.13)
    csv.writer(text, lineterminator="\r\n").writerows(rows)
    return text.getvalue()
