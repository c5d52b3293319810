"""List pages of today as labelled pages, on which nothing of the masks was chosen until it was seen how they read WIEN's.

Labels are what a wrapper of the rows learner finds, learned from a site's first page: they are not all right, and some of their
columns are rubbish, but all learners have the same ones.
"""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import wrapture
from wrapture.errors import WraptureError

if TYPE_CHECKING:
    from pathlib import Path

    from wrapture.learners.fuzzy import LabelledPage

ENOUGH: Final = 3  # pages of a site: two to learn from, and the others to test on
FEWEST: Final = 4  # records of a page
_NUMBER: Final = re.compile(r"-\d+$")


def sites_of_today(shared: Path) -> dict[str, list[Path]]:
    """Return the list pages of each site that has several."""
    sites: dict[str, list[Path]] = defaultdict(list)
    for path in sorted((shared / "corpus" / "lists" / "estuka2017").glob("*.html")):
        sites[_NUMBER.sub("", path.stem)].append(path)
    return {site: paths for site, paths in sites.items() if len(paths) >= ENOUGH}


def labelled(paths: list[Path]) -> list[LabelledPage]:
    """Return the pages of a site with their labels, of the columns that all have; none where a page has few records."""
    try:
        pages = [wrapture.parse(path) for path in paths]
        wrapper = wrapture.learn(pages[0], learner="rows")
        found = [wrapture.label(page, wrapper) for page in pages]
    except WraptureError:
        return []
    names = tuple(name for name in found[0].names if all(name in page.names for page in found))
    kept = [_only(page, names) for page in found]
    return kept if names and all(len(page.records) >= FEWEST for page in kept) else []


def _only(page: LabelledPage, names: tuple[str, ...]) -> LabelledPage:
    """Return a page with the labels of some columns."""
    columns = [page.names.index(name) for name in names]
    records = (tuple(record[column] for column in columns) for record in page.records)
    return replace(page, names=names, records=tuple(record for record in records if any(record)))
