"""Articles of news sites, two or three of each, often years apart: learned together, each read again."""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, Final

from wrapture import extract, learn_one

if TYPE_CHECKING:
    from pathlib import Path

LEAST: Final = {"title": 11, "date_published": 10, "author": 5}
"""Sites of 11 on whose first article a column is filled; the titles were looked at, and are those of the articles."""


def test_titles_dates_and_authors_of_articles(shared: Path) -> None:
    sites: defaultdict[str, list[Path]] = defaultdict(list)
    for path in sorted((shared / "modern" / "negatives" / "fundus_detail").glob("*.html")):
        sites[re.sub(r"_\d{4}_.*", "", path.name)].append(path)
    several = [pages for pages in sites.values() if len(pages) > 1]
    assert len(several) == 11
    found = dict.fromkeys(LEAST, 0)
    for pages in several:
        (record,) = extract(pages[0], learn_one(pages)).to_dicts()
        found["title"] += _says(record.get("title"), pages[0])
        found["date_published"] += bool(record.get("date_published"))
        found["author"] += any(record.get(name) for name in ("author", "author_name", "byline"))
    assert {name: found[name] >= least for name, least in LEAST.items()} == dict.fromkeys(LEAST, True), found


def _says(title: object, path: Path) -> bool:
    """Return whether the page's own title has most words of a title."""
    whole = re.search(r"<title[^>]*>(.*?)</title>", path.read_text("utf-8", "replace"), re.DOTALL | re.IGNORECASE)
    own = set(re.findall(r"\w{3,}", (whole[1] if whole else "").casefold()))
    words = set(re.findall(r"\w{3,}", str(title or "").casefold()))
    return bool(words) and len(words & own) * 3 > len(words)
