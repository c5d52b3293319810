"""Rendered pages as files: what they are called, and how they are written."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wrapture.capture.fetch import without_password
from wrapture.capture.sources import ADDRESS
from wrapture.files import atomic_writer
from wrapture.html.snapshotfile import SUFFIX

if TYPE_CHECKING:
    from collections.abc import Iterable
    from os import PathLike

    from wrapture.model import Capture

MAX_STEM: Final = 100  # characters: file systems allow 255 bytes, and a number may follow
_ODD: Final = re.compile(r"[^\w.-]+")


def snapshot_names(sources: Iterable[str]) -> list[str]:
    """Return a name for the rendered page of each source; one that an earlier source has gets a number.

    >>> snapshot_names(["a/list.html", "b/List.html", "https://example.org/list?page=2", "-"])
    ['list.snapshot', 'List-2.snapshot', 'example.org-list-page-2.snapshot', 'page.snapshot']
    """
    taken: set[str] = set()
    names = []
    for source in sources:
        stem, number = _stem(source), 1
        name = stem
        while name.casefold() in taken:  # some file systems don't tell A from a
            number += 1
            name = f"{stem}-{number}"
        taken.add(name.casefold())
        names.append(name + SUFFIX)
    return names


def save_snapshot(capture: Capture, path: str | PathLike[str], *, force: bool = False) -> None:
    """Write a rendered page to a file, whole or not at all; raises `OutputError`."""
    if capture.media != "snapshot":
        raise ValueError(f"{capture.name!r} is not rendered: give what Camera.shoot returns")
    with atomic_writer(path, force=force) as temporary:
        temporary.write_bytes(capture.body)


def _stem(source: str) -> str:
    """Return what a source is called, in characters that are good in the name of a file."""
    is_address = ADDRESS.match(source)
    name = without_password(source).partition("://")[2] if is_address else Path(source).stem
    return _ODD.sub("-", name).strip("-.")[:MAX_STEM] or "page"
