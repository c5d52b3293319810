"""A wrapper as a program for another tool, or as selectors.

A wrapper's locator is no selector: it finds records by what they have in common.  So selectors are looked for on pages that
the wrapper reads, and held against what it reads there.  `export` is the door.  Each page is parsed as the other tool does
(`trees`), what the wrapper reads is found again in that tree (`examples`), elements are chosen to stand for records (`anchors`)
and a selector for them (`rowsearch`), then one for each column (`cellsearch` over `paths`).  `planning` puts them together and
compares; `parselprogram`, `scrapyprogram`, `playwrightprogram` and `selectorfile` write them down.
"""

from wrapture.export.exporting import TARGETS, Export, Target, export

__all__ = ["TARGETS", "Export", "Target", "export"]
