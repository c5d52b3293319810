"""Write docs/papers.md from its text and the data files; figures as pictures.

The text (``papers.md.in``) refers to the data: ``{{table NAME}}``, ``{{figure NAME | title}}``, and inside a sentence
``{{NAME/row/column}}``; ``{{claims}}`` is the list of claims, and ``{{measured}}`` says of which code the
figures are.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from paper_claims import claims_table
from paper_data import DATA, FIGURES, HERE, PaperFigure, PaperTable, about, load, load_table, shown
from paper_drawing import draw

if TYPE_CHECKING:
    from pathlib import Path

TEXT: Final = HERE / "papers.md.in"
ROOT: Final = HERE.parent.parent
PAGE: Final = ROOT / "docs" / "papers.md"
HEAD: Final = "<!-- Written by make papers from benchmarks/papers/papers.md.in and its data files; do not edit. -->\n"
_FIGURES: Final = re.compile(r"(?<=\d) / (?=\d)")
_REFERENCE: Final = re.compile(r"\{\{(table |figure )?([^}|]+?)(?: \| ([^}]*))?\}\}")


def page_text() -> str:
    """Return the page as its text and data files give it now."""
    return HEAD + _REFERENCE.sub(_filled, TEXT.read_text(encoding="utf-8"))


def _filled(found: re.Match[str]) -> str:
    kind, name, title = found[1], found[2].strip(), found[3]
    if kind == "table ":
        return unbroken(load_table(name).markdown())
    if kind == "figure ":
        return f"![{title}](../benchmarks/papers/figures/{name}.svg)"
    if name == "claims":
        return unbroken(claims_table().markdown())
    if name == "measured":
        return measured_table().markdown()
    table, row, column = name.split("/", 2)
    return shown(load_table(table).cell(row, column))


def unbroken(table: str) -> str:
    """Return a table whose figures of one cell stay on one line."""
    return _FIGURES.sub("\u00a0/\u00a0", table)


def measured_table() -> PaperTable:
    """Return which data files were measured when, and with which commit."""
    runs: dict[tuple[str, ...], list[str]] = {}
    for path in sorted(DATA.glob("*.json")):
        found = about(path.stem)
        both = (found, found.get("today", found))
        key = tuple(str(one.get(name, "?")) for one in both for name in ("measured", "commit"))
        runs.setdefault(key, []).append(path.stem)
    rows = [(", ".join(names), *key) for key, names in sorted(runs.items())]
    return PaperTable(("data files", "measured", "commit", "today's figures measured", "today's commit"), tuple(rows))


def pictures() -> dict[Path, str]:
    """Return the pictures of all figures by file."""
    found = {path.stem: load(path.stem) for path in sorted(DATA.glob("*.json"))}
    return {FIGURES / f"{name}.svg": draw(one) for name, one in found.items() if isinstance(one, PaperFigure)}


def write_page() -> None:
    """Write the page and its pictures."""
    FIGURES.mkdir(exist_ok=True)
    for path, picture in pictures().items():
        path.write_text(picture, encoding="utf-8")
    PAGE.write_text(page_text(), encoding="utf-8")
