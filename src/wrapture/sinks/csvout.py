"""Results as CSV: a header, then one row per record (RFC 4180: UTF-8, rows end in CR LF).

The first column is ``page``; see `wrapture.sinks.rows` for the others.  A cell without a value and one with an empty
text look the same.

Values are written as they are, also those that begin with ``=``, ``+``, ``-`` or ``@``: putting a quote before them
would damage negative numbers and telephone numbers for every reader that is not a spreadsheet.  A spreadsheet may take
such a value for a formula, so import pages that you don't trust as text.
"""

from __future__ import annotations

import csv
import io
from typing import TYPE_CHECKING

from wrapture.sinks.rows import Result, flat_rows, header, lead_of, union

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path
    from typing import TextIO

LEAD = ("page",)


def to_csv(results: Sequence[Result]) -> str:
    """Return the records of `results` as CSV."""
    text = io.StringIO(newline="")
    _write_rows(results, text)
    return text.getvalue()


def write_csv(results: Sequence[Result], path: Path) -> None:
    """Write the records of `results` to a CSV file."""
    with path.open("w", encoding="utf-8", newline="") as file:
        _write_rows(results, file)


def _write_rows(results: Sequence[Result], file: TextIO) -> None:
    columns = union(results)
    # CR LF also makes the writer quote cells with a lone CR, which it would otherwise leave bare (Python < 3.13)
    writer = csv.writer(file, lineterminator="\r\n")
    lead = lead_of(results, LEAD)
    writer.writerow(header(columns, lead))
    writer.writerows((*row.lead(lead), *row.cells) for row in flat_rows(results, columns))
