"""The options of commands that visit sites, and the visitor built from them."""

from __future__ import annotations

import zlib
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from wrapture import api
from wrapture.cli.messages import say

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from wrapture.api import Visitor

DELAY_S: Final = 1.0
RETRIES: Final = 3


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

    @contextmanager
    def visitor(self) -> Iterator[Visitor]:
        """Yield a visitor with an open store, after running the script, if any."""
        with api.open_store(self.store if self.store is not None else self._own_store(), say=say) as store:
            politeness = api.Politeness(delay_s=self.delay_s, robots=self.robots, retries=self.retries)
            with api.Visitor(
                store,
                politeness=politeness,
                allow_private=self.allow_private,
                max_age_s=self.max_age_s,
                offline=self.offline,
                say=say,
            ) as visitor:
                if self.before is not None and not self.offline:
                    api.run_script(self.before, visitor, say=say)
                yield visitor

    def _own_store(self) -> Path:
        """Return the default store; pages behind a login have a store of their own, apart from public ones."""
        shared = api.default_store_path()
        if self.before is None:
            return shared
        own = shared.with_name(f"{shared.name}-{zlib.crc32(str(self.before.resolve()).encode()):08x}")
        own.mkdir(mode=0o700, parents=True, exist_ok=True)
        return own
