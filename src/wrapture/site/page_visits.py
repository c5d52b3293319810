"""Fetch and parse pages for the robot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wrapture.html.parsing import read_page
from wrapture.model import Capture

if TYPE_CHECKING:
    from wrapture.html.page import Page
    from wrapture.net.http_messages import Request, Response
    from wrapture.net.visitor import Visitor


def visit(visitor: Visitor, request: Request | str, *, max_age_s: float | None = None) -> Page:
    """Return the page at an address or for a request; raises `SourceError` if that fails."""
    return page_of(visitor, visitor.open(request, max_age_s=max_age_s))


def page_of(visitor: Visitor, answer: Response) -> Page:
    """Return the page of a response, rendered if the visitor renders."""
    capture = capture_of(answer)
    return read_page(capture if visitor.show is None else visitor.show(capture))


def capture_of(answer: Response) -> Capture:
    """Return the capture of a response."""
    return Capture(answer.url, answer.body, answer.url, answer.charset, fetched=True)
