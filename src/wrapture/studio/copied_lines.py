"""Code for the shell and for Python that does what a desk does, to continue without the studio."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Final

from wrapture.api import slug_of
from wrapture.wording import counted

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
    private = allow_private and any(page.fetched for page in desk.pages)
    rendered = any(page.fetched and page.media == "snapshot" for page in desk.pages)
    scripts = any(page.scripts for page in desk.pages)
    before = _remarks(history)
    python = _rendering(path, pages, private, scripts) if rendered else _python(path, pages, private=private)
    return {
        "shell": before + _shell(path, pages, stem, _options(private, rendered, scripts)),
        "python": before + python,
        "scrapy": before + _scrapy(path, stem, pages),
    }


def _remarks(history: History) -> str:
    """Return what must be known before the lines are run, as comments."""
    lines = []
    if history.saved is None:
        lines.append("# download the wrapper file, or save it to the library, first")
    if history.desk.by_hand:
        lines.append(f"# without {counted(len(history.desk.by_hand), 'correction')} by hand, kept on the desk alone")
    return "".join(f"{line}\n" for line in lines)


def _options(private: bool, rendered: bool, scripts: bool) -> str:
    chosen = ((private, " --allow-private"), (rendered, " --render always"), (scripts, " --scripts"))
    return "".join(option for wanted, option in chosen if wanted)


def _shell(path: str, pages: list[str], stem: str, options: str) -> str:
    named = " ".join(map(shlex.quote, pages))
    return f"wrapture extract --wrapper {shlex.quote(path)} {named} -o {shlex.quote(f'{stem}.csv')}{options}\n"


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


def _rendering(path: str, pages: list[str], private: bool, scripts: bool) -> str:
    """Return lines for Python that render each page first, as the studio did."""
    sources = ", ".join(map(repr, pages))
    return (
        "import wrapture\nfrom wrapture import api\n\n"
        f"wrapper = wrapture.load({path!r})\n"
        f"fetch = api.fetcher(allow_private={private})\n"
        f"with api.Camera(scripts={scripts}, allow_private={private}) as camera:\n"
        f"    for source in [{sources}]:\n"
        "        page = wrapture.parse(fetch(source), camera=camera)\n"
        "        table = api.read_parsed(wrapper, page)\n"
        "        print(table.page, len(table), table.fit.value)\n"
    )


def _scrapy(path: str, stem: str, pages: list[str]) -> str:
    """Return a spider; files are named relative to the folder in which it runs, as for the shell."""
    files = [page for page in pages if "://" not in page]
    listed = f"{[page for page in pages if page not in files]!r}" if len(files) < len(pages) else ""
    local = f"[Path(page).absolute().as_uri() for page in {files!r}]" if files else ""
    return (
        f"{'from pathlib import Path' + chr(10) * 2 if files else ''}from wrapture.scrapy import WrapperSpider\n\n\n"
        "class Pages(WrapperSpider):\n"
        f"    name = {stem!r}\n"
        f"    wrapper = {path!r}\n"
        f"    start_urls = {' + '.join(filter(None, (listed, local)))}\n"
    )


def follow_line(path: str, column: str) -> str:
    """Return the command that opens the pages of a list's records."""
    chosen = f" --column {shlex.quote(column)}" if column else ""
    return f"wrapture follow {shlex.quote(path)}{chosen} -o details.csv\n"


def search_line(name: str, query: str, pages: int) -> str:
    """Return the command that asks a wrapped site a query."""
    return f"wrapture search {shlex.quote(f'{slug_of(name)}.json')} {shlex.quote(query)} --pages {pages}\n"


def watch_lines(history: History, *, allow_private: bool = False) -> str:
    """Return the command that looks for changes once, and a line for cron that does so every six hours."""
    desk, saved = history.desk, history.saved
    stem = slug_of(desk.name)
    path = saved.path if saved is not None else f"{stem}.json"
    sources = " ".join(f"--from {shlex.quote(page.url)}" for page in desk.pages if page.fetched and page.url)
    private = " --allow-private" if allow_private else ""
    line = f"wrapture watch {shlex.quote(path)} {sources} -o {shlex.quote(f'{stem}-watch')} --once{private}"
    return f"{_remarks(history)}{line}\n\n# in a crontab, every six hours:\n0 */6 * * * {line}\n"
