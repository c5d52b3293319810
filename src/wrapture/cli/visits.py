"""The options of commands that visit sites, and the visitor built from them."""

# ruff: noqa: TC001, TC003 - typer reads the annotations
from __future__ import annotations

import zlib
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Final

import typer

from wrapture import api
from wrapture.cli.messages import say
from wrapture.cli.options import (
    AllowPrivate,
    Before,
    CookieFile,
    Delay,
    Header,
    IgnoreRobots,
    MaxAge,
    Offline,
    Proxy,
    Retries,
    SessionFile,
    Store,
    UserAgent,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from wrapture.api import Visitor

DELAY_S: Final = 1.0
RETRIES: Final = 3
HOUR_S: Final = 3_600.0
DAY_S: Final = 86_400.0
RESUME: Final = "interrupted; run the same command again to resume"


@dataclass(frozen=True, slots=True)
class Visits:
    """How sites are visited: where their pages are stored, how fast, and what the user allows."""

    PANEL: ClassVar = "Requests to sites"

    allow_private: AllowPrivate = False
    store: Store = None
    delay: Delay = DELAY_S
    retries: Retries = RETRIES
    max_age: MaxAge = HOUR_S
    offline: Offline = False
    ignore_robots: IgnoreRobots = False


@dataclass(frozen=True, slots=True)
class Keys:
    """What the user brings to reach pages: secrets, of which messages name nothing but the option."""

    PANEL: ClassVar = "Logins, cookies and proxies"

    before: Before = None
    header: Header = field(default=None, repr=False)
    cookies: CookieFile = None
    user_agent: UserAgent = ""
    proxy: Proxy = field(default="", repr=False)
    session: SessionFile = None

    def access(self, addresses: Iterable[str]) -> api.Access:
        """Return what is sent beside requests; headers go to the origins of the addresses only."""
        cookies = api.read_cookies(self.cookies) if self.cookies is not None else ()
        pairs = tuple(map(_header, self.header or ()))
        return api.Access(pairs, cookies, self.user_agent.strip(), self.proxy, api.origins_of(addresses))

    @property
    def name(self) -> str:
        """What tells stores of private pages apart: the names of files and headers, not what they hold."""
        files = [str(path.resolve()) for path in (self.before, self.cookies, self.session) if path is not None]
        return " ".join([*files, *(header.partition(":")[0].lower() for header in self.header or ())])


@contextmanager
def visiting(visits: Visits, keys: Keys, *addresses: str, render: bool = False) -> Iterator[Visitor]:
    """Yield a visitor with an open store, after running the script, if any; headers go to the sites of the addresses."""
    access = keys.access(addresses)
    camera = api.Camera(grow=True, allow_private=visits.allow_private, say=say) if render else None
    path = visits.store if visits.store is not None else _own_store(keys)
    with camera or nullcontext(), api.open_store(path, say=say) as store:
        politeness = api.Politeness(delay_s=visits.delay, robots=not visits.ignore_robots, retries=visits.retries)
        with api.Visitor(
            store,
            politeness=politeness,
            allow_private=visits.allow_private,
            access=access,
            max_age_s=visits.max_age,
            offline=visits.offline,
            say=say,
            show=None if camera is None else camera.shoot,
            lead=None if camera is None else camera.led_to,
            draw=None if camera is None else camera.draw,
        ) as visitor:
            if camera is not None:
                camera.sender = visitor
            try:
                if not visits.offline:
                    _log_in(keys, visitor)
                yield visitor
            except KeyboardInterrupt:
                say(RESUME)
                raise


def _log_in(keys: Keys, visitor: Visitor) -> None:
    """Take the cookies of the session file, or run the script and write them there."""
    if keys.session is not None and api.load_session(keys.session, visitor.cookies):
        return
    if keys.before is not None:
        with visitor.unstored():
            api.run_script(keys.before, visitor, say=say)
        if keys.session is not None:
            api.save_session(keys.session, visitor.cookies)


def _own_store(keys: Keys) -> Path:
    """Return the default store; pages behind a login have a store of their own, apart from public ones."""
    shared = api.default_store_path()
    if not keys.name:
        return shared
    own = shared.with_name(f"{shared.name}-{zlib.crc32(keys.name.encode()):08x}")
    own.mkdir(mode=0o700, parents=True, exist_ok=True)
    return own


def _header(text: str) -> tuple[str, str]:
    try:
        return api.read_header(text)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--header") from error
