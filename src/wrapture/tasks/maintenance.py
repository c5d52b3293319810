"""Wrappers on sites that change: `check` whether pages fit, `repair` and `refresh` wrappers, `watch` their records.

`reading_health` follows the wrappers of anything that reads many pages.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from wrapture.capture.page_input import open_input, to_pages
from wrapture.html.lexbor import parse_page
from wrapture.library import profile
from wrapture.model import Capture
from wrapture.tasks.extraction import ALL_LEARNERS, loaded

if TYPE_CHECKING:
    import os
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from wrapture.capture.page_input import PageInput
    from wrapture.drift.checks import PageCheck
    from wrapture.drift.reading_health import ReadingHealth
    from wrapture.drift.repairs import Repair
    from wrapture.html.page import Page
    from wrapture.learning.judge import Learner
    from wrapture.model import Wrapper
    from wrapture.watch.watching import Watch


def check(page: PageInput, wrapper: Wrapper | str | os.PathLike[str], *, allow_private: bool = False) -> PageCheck:
    """Return whether a page fits a wrapper, and why not: its records, its columns, or what kind of page it is.

    >>> rows = "".join(f"<tr><td>Item {i}</td><td>{i} euro</td></tr>" for i in range(9))
    >>> from wrapture import learn
    >>> wrapper = learn(f"<table>{rows}</table>")
    >>> check(f"<table>{rows}</table>", wrapper).verdict, check("<h1>404 Not Found</h1> <p>Sorry.</p>", wrapper).verdict
    ('fits', 'error')
    """
    from wrapture.drift.checking import check_capture, check_page

    source = open_input(page, allow_private=allow_private)
    if isinstance(source, Capture):
        return check_capture(loaded(wrapper), source)
    return check_page(loaded(wrapper), parse_page(source) if isinstance(source, str) else source)


def repair(
    wrapper: Wrapper | str | os.PathLike[str],
    pages: PageInput | Iterable[PageInput],
    *,
    learner: str | Sequence[Learner] = ALL_LEARNERS,
    mapping: Mapping[str, str] | None = None,
    same_site: bool = False,
    allow_private: bool = False,
) -> Repair:
    """Return the repair of a wrapper by pages of its site as they are now; its ``wrapper`` is None if it was refused.

    ``mapping`` pairs old column names with new ones where that is known; ``same_site=True`` says that the pages are of the
    wrapper's site, if they look like those of another.  The same page twice is refused: it only looks like more.  Nothing is
    written.
    """
    from wrapture.drift.repairing import refused_as_copies, repair_wrapper
    from wrapture.tasks.list_discovery import chosen_learners

    read = to_pages(pages, allow_private=allow_private)
    if (refused := refused_as_copies(read)) is not None:
        return refused
    return repair_wrapper(loaded(wrapper), read, chosen_learners(learner), given=mapping, same_site=same_site)


def refresh(
    wrapper: Wrapper | str | os.PathLike[str],
    pages: PageInput | Iterable[PageInput],
    *,
    samples: bool = True,
    allow_private: bool = False,
) -> Wrapper:
    """Return a wrapper that remembers these pages, which it reads: what its columns hold, its counts and its frame.

    With ``samples=False`` it keeps no values of the pages, only hashes and statistics.
    """
    return profile.refresh(loaded(wrapper), to_pages(pages, allow_private=allow_private), samples=samples)


def watch(
    folder: str | os.PathLike[str], *, repair: bool = False, learner: str | Sequence[Learner] = ALL_LEARNERS
) -> Watch:
    """Return a watch with its state in a folder; with ``repair=True``, wrappers are repaired where that is sure."""
    from wrapture.watch.watching import Watch

    return Watch(Path(folder), repairer(learner) if repair else None)


def reading_health(
    keep: Callable[[str, Wrapper], str], *, repair: bool = False, learner: str | Sequence[Learner] = ALL_LEARNERS
) -> ReadingHealth:
    """Return what follows the health of wrappers while they read; with ``repair=True``, they are repaired where that is sure.

    ``keep`` saves a repaired wrapper, given its name, and returns where it is: `kept_in` a library, or `kept_beside` its file.
    """
    from wrapture.drift.reading_health import ReadingHealth

    return ReadingHealth(repairer(learner) if repair else None, keep)


def repairer(learner: str | Sequence[Learner] = ALL_LEARNERS) -> Callable[[Wrapper, Sequence[Page]], Repair]:
    """Return a function that repairs a wrapper by pages; the learners are loaded when it is called."""

    def repaired(wrapper: Wrapper, pages: Sequence[Page]) -> Repair:
        from wrapture.drift.repairing import repair_wrapper
        from wrapture.tasks.list_discovery import chosen_learners

        return repair_wrapper(wrapper, pages, chosen_learners(learner))

    return repaired
