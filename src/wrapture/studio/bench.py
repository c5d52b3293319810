"""The workbench: pages and what was found on them, each worked out once and kept while it is likely to be asked for again."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import asdict
from threading import RLock
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from wrapture.discovery.learning import Ranked
from wrapture.learners import ALL, learners_with

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from wrapture.discovery.judge import Learner
    from wrapture.html.page import Page
    from wrapture.model import Candidate
    from wrapture.studio.desk import Settings

KEPT_PAGES: Final = 24
KEPT_SETTINGS: Final = 6
"""Settings that a person goes back and forth between; each keeps the candidates of some pages."""

K = TypeVar("K", bound="Hashable")
V = TypeVar("V")


class Kept(Generic[K, V]):
    """The last few values that were asked for, each made once, by whichever thread comes first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[K, V] = OrderedDict()
        self._lock = RLock()

    def get(self, key: K, make: Callable[[], V]) -> V:
        """Return the value of a key, made where it is not kept."""
        with self._lock:
            if key not in self._values:
                self._values[key] = make()
            self._values.move_to_end(key)
            while len(self._values) > self._most:
                self._values.popitem(last=False)
            return self._values[key]

    def drop(self, key: K) -> None:
        """Forget a value."""
        with self._lock:
            self._values.pop(key, None)


class Bench:
    """Pages by their id, and the candidates on them by the settings that they were looked for with."""

    def __init__(self) -> None:
        self._pages: Kept[str, Page] = Kept(KEPT_PAGES)
        self._ranked: Kept[Settings, Ranked] = Kept(KEPT_SETTINGS)

    def page(self, page_id: str, read: Callable[[], Page]) -> Page:
        """Return a page, read where it is not kept."""
        return self._pages.get(page_id, read)

    def ranked(self, settings: Settings) -> Ranked:
        """Return what ranks the lists of pages by some settings."""
        return self._ranked.get(settings, lambda: Ranked(learners_of(settings)))

    def candidates(self, page: Page, settings: Settings) -> list[Candidate]:
        """Return the lists on a page, best first."""
        return self.ranked(settings)(page)


def learners_of(settings: Settings) -> list[Learner]:
    """Return the learners that some settings ask for."""
    options = asdict(settings)
    return list(learners_with(options.pop("learner"), **options))


def asks_all(settings: Settings) -> bool:
    """Return whether all learners are asked with their own parameters: then it is known how sure an answer is."""
    return settings.learner == ALL
