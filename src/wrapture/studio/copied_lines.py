"""Code for the shell and for Python that does what a desk does, to continue without the studio."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Final

from wrapture.api import slug_of

if TYPE_CHECKING:
    from wrapture.studio.desk import History

MAX_PAGES: Final = 3  # to list; further pages work the same way


def command_lines(history: History, *, allow_private: bool = False) -> dict[str, str]:
    """Return code that reads the pages of a desk with its wrapper; `allow_private` applies if pages were fetched."""
    desk = history.desk
    saved = history.saved
    stem = slug_of(desk.name)
    path = saved.path if saved is not None else f"{stem}.json"
    pages = [page.url if page.fetched and page.url else page.name for page in desk.pages[:MAX_PAGES]] or ["page.html"]
    before = "" if saved is not None else "# download the wrapper file, or save it to the library, first\n"
    private = allow_private and any(page.fetched for page in desk.pages)
    return {
        "shell": before + _shell(path, pages, stem, private=private),
        "python": before + _python(path, pages, private=private),
        "scrapy": before + _scrapy(path, stem, pages),
    }


def _shell(path: str, pages: list[str], stem: str, *, private: bool) -> str:
    named = " ".join(map(shlex.quote, pages))
    output = shlex.quote(f"{stem}.csv") + (" --allow-private" if private else "")
    return f"wrapture extract --wrapper {shlex.quote(path)} {named} -o {output}\n"


def _python(path: str, pages: list[str], *, private: bool) -> str:
    sources = ", ".join(map(repr, pages))
    allowed = ", allow_private=True" if private else ""
    return (
        "import wrapture\n\n"
        f"wrapper = wrapture.load({path!r})\n"
        f"for source in [{sources}]:\n"
        f"    table = wrapture.read(source, wrapper{allowed})\n"
        "    print(table.page, len(table), table.fit.value)\n"
    )


def _scrapy(path: str, stem: str, pages: list[str]) -> str:
    addresses = [page if "://" in page else Path(page).absolute().as_uri() for page in pages]
    return (
        "from wrapture.scrapy import WrapperSpider\n\n\n"
        "class Pages(WrapperSpider):\n"
        f"    name = {stem!r}\n"
        f"    wrapper = {path!r}\n"
        f"    start_urls = {addresses!r}\n"
    )
