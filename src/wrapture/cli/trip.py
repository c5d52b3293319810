"""The options of commands that visit sites, and the visitor built from them."""

from __future__ import annotations

import zlib
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import typer

from wrapture import api
from wrapture.cli.messages import say

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from wrapture.api import Visitor

DELAY_S: Final = 1.0
RETRIES: Final = 3
RESUME: Final = "interrupted; run the same command again to resume"


@dataclass(frozen=True, slots=True)
class Keys:
    """What the user brings to reach pages: secrets, of which messages name nothing but the option."""

    headers: tuple[str, ...] = field(default=(), repr=False)
    cookies: Path | None = None
    user_agent: str = ""
    proxy: str = field(default="", repr=False)
    session: Path | None = None

    def access(self, addresses: Iterable[str]) -> api.Access:
        """Return what is sent beside requests; headers go to the origins of the addresses only."""
        cookies = api.read_cookies(self.cookies) if self.cookies is not None else ()
        pairs = tuple(map(_header, self.headers))
        return api.Access(pairs, cookies, self.user_agent, self.proxy, api.origins_of(addresses))

    @property
    def name(self) -> str:
        """What tells stores of private pages apart: the names of files and headers, not what they hold."""
        files = [str(path.resolve()) for path in (self.cookies, self.session) if path is not None]
        return " ".join([*files, *(header.partition(":")[0].lower() for header in self.headers)])


@dataclass(frozen=True, slots=True)
class Trip:
    """How sites are visited: where their pages are stored, what the user allows, and the script to run ``before``."""

    store: Path | None
    delay_s: float
    max_age_s: float
    retries: int = RETRIES
    allow_private: bool = False
    offline: bool = False
    robots: bool = True
    before: Path | None = None
    keys: Keys = Keys()
    render: bool = False

    @contextmanager
    def visitor(self, *addresses: str) -> Iterator[Visitor]:
        """Yield a visitor with an open store, after running the script, if any; headers go to the sites of the addresses."""
        access = self.keys.access(addresses)
        camera = api.Camera(grow=True, allow_private=self.allow_private) if self.render else None
        path = self.store if self.store is not None else self._own_store()
        with camera or nullcontext(), api.open_store(path, say=say) as store:
            politeness = api.Politeness(delay_s=self.delay_s, robots=self.robots, retries=self.retries)
            with api.Visitor(
                store,
                politeness=politeness,
                allow_private=self.allow_private,
                access=access,
                max_age_s=self.max_age_s,
                offline=self.offline,
                say=say,
                show=None if camera is None else camera.shoot,
            ) as visitor:
                try:
                    self._log_in(visitor)
                    yield visitor
                except KeyboardInterrupt:
                    say(RESUME)
                    raise

    def _log_in(self, visitor: Visitor) -> None:
        """Take the cookies of the session file, or run the script and write them there."""
        session = self.keys.session
        if self.offline or (session is not None and api.load_session(session, visitor.cookies)):
            return
        if self.before is not None:
            api.run_script(self.before, visitor, say=say)
            if session is not None:
                api.save_session(session, visitor.cookies)

    def _own_store(self) -> Path:
        """Return the default store; pages behind a login have a store of their own, apart from public ones."""
        shared = api.default_store_path()
        names = [str(self.before.resolve())] if self.before is not None else []
        names += filter(None, [self.keys.name])
        if not names:
            return shared
        own = shared.with_name(f"{shared.name}-{zlib.crc32(' '.join(names).encode()):08x}")
        own.mkdir(mode=0o700, parents=True, exist_ok=True)
        return own


def keys_of(header: list[str] | None, cookies: Path | None, user_agent: str, proxy: str, session: Path | None) -> Keys:
    """Return what the options bring."""
    return Keys(tuple(header or ()), cookies, user_agent.strip(), proxy, session)


def _header(text: str) -> tuple[str, str]:
    try:
        return api.read_header(text)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--header") from error
