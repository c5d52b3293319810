"""What ``wrapture studio`` does: put what was named on a desk, and serve the studio until it is stopped."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wrapture.capture.sources import expand
from wrapture.cli import display
from wrapture.errors import SourceError
from wrapture.studio.serve import home, serve
from wrapture.studio.workshop import Workshop
from wrapture.wrappers.file import load

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

WRAPPER_SUFFIX = ".json"


def run(
    sources: Sequence[str],
    folder: Path | None,
    library: Path | None,
    port: int,
    *,
    allow_private: bool,
    open_browser: bool,
) -> int:
    """Serve the studio, with a desk for what was named; returns the exit code."""
    own = folder if folder is not None else home()
    workshop = Workshop(own, library if library is not None else own / "library", allow_private=allow_private)
    if sources:
        workshop.asked_for = put_on_desk(workshop, sources)
    serve(workshop, port, open_browser=open_browser, say=display.say)
    return 0


def put_on_desk(workshop: Workshop, sources: Sequence[str]) -> str:
    """Return the id of a new desk with some pages on it, and with a wrapper where one is named."""
    wrappers = [source for source in sources if source.lower().endswith(WRAPPER_SUFFIX)]
    if len(wrappers) > 1:
        raise SourceError(wrappers[1], "is a second wrapper; the studio takes one at a time")
    desk = workshop.create(load(wrappers[0])) if wrappers else workshop.create()
    for source in expand(source for source in sources if source not in wrappers):
        desk = workshop.add(desk["id"], desk["revision"], workshop.read(source), learn=not wrappers)
    return str(desk["id"])
