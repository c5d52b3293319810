"""Pages as a robot sees them: asked for by a visitor, read like any other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wrapture.html.read import read_page
from wrapture.model import Capture

if TYPE_CHECKING:
    from wrapture.html.page import Page
    from wrapture.web.messages import Answer, Request
    from wrapture.web.visitor import Visitor


def visit(visitor: Visitor, request: Request | str, *, max_age_s: float | None = None) -> Page:
    """Return the page that answers; raises `SourceError` where there is none."""
    return read_page(capture_of(visitor.open(request, max_age_s=max_age_s)))


def capture_of(answer: Answer) -> Capture:
    """Return an answer as the capture of a page."""
    return Capture(answer.url, answer.body, answer.url, answer.charset, fetched=True)
