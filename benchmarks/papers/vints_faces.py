"""Fonts and colours as further codes of content lines: future work of ViNTs [1]_, measured and not kept.

The product does not capture fonts, since they don't help: this script asks the browser for them, and adds the separators that
they give to those of the visual learner.

.. [1] Zhao, Meng, Wu, Raghavan, Yu: Fully automatic wrapper generation for search engines. WWW 2005. Section 7.
"""

from __future__ import annotations

import gzip
import json
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple
from unittest.mock import patch

from common import Row, Score, load_gold
from paper_data import Cell, Missing, PaperFigure, PaperTable
from paper_runs import Corpora, Step
from vints_paper import DATA_SETS, best_by_weights, figures, judged

from wrapture.capture import camera
from wrapture.errors import BrowserError, RenderError
from wrapture.html.page import TEXT
from wrapture.html.parsing import read_page
from wrapture.html.snapshot_columns import STYLES, read_documents
from wrapture.html.snapshot_tree import number
from wrapture.learning import visual
from wrapture.learning.visual.line_blocks import head_ends, separator_ends
from wrapture.model import Capture

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from wrapture.html.content_lines import Line
    from wrapture.html.page import Page

FACE: Final = ("font-size", "font-weight", "font-style", "color")
PLAIN: Final = len(STYLES)
SYSTEMS: Final = ("as published", "visual, judged", "all learners today")


class FacedPage(NamedTuple):
    """A rendered page, and the font and colour of each of its nodes that are drawn."""

    page: Page
    faces: dict[int, tuple[str, ...]]


def drawn_page(path: Path) -> FacedPage:
    """Return a page as a browser draws it, with fonts and colours."""
    with patch.object(camera, "STYLES", (*STYLES, *FACE)), camera.Camera() as browser:
        capture = browser.shoot(Capture(str(path), path.read_bytes()))
    documents = read_documents(json.loads(gzip.decompress(capture.body)))
    numbers = number(documents).numbers
    faces = {
        numbers[index][node]: tuple(style[PLAIN:])
        for index in numbers
        for node, style in zip(documents[index].drawn, documents[index].styles, strict=True)
    }
    return FacedPage(read_page(capture), faces)


def face_ends(drawn: FacedPage, lines: Sequence[Line]) -> list[tuple[int, ...]]:
    """Return the ends of separators by the types of lines and the fonts and colours of their first texts."""
    codes = [(line.type, _face(drawn, line)) for line in lines]
    return [*separator_ends(codes), *head_ends(codes)]


def _face(drawn: FacedPage, line: Line) -> tuple[str, ...] | None:
    texts = (node for node in range(line.start, line.stop) if drawn.page.tags[node] == TEXT)
    return next((drawn.faces[node] for node in texts if node in drawn.faces), None)


def measure_page(shared: Path, row: Row) -> tuple[str, dict[str, Score]]:
    """Return the source of a page, and the score of each system without and with fonts; none without a browser."""
    try:
        drawn = drawn_page(shared / "corpus" / row["page"])
    except (BrowserError, RenderError):
        return row["source"], {}
    plain = _scores(shared, row, drawn.page)
    seen_ends = visual._seen_ends  # an experiment: the learner has no option for what does not help
    with patch.object(visual, "_seen_ends", lambda lines: [*seen_ends(lines), *face_ends(drawn, lines)]):
        faced = _scores(shared, row, drawn.page)
    return row["source"], plain | {f"{name}, fonts and colours": one for name, one in faced.items()}


def _scores(shared: Path, row: Row, page: Page) -> dict[str, Score]:
    scores = (best_by_weights(shared, row, page), judged(shared, row, page, "visual"), judged(shared, row, page, "all"))
    return dict(zip(SYSTEMS, scores, strict=True))


def faces(corpora: Corpora) -> dict[str, PaperTable | PaperFigure]:
    """Return both data sets without and with fonts and colours."""
    rows = [row for row in load_gold(corpora.shared) if row["source"] in DATA_SETS]
    found = corpora.map("vints faces", partial(measure_page, corpora.shared), rows)
    names = [name for system in SYSTEMS for name in (system, f"{system}, fonts and colours")]
    table: list[tuple[Cell, ...]] = []
    for name in names:
        cells: list[Cell] = []
        for source in DATA_SETS:
            some = [scores[name] for own, scores in found if own == source and name in scores]
            cells.append("{:.1f} / {:.1f} / {:.1f}".format(*figures(some)) if some else Missing("no browser"))
        table.append((name, *cells))
    head = ("rendered: recall / precision / perfect pages", *DATA_SETS.values())
    return {"vints-faces": PaperTable(head, tuple(table))}


STEPS: Final = (Step("vints faces", ("vints-faces",), faces),)
