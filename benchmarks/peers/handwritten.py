"""Read a dozen pages from all sources with parsel selectors written by hand, with about the columns of the gold standard.

Runs in the peers' own virtual environment.  An input line is ``{"page": …, "path": …, "rounds": …}``, an output line holds the
time of each round of parsing and selecting, with the selected records.  The selectors are what a person would write for the
page: CSS for the records, XPath for the cells.
"""

from __future__ import annotations

import importlib
import json
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from adapters import text_of


@dataclass(frozen=True)
class ByHand:
    """Selectors written by hand for one page: one for its records, one for each column; and the encoding of the file."""

    records: str
    columns: dict[str, str]
    encoding: str = "utf-8"


def words(place: str) -> str:
    """Return the XPath expression for the text of the first element at a place, with white space collapsed."""
    return f"normalize-space({place})"


BY_HAND: Final = {
    "lists/estuka2017/jstor.org-1.html": ByHand(
        "li.result-item",
        {
            "title": words(".//div[@class='title']//a"),
            "link": ".//div[@class='title']//a/@href",
            "authors": words(".//div[@class='contrib']"),
            "source": words(".//div[@class='src']"),
        },
    ),
    "lists/estuka2017/reuters.com-2.html": ByHand(
        "div.search-result-indiv",
        {
            "title": words(".//h3"),
            "link": ".//h3/a/@href",
            "excerpt": words(".//div[@class='search-result-excerpt']"),
            "time": words(".//h5"),
        },
    ),
    "lists/estuka2017/store.steampowered.com-3.html": ByHand(
        "a.search_result_row",
        {
            "title": words(".//span[@class='title']"),
            "released": words(".//div[contains(@class, 'search_released')]"),
            "price": words(".//div[contains(@class, 'search_price ')]"),
            "link": "./@href",
        },
    ),
    "lists/juriscraper/ca2_p_example.html": ByHand(
        "table.ResultsTable tr",
        {
            "docket": words("./td[1]/a"),
            "link": "./td[1]/a/@href",
            "date": words("./td[2]/b[1]/following-sibling::text()[1]"),
            "caption": words("./td[2]/b[2]/following-sibling::text()[1]"),
        },
    ),
    "lists/juriscraper/ohioctapp_1_example.html": ByHand(
        "#MainContent_gvResults tr:has(> td[nowrap])",
        {
            "name": words("./td[1]//a"),
            "link": "./td[1]//a/@href",
            "docket": words("./td[2]"),
            "topics": words("./td[3]"),
            "judge": words("./td[4]"),
            "county": words("./td[5]"),
            "decided": words("./td[6]"),
            "citation": words("./td[8]"),
        },
    ),
    "lists/juriscraper/vt_example.html": ByHand(
        "article.media-document",
        {
            "name": words("./div[1]//a"),
            "link": "./div[1]//a/@href",
            "date": words(".//time"),
            "docket": words("./div[4]"),
        },
    ),
    "lists/vints1/education_bu_admission.html": ByHand(
        "div.results table:has(b.title)",
        {
            "title": words(".//b[@class='title']"),
            "link": ".//b[@class='title']/a/@href",
            "description": words(".//span[@class='description']"),
            "size": words(".//font[@class='size']"),
            "date": words(".//span[@class='date']"),
        },
    ),
    "lists/vints1/medical_PubMed_cancer.html": ByHand(
        "table[cellspacing='5']",
        {
            "authors": words("./tr[1]/td[2]"),
            "link": "./tr[1]/td[2]//a/@href",
            "title": words("./tr[2]/td[2]/text()[1]"),
            "source": words("./tr[2]/td[2]/font"),
        },
    ),
    "lists/vints3/05_Amazon.html": ByHand(
        "tr:has(> td[rowspan='2'])",
        {
            "title": words("./td[2]//a"),
            "link": "./td[2]//a/@href",
            "by": words("./td[2]//br/following-sibling::text()[1]"),
            "price": words("./following-sibling::tr[1]/td[1]"),
        },
    ),
    "lists/vints3/43_wine.html": ByHand(
        "tr:has(> td.priceTable)",
        {
            "name": words(".//b/a"),
            "link": ".//b/a/@href",
            "description": words(".//td[@colspan='2']"),
            "price": words("./td[@class='priceTable']/b"),
        },
        "cp1252",
    ),
    "lists/wien/s17-1.html": ByHand("dd > a", {"link": "./@href", "title": words(".")}, "latin-1"),
    "lists/wien/s25-1.html": ByHand("pre > a", {"link": "./@href", "title": words(".")}, "latin-1"),
}


def select(parsel: Any, body: bytes, by_hand: ByHand) -> tuple[Any, list[dict[str, str | None]]]:
    """Return the records of a page as parsel's selectors and as rows."""
    records = parsel.Selector(text=body.decode(by_hand.encoding, "replace")).css(by_hand.records)
    columns = by_hand.columns.items()
    return records, [{name: record.xpath(place).get() for name, place in columns} for record in records]


def answered(parsel: Any, page: str, path: Path, rounds: int) -> dict[str, Any]:
    """Return the time of each round on a page, and the selected records for the scorer."""
    body, by_hand = path.read_bytes(), BY_HAND[page]
    seconds = []
    for _ in range(rounds):
        start = time.perf_counter()
        records, rows = select(parsel, body, by_hand)
        seconds.append(time.perf_counter() - start)
    pairs = zip(records, rows, strict=True)
    return {"seconds": seconds, "records": [{"text": text_of(record.root), "fields": row} for record, row in pairs]}


def main() -> None:
    parsel = importlib.import_module("parsel")
    for line in sys.stdin:
        asked = json.loads(line)
        print(json.dumps(answered(parsel, asked["page"], Path(asked["path"]), asked["rounds"])), flush=True)


if __name__ == "__main__":
    main()
