"""Rows as an XLSX workbook: sheets ``records`` and ``dead_letters``, with real numbers, dates and moments.

Columns are as wide as what stands in them, and the header is bold and has filters.
Texts stay texts: none is run as a formula or turned into a link.  Values that XLSX can't hold (dates before 1900, integers
beyond 2⁵³) become texts.  A text of more than 32,767 characters is truncated, with a note at its end.
"""

from __future__ import annotations

import shutil
from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from wrapture.error_lines import DISK_FULL
from wrapture.errors import MissingExtraError, OutputError
from wrapture.rows.kinds import as_moment, flat
from wrapture.rows.row_schema import LETTER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from wrapture.rows.result_rows import ResultRows

MOST_ROWS: Final = 1 << 20
MOST_COLUMNS: Final = 1 << 14
MOST_CHARACTERS: Final = 32_767
CUT: Final = "… (cut: a cell holds 32,767 characters)"
EXACT: Final = 1 << 53  # integers up to here are exact
FIRST_DAY: Final = date(1900, 3, 1)  # earlier dates are off by one: spreadsheets count a 29 February 1900
SETTINGS: Final = {
    "constant_memory": True,
    "strings_to_formulas": False,
    "strings_to_urls": False,
    "strings_to_numbers": False,
    "nan_inf_to_errors": False,
}
CREATED: Final = datetime(1980, 1, 1)  # fixed, so the same rows give the same bytes
NARROWEST: Final = 8  # characters of a column
WIDEST: Final = 48
BESIDE: Final = 3  # for the button of the filter
FORMATS: Final = {"date": "yyyy-mm-dd", "moment": "yyyy-mm-dd hh:mm:ss"}


def write_xlsx(rows: ResultRows, path: Path) -> None:
    """Write rows to a file as a workbook."""
    library = require_xlsxwriter()
    if len(rows.schema.names) > MOST_COLUMNS:
        raise OutputError(
            str(path), f"{len(rows.schema.names)} columns, and XLSX has {MOST_COLUMNS:,} at most; try .duckdb or .jsonl"
        )
    from tempfile import TemporaryDirectory

    with TemporaryDirectory(prefix="wrapture-xlsx-") as folder:  # xlsxwriter leaves its file open if the disk is full
        made = Path(folder) / "book.xlsx"
        try:
            with library.Workbook(str(made), {**SETTINGS, "tmpdir": folder}) as book:
                book.set_properties({"created": CREATED})
                _fill(book, rows, path)
        except library.exceptions.FileCreateError as error:
            raise OutputError(folder, DISK_FULL) from error
        shutil.copyfile(made, path)


def require_xlsxwriter() -> Any:
    """Return the module ``xlsxwriter``, or raise `MissingExtraError`."""
    try:
        import xlsxwriter  # type: ignore[import-untyped,unused-ignore]
    except ImportError as missing:
        raise MissingExtraError("writing XLSX files", "xlsx") from missing
    return xlsxwriter


def _fill(book: Any, rows: ResultRows, path: Path) -> None:
    formats = {kind: book.add_format({"num_format": form}) for kind, form in FORMATS.items()}
    writers = [_writer(kind, formats) for kind in rows.schema.kinds]
    bold = book.add_format({"bold": True})
    records = (row for batch in rows.filled() for row in zip(*batch, strict=True))
    _sheet(book.add_worksheet("records"), rows.schema.names, writers, records, path, bold)
    if rows.letters is not None:
        texts = [_writer("string", formats)] * len(LETTER)
        _sheet(book.add_worksheet("dead_letters"), LETTER, texts, rows.letters(), path, bold)


def _sheet(
    sheet: Any,
    names: Sequence[str],
    writers: Sequence[Callable[[Any, int, int, Any], None]],
    rows: Iterable[Sequence[Any]],
    path: Path,
    bold: Any,
) -> None:
    for column, name in enumerate(names):
        sheet.write_string(0, column, name[:MOST_CHARACTERS], bold)
    sheet.freeze_panes(1, 0)
    widths = [len(name) + BESIDE for name in names]
    number = 0
    for number, row in enumerate(rows, start=1):
        if number >= MOST_ROWS:
            raise OutputError(str(path), f"XLSX has {MOST_ROWS:,} rows at most; try .csv, .parquet or .duckdb")
        for column, (write, value) in enumerate(zip(writers, row, strict=True)):
            if value is not None:
                write(sheet, number, column, value)
                if widths[column] < WIDEST:
                    widths[column] = max(widths[column], len(str(value)) + 1)
    for column, width in enumerate(widths):
        sheet.set_column(column, column, min(WIDEST, max(NARROWEST, width)))
    if names:
        sheet.autofilter(0, 0, number, len(names) - 1)


def _writer(kind: str, formats: dict[str, Any]) -> Callable[[Any, int, int, Any], None]:
    """Return the function that writes a value of a kind to a cell."""
    match kind:
        case "integer" | "number" | "huge":
            return _number
        case "boolean":
            return lambda sheet, row, column, value: sheet.write_boolean(row, column, value)
        case "date" | "moment":
            return lambda sheet, row, column, value: _day(sheet, row, column, value, formats[kind])
        case _:
            return _text


def _number(sheet: Any, row: int, column: int, value: float) -> None:
    if isinstance(value, int) and abs(value) > EXACT:
        sheet.write_string(row, column, str(value))
    else:
        sheet.write_number(row, column, value)


def _day(sheet: Any, row: int, column: int, value: date | str, form: Any) -> None:
    if isinstance(value, str) or as_moment(value).date() < FIRST_DAY:
        _text(sheet, row, column, value)
    else:
        sheet.write_datetime(row, column, as_moment(value) if isinstance(value, datetime) else value, form)


def _text(sheet: Any, row: int, column: int, value: Any) -> None:
    text = str(flat(value))
    if len(text) > MOST_CHARACTERS:
        text = text[: MOST_CHARACTERS - len(CUT)] + CUT
    sheet.write_string(row, column, text)
