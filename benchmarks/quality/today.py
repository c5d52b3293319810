"""Modern list pages as labelled pages; no parameter of the masks was tuned on them before the results on WIEN's were known.

The labels come from a wrapper of the rows learner, learned from a site's first page: not all are right, and some columns are
useless, but all learners get the same labels.
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

    from wrapture.learning.fuzzy import LabelledPage

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
    """Return the pages of a site with labels for the columns that all have, or no pages if one has too few records."""
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
