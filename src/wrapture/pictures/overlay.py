"""A picture as an HTML page: the screenshot, the marks over it as SVG, a caption above."""

from __future__ import annotations

import re
from base64 import b64encode
from html import escape
from typing import TYPE_CHECKING, Final

from wrapture.pictures.label_places import MARGIN_PX, labels_of
from wrapture.pictures.marks import boxes_of, has_area, is_within

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.html.boxes import Box
    from wrapture.html.page import Page
    from wrapture.pictures.label_places import PlacedLabel
    from wrapture.pictures.marks import Mark, Picture, Style

MAX_WIDTH_PX: Final = 4096
MAX_HEIGHT_PX: Final = 16_000
"""Limits of the part of a page that is shown: with the caption, within what Chromium draws at once (see the camera)."""
CAPTION_PX: Final = 44
"""The height of the caption (two rows): everything in the picture is shifted down by this much."""

STROKES: Final[dict[Style, int]] = {"line": 1, "blank": 1, "record": 2, "cell": 1}
"""The border width of a mark in pixels, inside its box."""
LEAST_PX: Final = 3
"""The minimum height and width of a mark: a one-pixel rule would be all border."""

TEXT_SIZE: Final = 0.8  # letter size relative to the height of a text's box, if there is no screenshot
BASELINE: Final = 0.78  # relative to that height, from the top
UNDER_PX: Final = 3  # space below a label's baseline, for underscores

POLICY: Final = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
"""A content security policy, in case a page's text is ever interpreted as markup."""
STYLE_SHEET: Final = f"""
body {{ margin: 0; background: white; }}
header {{ height: {CAPTION_PX}px; box-sizing: border-box; padding: 3px 8px; font: 12px/18px sans-serif; color: #1f2328;
  background: #f6f8fa; border-bottom: 1px solid #d0d7de; }}
header div {{ white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }}
header i {{ display: inline-block; width: 10px; height: 10px; margin: 0 4px 0 0; }}
header span {{ margin-right: 14px; }}
main {{ position: relative; overflow: hidden; }}
img, svg {{ position: absolute; left: 0; top: 0; }}
svg text {{ font-family: monospace; }}
svg .page {{ font-family: sans-serif; fill: #444; white-space: pre; }}
svg rect {{ shape-rendering: crispEdges; }}
"""

_BLANKS: Final = re.compile(r"[ \t\r\n\f]+")  # what browsers show as one space


def size_of(page: Page) -> tuple[int, int]:
    """Return the width and height of the part of a rendered page that a picture shows: all of it, unless it is huge."""
    boxes = boxes_of(page)
    return round(min(boxes.width, MAX_WIDTH_PX)), round(min(boxes.height, MAX_HEIGHT_PX))


def shown_marks(picture: Picture, page: Page) -> list[Mark]:
    """Return the marks on the visible part of a page; marks in a frame may lie below it."""
    return [mark for mark in picture.marks if is_within(mark.box, *size_of(page))]


def to_html(picture: Picture, page: Page, png: bytes | None = None) -> str:
    """Return a picture as an HTML page; without `png`, a screenshot of the page, its texts are drawn instead."""
    width, height = size_of(page)
    shown = shown_marks(picture, page)
    ground = _image(png) if png is not None else ""
    drawn = [
        *(_texts(page, width, height) if png is None else ()),
        *map(_shape, shown),
        *map(_label, labels_of(page, shown, width, height)),
    ]
    return (
        f'<!DOCTYPE html><html><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        f"<title>{escape(picture.title)}</title><style>{STYLE_SHEET}</style></head><body>{_caption(picture, width)}"
        f'<main style="width:{width}px;height:{height}px">{ground}'
        f'<svg width="{width}" height="{height}">{"".join(drawn)}</svg></main></body></html>'
    )


def _caption(picture: Picture, width: int) -> str:
    """Return the two rows above the page."""
    keys = "".join(f'<span><i style="background:{key.colour}"></i>{escape(key.meaning)}</span>' for key in picture.keys)
    return (
        f'<header style="width:{width}px"><div><b>{escape(picture.title)}</b></div>'
        f"<div>{keys}{escape(picture.note)}</div></header>"
    )


def _image(png: bytes) -> str:
    return f'<img alt="" src="data:image/png;base64,{b64encode(png).decode("ascii")}">'


def _shape(mark: Mark) -> str:
    """Return the border of a mark, inside its box and on whole pixels to keep it sharp."""
    if mark.style == "blank":
        y = round(mark.box.y)
        ends = f'x1="{round(mark.box.x)}" x2="{round(mark.box.x + mark.box.width)}" y1="{y + 0.5}" y2="{y + 0.5}"'
        return f'<line {ends} stroke="{mark.colour}" stroke-dasharray="6 4"></line>'
    stroke = STROKES[mark.style]
    left, top, right, bottom = _pixels(mark.box)
    look = 'stroke-dasharray="1 2" fill="none"' if mark.style == "cell" else f'fill="{mark.colour}" fill-opacity="0.07"'
    return (
        f'<rect x="{left + stroke / 2}" y="{top + stroke / 2}" width="{right - left - stroke}" '
        f'height="{bottom - top - stroke}" stroke="{mark.colour}" stroke-width="{stroke}" {look}></rect>'
    )


def _pixels(box: Box) -> tuple[int, int, int, int]:
    """Return the left, top, right and bottom edges of a box in whole pixels."""
    left, top = round(box.x), round(box.y)
    right, bottom = round(box.x + box.width), round(box.y + box.height)
    return left, top, max(right, left + LEAST_PX), max(bottom, top + LEAST_PX)


def _label(label: PlacedLabel) -> str:
    """Return a label, white on its mark's colour."""
    x, y, width, height = map(round, label.box)
    return (
        f'<rect x="{x}" y="{y}" width="{width}" height="{height}" fill="{label.mark.colour}" fill-opacity="0.9"></rect>'
        f'<text x="{x + MARGIN_PX:g}" y="{y + height - UNDER_PX}" font-size="{label.size:g}" fill="white">'
        f"{escape(label.mark.label)}</text>"
    )


def _texts(page: Page, width: int, height: int) -> Iterator[str]:
    """Yield the texts of a page at their boxes, and a grey box for each image, for a page without a screenshot."""
    boxes = boxes_of(page)
    for node, box in enumerate(boxes.nodes):
        if page.tags[node] == "img" and box is not None and node not in boxes.hidden and is_within(box, width, height):
            place = f'x="{box.x:.1f}" y="{box.y:.1f}" width="{box.width:.1f}" height="{box.height:.1f}"'
            yield f'<rect {place} fill="#ddd"></rect>'
    for text in boxes.texts:
        if text.node not in boxes.hidden and has_area(text.box) and is_within(text.box, width, height):
            yield _text(text.box, page.texts[text.node][text.start : text.stop])


def _text(box: Box, text: str) -> str:
    """Return a text stretched to fill its box."""
    y, size = box.y + BASELINE * box.height, TEXT_SIZE * box.height
    return (
        f'<text class="page" x="{box.x:.1f}" y="{y:.1f}" font-size="{size:.1f}" textLength="{box.width:.1f}" '
        f'lengthAdjust="spacingAndGlyphs">{escape(_BLANKS.sub(" ", text))}</text>'
    )
