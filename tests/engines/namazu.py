"""Namazu as Debian ships it: its own templates, pages of twenty, numbered links to the other pages."""

from __future__ import annotations

from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.engines.cgi import Program, Site, serve
from tests.engines.collection import number_of, write_pages
from tests.engines.engine import Engine
from tests.engines.processes import run

if TYPE_CHECKING:
    from collections.abc import Iterator

CGI: Final = Path("/usr/lib/cgi-bin/namazu.cgi")
INDEXER: Final = Path("/usr/bin/mknmz")
SEARCHER: Final = Path("/usr/bin/namazu")
REMEDY: Final = "make engines, as root on Debian"
PATH: Final = "/cgi-bin/namazu.cgi"


def missing() -> str:
    """Return what of it is not installed, ``""`` where all is."""
    return next((str(path) for path in (CGI, INDEXER, SEARCHER) if not path.exists()), "")


@contextmanager
def namazu(folder: Path) -> Iterator[Engine]:
    """Run Namazu as long as the block lasts, with all its files in a folder."""
    env = _set_up(folder)

    def index(query: str) -> set[str]:
        return {
            number_of(line) for line in run(SEARCHER, "--all", "--list", query, folder / "index", env=env).splitlines()
        }

    with serve(Site({PATH: Program(CGI, env)}, folder / "docs")) as address:
        yield Engine("namazu", f"{address}{PATH}", 20, index)


def _set_up(folder: Path) -> dict[str, str]:
    """Index the documents; return the settings that Namazu is run with."""
    write_pages(folder / "docs")
    (folder / "index").mkdir()
    env = {"LC_ALL": "C", "LANG": "C"}
    run(INDEXER, "--quiet", "--norc", "--output-dir", folder / "index", folder / "docs", env=env)
    settings = folder / "namazurc"
    settings.write_text(f"Index {folder / 'index'}\nReplace {folder / 'docs'}/ /docs/\nLogging off\n")
    return {**env, "NAMAZURC": str(settings)}
