"""Many wrappers over a mixed input: each page is read by its own."""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Final

import pyarrow.dataset
import pytest

from tests.bulk.site import RECORDS, bulk, page_text, report_of, word, wrapper_of
from wrapture import api
from wrapture.library.wrapper_file import dumps, loads

if TYPE_CHECKING:
    from pathlib import Path

SITES: Final = 1000
NAMELESS: Final = 40  # pages that come without an address


def site_name(n: int) -> str:
    return f"site{n:04d}x"


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a library of a thousand wrappers and a mixed input."""
    folder = tmp_path_factory.mktemp("library")
    text = dumps(wrapper_of())
    api.Library(folder / "wrappers").add(*(loads(text.replace("shop", site_name(n))) for n in range(SITES)))
    pages = [(n, k) for n in range(SITES) for k in range(2)]
    random.Random(9).shuffle(pages)
    with (folder / "pages.jsonl").open("w") as file:
        for place, (n, k) in enumerate(pages):
            site = site_name(n)
            url = "" if place % (len(pages) // NAMELESS) == 0 else f"https://{site}.example/list/{k}"
            file.write(json.dumps({"url": url, "html": page_text(2 * n + k, site=site)}) + "\n")
        file.write(json.dumps({"url": "", "html": "<ul>" + "<li><a href=x>nobody's</a>" * 9}) + "\n")
    return folder


def test_a_thousand_wrappers_read_each_its_own_pages(place: Path) -> None:
    bulk("pages.jsonl", "--library", "wrappers", "-o", "out", cwd=place)
    found = pyarrow.dataset.dataset(place / "out", partitioning="hive").to_table().to_pylist()
    titles: dict[str, list[str]] = {}
    for row in sorted(found, key=lambda row: (row["page"], row["record"])):
        titles.setdefault(row["wrapper"], []).append(row["title"])
    assert len(titles) == SITES
    for n in range(SITES):
        expected = {word(17 * (2 * n + k) + i) for k in range(2) for i in range(RECORDS)}
        assert set(titles[site_name(n)]) == expected
    report = report_of(place / "out")
    assert report["totals"]["read"] == 2 * SITES
    assert report["dead"] == {"no wrapper": 1}
    assert report["balanced"]
    assert {tally["read"] for tally in report["wrappers"].values()} == {2}


def test_one_table_of_many_wrappers(place: Path) -> None:
    lines = (place / "pages.jsonl").read_text().splitlines(keepends=True)[:300]
    (place / "few.jsonl").write_text("".join(lines))
    bulk("few.jsonl", "--library", "wrappers", "-o", "out.csv", cwd=place)
    written = (place / "out.csv").read_text("utf-8-sig").splitlines()
    assert written[0].split(",")[-4:] == ["page", "record", "wrapper", "fit"]
    assert len(written) == 1 + 300 * RECORDS


def test_a_library_without_wrappers_is_told(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    done = bulk("pages", "--library", "empty", "-o", "out.csv", cwd=tmp_path, check=False)
    assert done.code == 1
    assert done.err == "wrapture: empty: it contains no wrapper; wrapture library add adds one\n"
