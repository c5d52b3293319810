"""Lines for the shell and for Python that do what a desk does, for those who want to go on without the studio."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Final

from wrapture.wrappers.shelf import slug_of

if TYPE_CHECKING:
    from wrapture.studio.desk import History

MAX_PAGES: Final = 3  # that are named; the others are like them


def command_lines(history: History) -> dict[str, str]:
    """Return the lines that read the pages of a desk by its wrapper."""
    desk = history.desk
    saved = history.saved
    stem = slug_of(desk.name)
    path = saved.path if saved is not None else f"{stem}.json"
    pages = [page.url if page.fetched and page.url else page.name for page in desk.pages[:MAX_PAGES]] or ["page.html"]
    before = "" if saved is not None else "# download the wrapper file, or save it to the library, first\n"
    return {"shell": before + _shell(path, pages, stem), "python": before + _python(path, pages)}


def _shell(path: str, pages: list[str], stem: str) -> str:
    named = " ".join(map(shlex.quote, pages))
    return f"wrapture extract --wrapper {shlex.quote(path)} {named} -o {shlex.quote(f'{stem}.csv')}\n"


def _python(path: str, pages: list[str]) -> str:
    sources = ", ".join(map(repr, pages))
    return (
        "import wrapture\n"
        "from wrapture.capture.sources import iter_captures\n\n"
        f"wrapper = wrapture.load({path!r})\n"
        f"for capture in iter_captures([{sources}]):\n"
        "    page = wrapture.parse(capture)\n"
        "    rows = wrapture.extract(page, wrapper).to_dicts()\n"
        "    print(page.name, len(rows), wrapture.fit(page, wrapper).value)\n"
    )
