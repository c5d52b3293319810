"""Omega, the search engine of Xapian, as Debian ships it: its own template, pages of ten, paging by buttons of the form."""

from __future__ import annotations

import re
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

from tests.engines.cgi import Program, Site, serve
from tests.engines.collection import number_of, write_pages
from tests.engines.engine import Engine
from tests.engines.processes import run

if TYPE_CHECKING:
    from collections.abc import Iterator

CGI: Final = Path("/usr/lib/cgi-bin/omega/omega")
INDEXER: Final = Path("/usr/bin/omindex")
TEMPLATES: Final = Path("/usr/share/xapian-omega/templates")
REMEDY: Final = "make engines, as root on Debian"
PATH: Final = "/cgi-bin/omega/omega"
ALL: Final = 10_000
"""More hits than there are documents."""


def missing() -> str:
    """Return what of it is not installed, ``""`` where all is."""
    return next((str(path) for path in (CGI, INDEXER, TEMPLATES) if not path.exists()), "")


@contextmanager
def omega(folder: Path) -> Iterator[Engine]:
    """Run Omega as long as the block lasts, with all its files in a folder."""
    env = _set_up(folder)

    def index(query: str) -> set[str]:
        found = run(CGI, f"P={query}", "FMT=xml", f"HITSPERPAGE={ALL}", env=env)
        return {number_of(address) for address in re.findall(r'^url="([^"]*)"', found, re.MULTILINE)}

    with serve(Site({PATH: Program(CGI, env)}, folder / "docs")) as address:
        yield Engine("omega", f"{address}{PATH}", 10, index)


def _set_up(folder: Path) -> dict[str, str]:
    """Index the documents; return the settings that Omega is run with."""
    for name in ("data", "log"):
        (folder / name).mkdir(parents=True)
    write_pages(folder / "docs")
    run(INDEXER, "--db", folder / "data" / "default", "--url", "/docs/", folder / "docs")
    settings = folder / "omega.conf"
    settings.write_text(
        f"database_dir {folder / 'data'}\ntemplate_dir {TEMPLATES}\nlog_dir {folder / 'log'}\ncdb_dir {folder}\n"
    )
    return {"OMEGA_CONFIG_FILE": str(settings), "LC_ALL": "C.UTF-8"}
