"""Read and write label files: JSON Lines with one page per line.

.. code-block:: json

    {"page": "lists/books-1.html", "encoding": "utf-8", "names": ["title", "price"],
     "records": [[[120, 129], [140, 145]], [[210, 222], null]]}

``page`` is a path below the root.  ``records`` are lists of ``[start, end)`` in characters of the page's source, a list of such
places for an attribute with several values, or null for one that a record lacks.  ``encoding``, ``names``, ``zone`` (the place
of the whole list), ``url`` and ``site`` are optional; other keys are ignored.  A byte order mark does not count as a character.
"""

from __future__ import annotations

import codecs
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wrapture.capture.page_sources import ADDRESS, STDIN, read
from wrapture.error_lines import read_problem
from wrapture.errors import LabelError, OutputError, SourceError
from wrapture.files import atomic_writer
from wrapture.html.charset import decode, find_encoding
from wrapture.model import Several, label_of
from wrapture.model.labelled import LabelledPage
from wrapture.model.table import Failure

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from wrapture.model import Label, Labels, Place

MAX_BYTES: Final = 256 << 20
MAX_NAMED: Final = 20  # sites to list in a message


def read_labels(
    path: str | os.PathLike[str], root: str | os.PathLike[str] | None = None, *, site: str = ""
) -> list[LabelledPage]:
    """Return the labelled pages of a file; if it has several sites, those of ``site``.

    Page paths are relative to ``root``, by default the folder of the file.  Raises `LabelError` if a label does not fit its
    page.
    """
    lines = _lines(path)
    sites = dict.fromkeys(line.site for line in lines)
    if site and site not in sites:
        raise LabelError(str(path), "", f"has no page of site {site!r}; its sites are {_named(sites)}")
    if not site and len(sites) > 1:
        raise LabelError(str(path), "", f"has pages of {len(sites)} sites ({_named(sites)}); choose one with `site`")
    folder = Path(path).parent if root is None else Path(root)
    return [line.page(folder) for line in lines if not site or line.site == site]


def label_sites(path: str | os.PathLike[str]) -> list[str]:
    """Return the sites of a file's pages, in order; ``""`` for pages without one."""
    return list(dict.fromkeys(line.site for line in _lines(path)))


def write_labels(
    pages: Iterable[LabelledPage],
    path: str | os.PathLike[str],
    root: str | os.PathLike[str] | None = None,
    *,
    force: bool = False,
) -> None:
    """Write labelled pages to a file atomically; page paths are relative to ``root``, by default the file's folder."""
    folder = Path(path).parent if root is None else Path(root)
    lines = [json.dumps(_object(page, folder)) for page in pages]
    with atomic_writer(path, force=force) as temporary:
        temporary.write_bytes("".join(f"{line}\n" for line in lines).encode())


def _object(page: LabelledPage, folder: Path) -> dict[str, object]:
    if page.name == STDIN or ADDRESS.match(page.name):
        raise OutputError(page.name, "labels refer to a saved page; save it to a file first")
    return {
        "page": Path(os.path.relpath(page.name, folder)).as_posix(),
        **({"url": page.url} if page.url else {}),
        "encoding": page.encoding,
        **({"names": list(page.names)} if page.names else {}),
        **({"zone": list(page.zone)} if page.zone else {}),
        "records": [[_label_data(label) for label in record] for record in page.records],
    }


def _label_data(label: Label) -> object:
    if isinstance(label, Several):
        return [list(place) for place in label.places]
    return label and list(label)


def _lines(path: str | os.PathLike[str]) -> list[_Line]:
    return [_Line(where, row) for where, row in _rows(Path(path))]


