"""What the studio says of itself: its learners, encodings and types in words, and the desks that are there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wrapture import __version__
from wrapture.capture.browser import has_browser
from wrapture.html.tokens import RECORD_ENCODINGS
from wrapture.learners.repeats import Repeats

if TYPE_CHECKING:
    from wrapture.studio.workshop import Workshop

LEARNERS: Final = (
    ("all", "All together", "All learners look, and a judge chooses among what they find."),
    (
        "repeats",
        "Repeats (IEPAD)",
        "Patterns that repeat in the page's string of tags; the parameters below are its own.",
    ),
    (
        "rows",
        "Rows (post-supervised)",
        "Rows that one template fits; you say how many there are where it is not clear.",
    ),
    ("siblings", "Siblings", "Children of one element, or of several at the same place, that look alike."),
    ("visual", "Visual (ViNTs)", "Lines as they look on the screen, and what separates one record from the next."),
)
ENCODINGS: Final = {
    "block-level": "only tags that make blocks; what is in them is text",
    "all-tag": "every tag",
    "no-physical": "all tags but those of fonts, bold and the like",
    "no-logical": "all tags but emphasis, code, quotations and the like",
    "no-special": "all tags but links, images, spans and the like",
    "text-level": "only tags inside of blocks",
}
TYPES: Final = ("text", "number", "price", "date", "percentage", "rating", "link")


def about_studio(workshop: Workshop, max_bytes: int) -> dict[str, Any]:
    """Return what the studio is and has."""
    usual = Repeats()
    return {
        "version": __version__,
        "library": str(workshop.library.folder),
        "folder": str(workshop.folder),
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
        "desks": workshop.summaries(),
        "open": workshop.asked_for,
    }
