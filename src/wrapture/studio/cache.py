"""Caches of parsed pages and of the lists found on them."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import asdict
from threading import RLock
from typing import TYPE_CHECKING, Final, Generic, TypeVar

from wrapture.api import ALL_LEARNERS as ALL
from wrapture.api import Ranked, learners_with

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from wrapture.api import Learner, Page
    from wrapture.model import Candidate
    from wrapture.studio.desk import Settings

KEPT_PAGES: Final = 24
KEPT_SETTINGS: Final = 6
"""Settings that a user switches between; each keeps the candidates of some pages."""

K = TypeVar("K", bound="Hashable")
V = TypeVar("V")


class RecentValues(Generic[K, V]):
    """A thread-safe LRU cache whose values are made once."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._values: OrderedDict[K, V] = OrderedDict()
        self._lock = RLock()

    def get(self, key: K, make: Callable[[], V]) -> V:
        """Return the value of a key, made by `make` if it is not cached."""
        with self._lock:
            if key not in self._values:
                self._values[key] = make()
            self._values.move_to_end(key)
            while len(self._values) > self._most:
                self._values.popitem(last=False)
            return self._values[key]

    def __contains__(self, key: K) -> bool:
        with self._lock:
            return key in self._values

    def drop(self, key: K) -> None:
        """Forget a value."""
        with self._lock:
            self._values.pop(key, None)


class StudioCache:
    """Pages by id, and their candidates by settings."""

    def __init__(self) -> None:
        self._pages: RecentValues[str, Page] = RecentValues(KEPT_PAGES)
        self._ranked: RecentValues[Settings, Ranked] = RecentValues(KEPT_SETTINGS)

    def page(self, page_id: str, read: Callable[[], Page]) -> Page:
        """Return a page, made by `read` if it is not cached."""
        return self._pages.get(page_id, read)

    def ranked(self, settings: Settings) -> Ranked:
        """Return the ranking of lists for some settings."""
        return self._ranked.get(settings, lambda: Ranked(learners_of(settings)))

    def candidates(self, page: Page, settings: Settings) -> list[Candidate]:
        """Return the lists on a page, best first."""
        return self.ranked(settings)(page)


def learners_of(settings: Settings) -> list[Learner]:
    """Return the learners of some settings."""
    options = asdict(settings)
    return list(learners_with(options.pop("learner"), **options))


def asks_all(settings: Settings) -> bool:
    """Return whether all learners run with their default parameters, so that a confidence can be given."""
    return settings.learner == ALL
