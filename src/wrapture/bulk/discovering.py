"""Discovery before a bulk run: group the pages of the input by site and template, and learn one wrapper for each group.

One pass over the input parses each page and finds its group.  The wrapper of a group is learned from its first few pages, in
other processes while the pass goes on, and written into a library; the run then reads all pages with that library.  What was
learned is noted at once, so that an interrupted discovery learns no group twice.  Which pages a wrapper is learned from depends
on the input alone, and so do the names of the wrappers.
"""

from __future__ import annotations

import hashlib
import json
import multiprocessing
from collections import deque
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from typing import TYPE_CHECKING, Final

from wrapture.bulk.discovery_folder import DiscoveryFolder, GroupNote
from wrapture.bulk.engines.pool import cores
from wrapture.bulk.inputs import close_files, list_units, read_unit
from wrapture.bulk.jobs import Flaw
from wrapture.bulk.page_groups import SAMPLES, PageGroups
from wrapture.error_lines import described
from wrapture.errors import WraptureError
from wrapture.html.lexbor import marks_in
from wrapture.html.parsing import read_page
from wrapture.library.address_match import host_of
from wrapture.library.library_files import numbered, slug_of
from wrapture.library.wrapper_file import dumps
from wrapture.model import Capture

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from concurrent.futures import Future

    from wrapture.bulk.order import BulkOrder
    from wrapture.bulk.page_groups import PageGroup

FEWEST: Final = 2  # pages of a group that a wrapper is learned from: one page does not tell its list from its menu
HELD: Final = 256 << 20  # bytes of pages that wait for others of their group
UNNAMED: Final = "pages"
ALONE: Final = "there is no other page like it"


def discover_wrappers(order: BulkOrder, grouped: Callable[[int], None]) -> None:
    """Fill the folder of discovered wrappers of an order, unless that is done; ``grouped`` is told how many pages were seen."""
    with DiscoveryFolder(order) as folder:
        if not folder.is_done:
            with _Learners(order.workers or cores(), folder) as learners:
                _Discovery(order, learners, grouped).run()
            folder.finish()


class _Discovery:
    """One pass over the input."""

    def __init__(self, order: BulkOrder, learners: _Learners, grouped: Callable[[int], None]) -> None:
        self._order = order
        self._learners = learners
        self._grouped = grouped
        self._groups = PageGroups()
        self._open: dict[int, PageGroup] = {}  # groups that wait for samples, oldest first
        self._held = 0

    def run(self) -> None:
        """Group all pages."""
        seen = 0
        for unit in list_units(self._order.inputs, self._order.columns, self._order.own()):
            for item in read_unit(unit, {}) if not isinstance(unit, Flaw) else ():
                if isinstance(item, Capture):
                    seen += 1
                    self._take(item)
            self._grouped(seen)
        close_files()
        for group in list(self._open.values()):
            self._close(group)
        self._learners.count(self._groups.found)

    def _take(self, capture: Capture) -> None:
        if capture.media != "html":
            return
        try:
            marks = frozenset(marks_in(capture))
        except WraptureError:  # the run reports that
            return
        group = self._groups.group_of(host_of(capture.url) if capture.url else "", marks)
        if group.is_closed:
            return
        self._open[group.number] = group
        group.samples.append(capture)
        self._held += len(capture.body)
        if len(group.samples) == SAMPLES:
            self._close(group)
        while self._held > HELD and self._open:
            self._close(next(iter(self._open.values())))

    def _close(self, group: PageGroup) -> None:
        """Learn from the samples of a group, and drop them."""
        del self._open[group.number]
        self._held -= sum(len(sample.body) for sample in group.samples)
        self._learners.learn(group)
        group.is_closed, group.samples = True, []


class _Learners:
    """Learns the wrappers of groups, in other processes; results are stored in the order in which groups are given."""

    def __init__(self, workers: int, folder: DiscoveryFolder) -> None:
        self._folder = folder
        self._most = 2 * workers  # groups on their way
        self._waiting: deque[tuple[GroupNote, Future[tuple[str, str]]]] = deque()
        self._numbers: dict[str, int] = {}
        self._pool = ProcessPoolExecutor(workers, multiprocessing.get_context("spawn"))

    def __enter__(self) -> _Learners:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.shutdown(cancel_futures=True)

    def learn(self, group: PageGroup) -> None:
        """Learn the wrapper of a group from its samples, unless an earlier run has."""
        samples = tuple(group.samples)
        note = GroupNote(group.number, group.host, digest_of(samples), tuple(sample.name for sample in samples))
        if len(samples) < FEWEST:
            self._folder.store(note._replace(reason=ALONE), "")
            return
        note = note._replace(wrapper=self._name(group.host))
        if self._folder.knows(note):
            return
        while len(self._waiting) >= self._most:
            self._store()
        self._waiting.append((note, self._pool.submit(learn_group, samples, note.wrapper)))

    def count(self, groups: Sequence[PageGroup]) -> None:
        """Store what is still on its way, and how many pages each group has."""
        while self._waiting:
            self._store()
        self._folder.count([group.pages for group in groups])

    def _store(self) -> None:
        note, future = self._waiting.popleft()
        text, reason = future.result()
        self._folder.store(note if text else note._replace(wrapper="", reason=reason), text)

    def _name(self, host: str) -> str:
        stem = slug_of(host or UNNAMED)
        self._numbers[stem] = self._numbers.get(stem, 0) + 1
        return numbered(stem, self._numbers[stem])


def learn_group(samples: Sequence[Capture], name: str) -> tuple[str, str]:
    """Return the text of the wrapper that is learned from pages of one template, or "" and why there is none."""
    from wrapture.learning.learn import learn_wrapper
    from wrapture.learning.learners import ALL, learners_named

    try:
        wrapper = learn_wrapper([read_page(sample) for sample in samples], learners_named(ALL), name=name)
    except WraptureError as error:
        return "", str(error)
    except Exception as error:  # a bug costs only this group, and is reported
        return "", described(error)
    if not wrapper.profile.min_records:
        return "", "its pages have no list in common"
    return dumps(wrapper), ""


def digest_of(samples: Sequence[Capture]) -> str:
    """Return a digest by which a group is recognized after an interruption."""
    digest = hashlib.sha256()
    for sample in samples:
        with suppress(UnicodeEncodeError):
            digest.update(json.dumps([sample.name, sample.url]).encode())
        digest.update(hashlib.sha256(sample.body).digest())
    return digest.hexdigest()
