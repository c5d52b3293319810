"""Exporting a wrapper as a program for another tool, or as selectors.

A wrapper's locator is not a selector: it finds records by what they have in common.  So selectors are searched for on pages
that the wrapper reads, and compared with what it reads there.  `export` is the entry point.  Each page is parsed as the other
tool does (`trees`), what the wrapper reads is located in that tree (`example_records`), elements are chosen to stand for
records (`anchors`) and a selector for them (`rowsearch`), then one for each column (`cellsearch` over `element_paths`).
`planning` combines and compares them; `parselprogram`, `scrapyprogram`, `playwrightprogram` and `selectorfile` write the
result.
"""

from wrapture.export.exporting import TARGETS, Export, Target, export

__all__ = ["TARGETS", "Export", "Target", "export"]
