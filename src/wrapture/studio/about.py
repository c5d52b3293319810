"""What the studio's page needs at start: learners, encodings and types with descriptions, and the existing desks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wrapture import __version__
from wrapture.api import RECORD_ENCODINGS, Repeats, has_browser

if TYPE_CHECKING:
    from wrapture.studio.service import Service

LEARNERS: Final = (
    ("all", "All together", "All learners run, and a judge chooses the best of what they find."),
    (
        "repeats",
        "Repeats (IEPAD)",
        "Patterns that repeat in the page's sequence of tags; the parameters below belong to it.",
    ),
    (
        "rows",
        "Rows (post-supervised)",
        "Rows that fit one template; you choose the number of rows if it is not clear.",
    ),
    ("siblings", "Siblings", "Children of one element, or of several at the same place, that look alike."),
    ("visual", "Visual (ViNTs)", "Lines as laid out on the screen, and what separates one record from the next."),
)
ENCODINGS: Final = {
    "block-level": "only tags of blocks; everything inside is text",
    "all-tag": "every tag",
    "no-physical": "all tags except fonts, bold and the like",
    "no-logical": "all tags except emphasis, code, quotations and the like",
    "no-special": "all tags except links, images, spans and the like",
    "text-level": "only tags inside blocks",
    "line-level": "tags of blocks, links, images, and lines of preformatted text",
}
TYPES: Final = ("text", "number", "price", "date", "percentage", "rating", "link")


def about_studio(service: Service, max_bytes: int) -> dict[str, Any]:
    """Return a description of this studio and its desks."""
    usual = Repeats()
    return {
        "version": __version__,
        "library": str(service.library.folder),
        "folder": str(service.folder),
        "browser": has_browser(),
        "max_bytes": max_bytes,
        "learners": [{"name": name, "title": title, "about": about} for name, title, about in LEARNERS],
        "encodings": [{"name": one.name, "about": ENCODINGS[one.name]} for one in RECORD_ENCODINGS],
        "types": list(TYPES),
        "defaults": {
            "min_length": usual.min_length,
            "min_count": usual.min_count,
            "max_variance": usual.max_variance,
            "min_density": usual.min_density,
        },
        "desks": service.summaries(),
        "open": service.asked_for,
    }
