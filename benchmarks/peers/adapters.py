"""Run one peer as a process that reads page paths, one per line, and writes answers for the scorer, one per line.

Runs in the peers' own virtual environment: ``python adapters.py libextract``.  An input line is a path, an output line is
``{"page": …, "records": [{"text": …, "fields": {…}}], "seconds": …}``, with an ``"error"`` if the peer raised one.

A peer gives its own first answer.  pandas and DEPTA return regions in document order and leave the choice to the caller, so
the region with the most text is taken.  Records without text are dropped for all peers.  All get the page as text, decoded by
`w3lib` as in Scrapy.
"""

from __future__ import annotations

import importlib
import json
import os
import re
import resource
import sys
import time
import warnings
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    Record = dict[str, Any]
    Peer = Callable[[str], list[Record]]

MOST_BYTES: Final = 4 << 30  # per process; a page that needs more counts as failed instead of taking the machine down
_XML_DECLARATION: Final = re.compile(r"^\s*<\?xml[^>]*\?>")
_NO_CONTENT: Final = ("script", "style")


def libextract() -> Peer:
    """Return libextract: the children of the element it ranks first; it has no columns."""
    extract = importlib.import_module("libextract.api").extract

    def answer(html: str) -> list[Record]:
        first = next(iter(extract(html.encode(), count=1)), None)
        if first is None:
            return []
        # It ranks by the children that share a tag; with all children, its page F1 is 3 points higher than with only those.
        return [{"text": text_of(child), "fields": {}} for child in first]

    return answer


def pandas() -> Peer:
    """Return pandas.read_html: the rows of the table with the most text."""
    read_html = importlib.import_module("pandas").read_html

    def answer(html: str) -> list[Record]:
        try:
            tables = read_html(StringIO(html))
        except ValueError as error:
            if "No tables found" in str(error):
                return []
            raise
        return most_text([row_record(row) for row in table.to_dict("records")] for table in tables)

    return answer


def depta() -> Peer:
    """Return DEPTA as in `sd-pydepta`: the records of the region with the most text, and their aligned fields."""
    peer = importlib.import_module("pydepta").Depta()

    def answer(html: str) -> list[Record]:
        regions = peer.extract(html=html)
        return most_text(
            [
                {
                    "text": " ".join(map(text_of, record)),
                    "fields": {f"field_{i}": field.text.strip() for i, field in enumerate(item, 1)},
                }
                for record, item in zip(region.records, region.items, strict=True)
            ]
            for region in regions
        )

    return answer


PEERS: Final[dict[str, Callable[[], Peer]]] = {"libextract": libextract, "pandas": pandas, "depta": depta}


def most_text(regions: Iterable[list[Record]]) -> list[Record]:
    """Return the region whose records have the most text, the first among equals; no records if there is no region."""
    return max(regions, key=lambda records: sum(len(record["text"]) for record in records), default=[])


def row_record(row: dict[Any, Any]) -> Record:
    """Return a row of a data frame as a record; values that pandas treats as missing are None."""
    fields = {str(name): None if value != value else str(value) for name, value in row.items()}  # noqa: PLR0124 NaN
    return {"text": " ".join(value for value in fields.values() if value), "fields": fields}


def text_of(element: Any) -> str:
    """Return the text of an lxml element with white space collapsed, without scripts, styles and comments."""
    return " ".join(" ".join(pieces_of(element)).split())


def pieces_of(element: Any) -> Iterable[str]:
    if not isinstance(element.tag, str) or element.tag in _NO_CONTENT:
        return
    yield element.text or ""
    for child in element:
        yield from pieces_of(child)
        yield child.tail or ""


def decoded(path: Path) -> str:
    """Return a page as text, without the XML declaration, which lxml rejects in text."""
    _, text = importlib.import_module("w3lib.encoding").html_to_unicode(None, path.read_bytes())
    return _XML_DECLARATION.sub("", text)


def answered(peer: Peer, path: Path) -> dict[str, Any]:
    """Return the answer for a page with the time it took; an error of the peer is returned, not raised."""
    start = time.perf_counter()
    try:
        told: dict[str, Any] = {"records": [record for record in peer(decoded(path)) if record["text"]]}
    except Exception as error:
        told = {"records": [], "error": f"{type(error).__name__}: {error}"[:200]}
    return {"page": str(path), **told, "seconds": time.perf_counter() - start}


def main() -> None:
    warnings.simplefilter("ignore")
    resource.setrlimit(resource.RLIMIT_AS, (MOST_BYTES, MOST_BYTES))
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)  # what a peer prints must not mix with the answers
    peer = PEERS[sys.argv[1]]()
    for line in sys.stdin:
        print(json.dumps(answered(peer, Path(line.rstrip("\n")))), file=answers, flush=True)


if __name__ == "__main__":
    main()
