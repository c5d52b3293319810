"""Roundup, an issue tracker, with its classic template: pages of fifty issues, links to the next and the previous page.

Each document is an issue with one message.  A second tracker shows issues only to those who have logged in.
"""

from __future__ import annotations

import os
import shutil
import sys
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urljoin

from tests.engines.collection import collection, number_of
from tests.engines.engine import Engine
from tests.engines.processes import HOST, free_port, run, serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

REMEDY: Final = "install the dev dependencies"
FOLDER: Final = Path(sys.executable).parent
COMMAND: Final = FOLDER / "roundup-server"
ADMIN: Final = FOLDER / "roundup-admin"
USER: Final = "reader"
PASSWORD: Final = "lantern-by-the-harbour"
PRIORITIES, STATES = 5, 8
"""How many priorities and states the classic template has."""

QUICK: Final = ("password_pbkdf2_default_rounds = 250000", "password_pbkdf2_default_rounds = 10000")
"""A line of the settings and what takes its place: a login here guards nothing and shall not take long."""

FOR_ALL: Final = "for cl in 'issue', 'file', 'msg', 'keyword', 'priority', 'status':\n    {}('Anonymous'"
FOR_NONE: Final = "for cl in ():\n    {}('Anonymous'"
GRANT: Final = "db.security.addPermissionToRole"
"""Lines of the schema: who has not logged in may see all of a tracker, or nothing."""


@dataclass(frozen=True, slots=True)
class Trackers:
    """Two trackers: anybody may search the open one; the closed one needs ``user`` and ``password``."""

    open: Engine
    closed: Engine
    user: str = USER
    password: str = PASSWORD


def missing() -> str:
    """Return what of it is not installed, ``""`` where all is."""
    return next((str(path) for path in (COMMAND, ADMIN) if not shutil.which(path)), "")


@contextmanager
def roundup(folder: Path) -> Iterator[Trackers]:
    """Run Roundup as long as the block lasts, with all its files in a folder."""
    port, names = free_port(), ("open", "closed")
    addresses = [f"http://{HOST}:{port}/{name}/" for name in names]
    homes = [folder / name for name in names]
    _set_up(homes[0], addresses[0])
    _copy_closed(homes[0], homes[1], addresses[1])
    words = [str(COMMAND), "-n", HOST, "-p", str(port), "-t", "thread", *_as_root()]
    with serving([*words, *(f"{home.name}={home}" for home in homes)], port, folder / "log"):
        anybody, members = (
            Engine(f"roundup-{name}", address, 50, _index(home))
            for name, address, home in zip(names, addresses, homes, strict=True)
        )
        yield Trackers(anybody, members)


def _as_root() -> list[str]:
    """Return what the server must be told where the tests are run by root: it would not start without being told so."""
    return ["-u", str(os.getuid())] if os.getuid() == 0 else []


def _index(home: Path) -> Callable[[str], set[str]]:
    """Return how a tracker's own index is asked."""

    def index(query: str) -> set[str]:
        with closing(_opened(home)) as tracker:
            matches = tracker.indexer.search(query.upper().split(), tracker.issue)
            return {number_of(tracker.issue.get(issue, "title")) for issue in tracker.issue.filter(matches, {})}

    return index


def _opened(home: Path) -> Any:
    """Return the tracker's database, opened as its administrator."""
    from roundup import instance

    return instance.open(str(home)).open("admin")


def _set_up(home: Path, address: str) -> None:
    """Make a tracker with all documents as issues."""
    home.parent.mkdir(parents=True, exist_ok=True)
    settings = f"tracker_web={address},mail_domain=localhost,mail_host=localhost,mail_debug={home}.mail"
    run(ADMIN, "-i", home, "install", "classic", "sqlite", settings)
    _change(home / "config.ini", *QUICK)
    run(ADMIN, "-i", home, "initialise", PASSWORD)
    with closing(_opened(home)) as tracker:
        _fill(tracker)
        tracker.commit()


def _copy_closed(home: Path, copy: Path, address: str) -> None:
    """Copy a tracker to another address, where only those who have logged in see something."""
    shutil.copytree(home, copy, ignore=shutil.ignore_patterns("__pycache__"))
    _change(copy / "config.ini", f"\nweb = {urljoin(address, '../' + home.name)}/\n", f"\nweb = {address}\n")
    _change(copy / "schema.py", FOR_ALL.format(GRANT), FOR_NONE.format(GRANT))


def _change(path: Path, old: str, new: str) -> None:
    """Put something in the place of what stands once in a file."""
    text = path.read_text(encoding="utf-8")
    assert text.count(old) == 1, f"{path} is not as expected: {old}"
    path.write_text(text.replace(old, new), encoding="utf-8")


def _fill(tracker: Any) -> None:
    """Add the user and all documents: an issue with one message each, of all priorities and states in turns."""
    from roundup.password import Password

    password = Password(PASSWORD, config=tracker.config)
    user = tracker.user.create(username=USER, password=password, roles="User", address="reader@localhost")
    for place, document in enumerate(collection()):
        message = tracker.msg.create(content=document.text, author=user, summary=document.paragraphs[0][:60])
        tracker.issue.create(
            title=document.title,
            messages=[message],
            priority=str(place % PRIORITIES + 1),
            status=str(place % STATES + 1),
        )
