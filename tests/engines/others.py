"""Applications of others: a shop, a forum, a wiki, an admin behind a login, a package index, and a manual drawn by scripts.

`make engines` installs them into an environment of their own (the group ``engines`` of ``pyproject.toml``).  What such a site
has for a query is what its own pages show, fetched here one after the other without Wrapture.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from contextlib import contextmanager, nullcontext
from dataclasses import asdict, dataclass
from functools import cache
from html import unescape
from http.cookiejar import CookieJar
from typing import TYPE_CHECKING, Any, Final
from urllib.error import HTTPError
from urllib.parse import quote, urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener

from tests.conftest import ROOT
from tests.engines.collection import collection, numbers_of
from tests.engines.engine import Engine
from tests.engines.processes import HOST, free_port, serving
from tests.patience import PATIENCE_S
from wrapture.capture.camera import Camera
from wrapture.net.politeness import Politeness
from wrapture.net.visitor import Visitor
from wrapture.site.script import load_script, run_script

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from tests.engines.collection import Document

PYTHON: Final = ROOT / ".venv-engines" / "bin" / "python"
REMEDY: Final = "make engines"
SERVER: Final = ROOT / "tests" / "engines" / "served" / "serve.py"
USER, PASSWORD = "ann", "copper-kettle"
MANUAL_SIZE: Final = 150
"""Documents of the manual: its search loads the page of each result, in a browser."""
_FRAME: Final = re.compile(r"<(title|nav|header)\b.*?</\1>", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Kind:
    """The start page of a site, the address of a page of results, and ``size``, the records on such a page."""

    start: str
    results: str
    size: int
    sends: frozenset[tuple[str, str]] = frozenset()
    """Forms that are sent by POST, and change nothing."""


KINDS: Final[Mapping[str, Kind]] = {
    "shop": Kind("/", "/search/?q={query}&page={page}", 20),
    "forum": Kind("/", "/search/?q={query}&page={page}", 20),
    "wiki": Kind("/", "/-/search/{query}", 400, frozenset({("POST", "/-/search")})),
    "packages": Kind("/", "/+search?query={query}&page={page}", 10),
    "admin": Kind(
        "/admin/", "/admin/flatpages/flatpage/?q={query}&p={page}", 30, frozenset({("POST", "/admin/login/")})
    ),
    "manual": Kind("/", "", 400),
}


@dataclass(frozen=True, slots=True)
class Site:
    """An application that runs: its engine, and the requests that it got."""

    engine: Engine
    folder: Path

    def requests(self) -> list[dict[str, Any]]:
        """Return the requests so far: method, path, query, and the time at which each came."""
        lines = (self.folder / "access.jsonl").read_text(encoding="utf-8").splitlines()
        return [json.loads(line) for line in lines]


def missing() -> str:
    """Return what of it is not installed, ``""`` where all is."""
    return "" if (PYTHON.parent.parent / ".made").is_file() else str(PYTHON.parent.parent)


@contextmanager
def site(kind: str, folder: Path) -> Iterator[Site]:
    """Run an application as long as the block lasts, filled with the collection."""
    port, about = free_port(), KINDS[kind]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "documents.json").write_text(json.dumps([_plain(one) for one in documents(kind)]), encoding="utf-8")
    with serving([str(PYTHON), str(SERVER), kind, str(folder), str(port)], port, folder / "log"):
        base = f"http://{HOST}:{port}"
        index = _drawn if kind == "manual" else _Shown(base, about, login=kind == "admin")
        yield Site(Engine(kind, f"{base}{about.start}", about.size, index), folder)


def documents(kind: str) -> tuple[Document, ...]:
    """Return the documents that a site is filled with."""
    return collection()[:MANUAL_SIZE] if kind == "manual" else collection()


@contextmanager
def visiting(running: Site) -> Iterator[Visitor]:
    """Yield a visitor that does not wait, has logged in to the admin, and renders the manual."""
    camera = Camera(grow=True, allow_private=True) if running.engine.name == "manual" else None
    with camera or nullcontext():
        show = None if camera is None else camera.shoot
        own = Visitor(None, politeness=Politeness(delay_s=0), allow_private=True, show=show)
        if running.engine.name == "admin":
            script = running.folder / "login.yaml"
            script.write_text(login_steps(running.engine.start), encoding="utf-8")
            run_script(load_script(script), own)
        yield own


def login_steps(start: str) -> str:
    """Return the script that logs in to the admin; the test's environment holds the password."""
    return f"steps:\n  - open: {start}\n  - log in: {{user: {USER}, password: {{secret: ADMIN_PASSWORD}}}}\n"


def _plain(document: Document) -> dict[str, str]:
    plain = asdict(document) | {"written": document.written.isoformat(), "text": document.text}
    return {name: plain[name] for name in ("number", "title", "author", "written", "text")}


def _drawn(query: str) -> Counter[str]:
    """Return the documents that the manual's search finds: those with a word that contains the query's."""
    return Counter(one.number for one in documents("manual") if any(query in word for word in one.words()))


class _Shown:
    """The documents that the pages of a site show for a query, with how many pages show each."""

    def __init__(self, base: str, kind: Kind, *, login: bool) -> None:
        self._base = base
        self._kind = kind
        self._opener = build_opener(HTTPCookieProcessor(CookieJar()))
        self._login = login
        self._read = cache(self._all)

    def __call__(self, query: str) -> Counter[str]:
        if self._login:
            self._login = False
            log_in(self._opener, f"{self._base}/admin/login/?next=/admin/")
        return self._read(query)

    def _all(self, query: str) -> Counter[str]:
        found: Counter[str] = Counter()
        last: set[str] = set()
        for page in range(1, 2 + len(collection()) // self._kind.size):
            shown = set(numbers_of(self._text(self._kind.results.format(query=quote(query), page=page))))
            if not shown or shown == last:  # some sites show the last page again
                break
            found.update(shown)
            last = shown
        return found

    def _text(self, path: str) -> str:
        """Return the text of a page without its frame, ``""`` if there is no such page."""
        address = f"{self._base}{path}"
        try:
            with self._opener.open(address, timeout=PATIENCE_S) as answer:
                page = answer.read().decode() if answer.url == address else ""
        except HTTPError:
            return ""
        return unescape(re.sub(r"<[^>]*>", "", _FRAME.sub("", page)))


def log_in(opener: OpenerDirector, address: str) -> None:
    """Log in to the admin."""
    with opener.open(address, timeout=PATIENCE_S) as answer:
        token = re.findall(r'name="csrfmiddlewaretoken" value="([^"]+)"', answer.read().decode())[0]
    entries = {"csrfmiddlewaretoken": token, "username": USER, "password": PASSWORD}
    with opener.open(address, urlencode(entries).encode(), timeout=PATIENCE_S):
        pass
