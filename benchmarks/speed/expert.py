"""The program that an expert would write to read lists from a WARC file: FastWARC, selectolax, and selectors by hand.

    python benchmarks/speed/expert.py ARCHIVE OUT

It writes a folder of Parquet files, one for each site, as `wrapture bulk` does.  `archives.py` compares the two.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import urljoin, urlsplit

import pyarrow as pa
import pyarrow.parquet as pq
from fastwarc.warc import ArchiveIterator, WarcRecordType
from selectolax.lexbor import LexborHTMLParser

if TYPE_CHECKING:
    from selectolax.lexbor import LexborNode

GROUP = 50_000  # rows that are written together


class SiteSelectors(NamedTuple):
    """The selector of a site's rows, and for each column a selector below and the attribute to read, "" for the text."""

    rows: str
    columns: dict[str, tuple[str, str]]


SEARCH = {"title": ("a", ""), "link": ("a", "href"), "url": (".url", ""), "description": (".description", "")}
SITES = {
    "cdc.gov": SiteSelectors("#results > div.result", SEARCH),
    "ed.gov": SiteSelectors("div.result", SEARCH),
    "eurosport.com": SiteSelectors(
        ".search-results_list li",
        {
            "title": (".result_link", ""),
            "link": (".result_link", "href"),
            "date": (".search-results_list_date", ""),
            "event": (".search-results_list_event", ""),
        },
    ),
    "reuters.com": SiteSelectors(
        "div.search-result-indiv",
        {
            "title": ("h3", ""),
            "link": ("a", "href"),
            "excerpt": (".search-result-excerpt", ""),
            "time": ("h5", ""),
            "image": ("img", "src"),
        },
    ),
    "y8.com": SiteSelectors(
        "div.item",
        {"title": (".title", ""), "link": ("a", "href"), "rating": (".number", ""), "count": (".plays-count", "")},
    ),
    "shop.example": SiteSelectors(
        "div.item",
        {
            "title": (".name", ""),
            "link": (".name", "href"),
            "price": (".price", ""),
            "text": (".text", ""),
            "image": ("img", "src"),
        },
    ),
}


def value_of(row: LexborNode, selector: str, attribute: str, base: str) -> str | None:
    """Return the text or the address that a selector finds in a row."""
    node = row.css_first(selector)
    if node is None:
        return None
    if not attribute:
        return " ".join(node.text().split()).strip("•; ") or None
    value = node.attributes.get(attribute)
    return urljoin(base, value.strip()) if value is not None else None


class SiteWriter:
    """Writes the records of one site."""

    def __init__(self, folder: Path, names: list[str]) -> None:
        folder.mkdir(parents=True)
        fields = [*((name, pa.string()) for name in names), ("page", pa.string()), ("record", pa.int64())]
        self._schema = pa.schema(fields)
        self._file = pq.ParquetWriter(folder / "part-00000.parquet", self._schema, compression="zstd")
        self.rows: list[list[object]] = []

    def flush(self) -> None:
        """Write the rows so far."""
        columns = [[row[number] for row in self.rows] for number in range(len(self._schema))]
        self._file.write_table(pa.table(columns, schema=self._schema))
        self.rows.clear()

    def close(self) -> None:
        """Write the rest."""
        self.flush()
        self._file.close()


def main(archive: str, out: str) -> None:
    """Read an archive."""
    writers: dict[str, SiteWriter] = {}
    with Path(archive).open("rb") as file:
        for record in ArchiveIterator(file, record_types=WarcRecordType.response, parse_http=True):
            url = record.headers["WARC-Target-URI"]
            site = urlsplit(url).hostname or ""
            known = SITES.get(site)
            if known is None:
                continue
            if site not in writers:
                writers[site] = SiteWriter(Path(out) / f"wrapper={site}", list(known.columns))
            writer, columns = writers[site], known.columns.values()
            rows = LexborHTMLParser(record.reader.read()).css(known.rows)
            for number, row in enumerate(rows, 1):
                writer.rows.append([*(value_of(row, *column, url) for column in columns), url, number])
            if len(writer.rows) >= GROUP:
                writer.flush()
    for writer in writers.values():
        writer.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
