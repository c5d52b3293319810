"""Pages saved by Safari as web archives: a property list with the page, its files, and its frames as archives of their own."""

from __future__ import annotations

import plistlib
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final
from xml.parsers.expat import ExpatError

from wrapture.errors import SourceError
from wrapture.model import SavedPart
from wrapture.net.web_address import is_divisible

if TYPE_CHECKING:
    from collections.abc import Iterator

    from wrapture.model import Capture

MAX_PARTS: Final = 10_000  # a page of a large shop has some hundred files


def page_in_webarchive(capture: Capture) -> Capture:
    """Return the page in a web archive, with its other resources; raises `SourceError` if there is none."""
    archive = _archive(capture)
    main = archive.get("WebMainResource")
    body = main.get("WebResourceData") if isinstance(main, dict) else None
    if not isinstance(main, dict) or not isinstance(body, bytes):
        raise SourceError(capture.name, "is a property list without a page in it; save the page as HTML")
    return replace(
        capture,
        body=body,
        url=url if (url := _text(main, "WebResourceURL")) and is_divisible(url) else None,
        charset=_text(main, "WebResourceTextEncodingName") or None,
        folder=None,
        parts=tuple(_parts(archive)),
    )


def _archive(capture: Capture) -> dict[str, Any]:
    """Return the dictionary of a property list; entities and other things that a list has no need of are refused."""
    try:
        archive = plistlib.loads(capture.body)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError, MemoryError, ExpatError) as error:
        raise SourceError(capture.name, "is a damaged web archive; save the page again") from error
    return archive if isinstance(archive, dict) else {}


def _parts(archive: dict[str, Any]) -> Iterator[SavedPart]:
    """Yield the resources of a page and of its frames, at most `MAX_PARTS`."""
    waiting, left = [archive], MAX_PARTS
    while waiting and left > 0:
        one = waiting.pop()
        listed = _list(one, "WebSubframeArchives")[:left]  # an archive may list itself, and a million numbers
        left -= len(listed)
        resources = _list(one, "WebSubresources")[:left]
        left -= len(resources)
        frames = [frame for frame in listed if isinstance(frame, dict)]
        waiting += frames
        for resource in [*resources, *(frame.get("WebMainResource") for frame in frames)]:
            if isinstance(resource, dict) and isinstance(body := resource.get("WebResourceData"), bytes):
                yield SavedPart(_text(resource, "WebResourceURL"), body, _content_type(resource))


def _list(archive: dict[str, Any], name: str) -> list[Any]:
    value = archive.get(name)
    return value if isinstance(value, list) else []


def _content_type(resource: dict[str, Any]) -> str:
    kind, charset = _text(resource, "WebResourceMIMEType"), _text(resource, "WebResourceTextEncodingName")
    return f"{kind}; charset={charset}" if kind and charset else kind or "application/octet-stream"


def _text(resource: dict[str, Any], name: str) -> str:
    value = resource.get(name)
    return value if isinstance(value, str) else ""