def _rows(path: Path) -> Iterator[tuple[str, dict[str, object]]]:
    """Yield the objects of a JSON Lines file, each with its location for error messages."""
    for number, line in enumerate(_text(path).split("\n"), start=1):
        if not line.strip():
            continue
        where = f"{path}: line {number}"
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise LabelError(where, "", f"is not JSON ({error}); write one page per line") from error
        if not isinstance(row, dict):
            raise LabelError(where, "", "is not an object with page and records")
        yield where, row


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            body = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        raise LabelError(str(path), "", read_problem(error)) from error
    if len(body) > MAX_BYTES:
        raise LabelError(str(path), "", f"is larger than {MAX_BYTES >> 20} MiB; split it into several files")
    try:
        return body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise LabelError(str(path), "", f"byte {error.start} is not UTF-8; labels are JSON Lines") from error


class _Line:
    """One line of a label file; errors name its page or, if that is missing, its location ``where``."""

    def __init__(self, where: str, row: dict[str, object]) -> None:
        self._where = where
        self._row = row
        self.name = self._texts("page", [row.get("page")])[0]
        self.site = self._texts("site", [row["site"]])[0] if row.get("site") is not None else ""

    def page(self, root: Path) -> LabelledPage:
        """Return the labelled page."""
        row = self._row
        path = str(root / self.name)
        capture = read(path)
        if isinstance(capture, Failure):
            raise SourceError(capture.page, capture.error)
        decoded = decode(capture.body, self._encoding())
        names = self._texts("names", _items(row["names"])) if row.get("names") is not None else []
        if len(set(names)) < len(names):
            raise LabelError(self.name, "names", "must differ from each other")
        zone = self._place("zone", row["zone"]) if row.get("zone") is not None else None
        url = self._texts("url", [row["url"]])[0] if row.get("url") is not None else capture.url
        return LabelledPage(path, decoded.text, self._records(), tuple(names), zone, decoded.encoding, url)

    def _encoding(self) -> str | None:
        """Return the encoding's name in the Encoding Standard; Python's names are accepted as well."""
        if self._row.get("encoding") is None:
            return None
        name = self._texts("encoding", [self._row["encoding"]])[0]
        try:
            known = find_encoding(name) or find_encoding(codecs.lookup(name).name.replace("_", "-"))
        except LookupError:
            known = None
        if known is None:
            raise LabelError(self.name, "encoding", f"{name!r} is not an encoding; try utf-8 or latin-1")
        return known

    def _records(self) -> tuple[Labels, ...]:
        rows = _items(self._row.get("records"))
        if rows is None:
            raise LabelError(self.name, "records", "must be a list of records, each a list of [start, end) or null")
        return tuple(self._record(f"record {number}", row) for number, row in enumerate(rows, start=1))

    def _record(self, label: str, row: object) -> Labels:
        cells = _items(row)
        if cells is None:
            raise LabelError(self.name, label, "must be a list of [start, end) or null")
        return tuple(self._label(f"{label}, attribute {number}", cell) for number, cell in enumerate(cells, start=1))

    def _label(self, label: str, cell: object) -> Label:
        """Return the label of an attribute: null, a place, or a list of several."""
        if isinstance(cell, list) and cell and all(isinstance(one, list) for one in cell):
            return label_of(sorted(self._place(label, one) for one in cell))
        return None if cell is None else self._place(label, cell)

    def _place(self, label: str, value: object) -> Place:
        ends = [end for end in _items(value) or [] if isinstance(end, int) and not isinstance(end, bool)]
        if len(ends) != 2 or value != ends:
            raise LabelError(self.name, label, f"must be [start, end) in whole numbers, or null, not {_shown(value)}")
        return ends[0], ends[1]

    def _texts(self, label: str, values: Sequence[object] | None) -> list[str]:
        """Return the values as texts; raises `LabelError` if one is not a text or blank."""
        texts = [value for value in values or [] if isinstance(value, str) and value.strip()]
        if values is None or len(texts) < len(values):
            raise LabelError(getattr(self, "name", self._where), label, f"must be a text, not {_shown(values)}")
        return texts


def _items(value: object) -> list[object] | None:
    return value if isinstance(value, list) else None


def _shown(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 60 else f"{text[:59]}…"


def _named(sites: Iterable[str]) -> str:
    names = [site or "(without a name)" for site in sites]
    return ", ".join([*names[:MAX_NAMED], *(["…"] if len(names) > MAX_NAMED else [])])
