"""A capture: the bytes of a page as they arrived."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, NamedTuple

Media = Literal["html", "snapshot"]
"""What the bytes of a capture are: HTML, or a rendered page (see `wrapture.html.snapshot_file`)."""


class SavedPart(NamedTuple):
    """A style sheet, image or frame in the same file as its page; ``address`` may be relative to the page's."""

    address: str
    body: bytes
    content_type: str


@dataclass(frozen=True, slots=True)
class Capture:
    """A page's bytes as they arrived; ``name`` is what the user calls the page, ``url`` its address if known.

    Resources of the page (style sheets, images, frames) are under ``folder`` or among ``parts`` if they were saved with it;
    those of a fetched page can be requested at their own addresses.
    """

    name: str
    body: bytes
    url: str | None = None
    charset: str | None = None  # from the transport, e.g. the Content-Type header
    media: Media = "html"
    folder: str | None = None
    fetched: bool = False
    parts: tuple[SavedPart, ...] = field(default=(), repr=False)
