"""Name and write the files of rendered pages."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wrapture.capture.fetch import without_password
from wrapture.capture.page_sources import ADDRESS
from wrapture.files import atomic_writer
from wrapture.html.snapshot_file import SUFFIX

if TYPE_CHECKING:
    from collections.abc import Iterable
    from os import PathLike

    from wrapture.model import Capture

MAX_STEM: Final = 100  # characters: file systems allow 255 bytes, and a number may follow
_ODD: Final = re.compile(r"[^\w.-]+")


def snapshot_names(sources: Iterable[str]) -> list[str]:
    """Return a file name for the rendered page of each source, with a number if an earlier source has the same name.

    >>> snapshot_names(["a/list.html", "b/List.html", "https://example.org/list?page=2", "-"])
    ['list.snapshot', 'List-2.snapshot', 'example.org-list-page-2.snapshot', 'page.snapshot']
    """
    taken: set[str] = set()
    names = []
    for source in sources:
        stem, number = _stem(source), 1
        name = stem
        while name.casefold() in taken:  # some file systems ignore case
            number += 1
            name = f"{stem}-{number}"
        taken.add(name.casefold())
        names.append(name + SUFFIX)
    return names


def save_snapshot(capture: Capture, path: str | PathLike[str], *, force: bool = False) -> None:
    """Write a rendered page to a file atomically; raises `OutputError`."""
    if capture.media != "snapshot":
        raise ValueError(f"{capture.name!r} is not rendered; give a capture returned by Camera.shoot")
    with atomic_writer(path, force=force) as temporary:
        temporary.write_bytes(capture.body)


def _stem(source: str) -> str:
    """Return the name of a source, reduced to characters that are safe in a file name."""
    is_address = ADDRESS.match(source)
    name = without_password(source).partition("://")[2] if is_address else Path(source).stem
    return _ODD.sub("-", name).strip("-.")[:MAX_STEM] or "page"
