"""The steps on a desk: each function returns the step's description and the new desk, and has no side effects.

If nothing is found, the desk has no wrapper and a note that says so: that is a result to look at, not an error.
"""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from wrapture.api import (
    carry_columns,
    clean_column,
    keep_column,
    learn_ranked,
    merge_columns,
    move_column,
    name_for,
    record_from,
    rename_column,
    split_column,
    type_column,
    wrapper_records,
)
from wrapture.errors import NothingFoundError, StudioError
from wrapture.model import DataLocator, PageLocator
from wrapture.model.labelled import LabelledPage
from wrapture.studio.by_hand import renamed
from wrapture.studio.desk import Settings
from wrapture.studio.labelling import relabelled, with_labels

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.api import CleanStep, Page, Point
    from wrapture.model import Candidate, TypeName, Wrapper
    from wrapture.studio.desk import Desk, DeskPage
    from wrapture.studio.labelling import Stepped, Tools

REPEATS: Final = "repeats"
MAX_NAMED: Final = 3  # columns to name in a description of a step
SETTING_WORDS: Final = {
    "learner": "the learner",
    "encoding": "the encoding",
    "min_length": "the fewest tokens",
    "min_count": "the fewest repeats",
    "max_variance": "the largest variance",
    "min_density": "the smallest density",
}


# --- pages ---


def add_page(tools: Tools, desk: Desk, page: DeskPage) -> Stepped:
    """Return the desk with a page added, or unchanged but for a note if the page is already there."""
    if desk.page(page.id) is not None:
        return f"Add {page.name} again", replace(desk, note=f"{page.name} is already on the desk")
    own = replace(page, learn=page.learn and desk.how == "candidate")
    added = replace(desk, pages=(*desk.pages, own), note="", name=desk.name or name_for(tools.page(page)))
    return f"Add {page.name}", _learned(tools, added, desk) if own.learn else added


def remove_page(tools: Tools, desk: Desk, page: DeskPage) -> Stepped:
    """Return the desk without a page, with its wrapper learned from the others."""
    pages = tuple(one for one in desk.pages if one.id != page.id)
    labels = tuple(draft for draft in desk.labels if draft.page != page.id)
    without = replace(desk, pages=pages, labels=labels, note="")
    if desk.chosen_on == page.id:
        without = replace(without, chosen_on="", choice=min(desk.choice, 1))
    words = f"Remove {page.name}"
    if desk.how == "labels" and labels != desk.labels:
        return words, relabelled(tools, without) if labels else without
    return words, _learned(tools, without, desk) if page.learn and desk.how == "candidate" else without


def learn_from(tools: Tools, desk: Desk, page: DeskPage, *, learn: bool) -> Stepped:
    """Return the desk with a page used for learning, or only for testing."""
    if desk.how != "candidate":
        raise StudioError(
            f"{page.name}: the wrapper was not learned from a list; choose a list first, or label values on this page"
        )
    pages = tuple(replace(one, learn=learn) if one.id == page.id else one for one in desk.pages)
    words = f"Learn from {page.name}" if learn else f"Only test on {page.name}"
    return words, _learned(tools, replace(desk, pages=pages, note=""), desk)


# --- the list ---


def change_settings(tools: Tools, desk: Desk, settings: Settings) -> Stepped:
    """Return the desk with new settings and the best list they find."""
    settings = _consistent(desk.settings, settings)
    changed = replace(desk, settings=settings, choice=1, chosen_on="", how="candidate", labels=(), note="")
    return f"Change {_settings_that_differ(desk.settings, settings)}", _learned(tools, changed, desk)


def _consistent(before: Settings, wanted: Settings) -> Settings:
    """Return consistent settings: a changed parameter selects the repeats learner; other learners have no parameters."""
    parameters = replace(wanted, learner="") != Settings(learner="")
    turned = replace(wanted, learner="") != replace(before, learner="")
    if parameters and turned:
        return replace(wanted, learner=REPEATS)
    return wanted if wanted.learner == REPEATS else Settings(wanted.learner)


def _settings_that_differ(before: Settings, after: Settings) -> str:
    """Return the names of the changed settings."""
    known = asdict(before)
    names = [SETTING_WORDS[name] for name, value in asdict(after).items() if value != known[name]]
    return " and ".join(names) or "the settings"


def choose(tools: Tools, desk: Desk, page: DeskPage, candidate: int) -> Stepped:
    """Return the desk with a list of a page chosen; candidates are counted from 1."""
    pages = tuple(replace(one, learn=True) if one.id == page.id else one for one in desk.pages)
    chosen = replace(desk, pages=pages, chosen_on=page.id, choice=candidate, how="candidate", labels=(), note="")
    found = tools.ranked(desk.settings)(tools.page(page))
    if not 1 <= candidate <= len(found):
        raise StudioError(f"{page.name}: no list {candidate}; {len(found)} were found with these settings")
    records = len(found[candidate - 1].records[0])
    return f"Choose the list of {records} records", _learned(tools, chosen, desk)


def mark_record(tools: Tools, desk: Desk, page: DeskPage, start: Point, stop: Point) -> Stepped:
    """Return the desk with the list that has a record between two points: a learner's, or else one from labels."""
    parsed = tools.page(page)
    candidates = tools.ranked(desk.settings)(parsed)
    found = record_from(parsed, start, stop, candidates)
    words = "Mark a record"
    if isinstance(found, LabelledPage):
        return words, with_labels(tools, replace(desk, labels=()), page, found, ())
    return words, choose(tools, desk, page, candidates.index(found) + 1)[1]


def _learned(tools: Tools, desk: Desk, before: Desk) -> Desk:
    """Return a desk with its wrapper learned from its pages; earlier column edits are kept where possible."""
    pages = [tools.page(page) for page in desk.learned_from]
    if not pages:
        return replace(desk, wrapper=None, choice=0)
    ranked, choice = tools.ranked(desk.settings), max(1, desk.choice)
    chosen = replace(desk, choice=choice, chosen_on=desk.learned_from[0].id)
    try:
        has_list = before.wrapper is not None and not isinstance(before.wrapper.locator, DataLocator | PageLocator)
        if has_list and _is_same_list(before, desk, ranked.choose(pages, choice), pages[0]):
            return replace(chosen, wrapper=before.wrapper)
        same_pages = before.how == "candidate" and before.learned_from == desk.learned_from
        like = before.wrapper if has_list and same_pages else None
        wrapper = learn_ranked(pages, ranked, choice=choice, name=desk.name, like=like)
    except NothingFoundError as error:
        return replace(desk, wrapper=None, choice=0, note=str(error))
    if before.wrapper is None or not before.edited or wrapper.layout is before.wrapper.layout:
        return replace(chosen, wrapper=wrapper)
    if any(
        isinstance(one.locator, DataLocator | PageLocator) for one in (before.wrapper, wrapper)
    ):  # no records to compare columns on
        same = before.wrapper.locator == wrapper.locator
        return replace(chosen, wrapper=before.wrapper if same else wrapper)
    carried = carry_columns(before.wrapper, wrapper, pages[0])
    return replace(chosen, wrapper=carried, note=_lost(before.wrapper, carried))


def _lost(before: Wrapper, after: Wrapper) -> str:
    """Return a note on shown columns that are lost, or an empty text."""
    names = {column.name for column in after.layout.columns}
    gone = [column.name for column in before.layout.columns if column.keep and column.name not in names]
    return f"no longer in the list: {', '.join(gone)} (undo brings them back)" if gone else ""


def _is_same_list(before: Desk, after: Desk, found: Candidate, page: Page) -> bool:
    """Return whether learning again would give the same wrapper: the same records of the same single page."""
    return (
        before.wrapper is not None
        and before.wrapper.learner == found.found_by[0]
        and wrapper_records(before.wrapper, page) == found.records[0]
        and before.how == "candidate"
        and len(after.learned_from) == 1
        and before.learned_from == after.learned_from
    )


# --- columns ---


def rename(desk: Desk, name: str) -> Stepped:
    """Return the desk and its wrapper renamed."""
    if not name.strip():
        raise StudioError("the name is blank; give the wrapper a name")
    name = name.strip()[:200]
    wrapper = replace(desk.wrapper, name=name) if desk.wrapper is not None else None
    return f"Name it {name}", replace(desk, name=name, wrapper=wrapper, note="")


class Edit(NamedTuple):
    """One column edit of the API; which of its fields apply depends on ``op``."""

    op: Literal["rename", "keep", "move", "merge", "split", "clean", "type"]
    columns: tuple[int, ...]
    name: str = ""
    keep: bool = True
    to: int = 0
    by: Literal["marks", "tags", "text"] = "marks"
    text: str = ""
    type: TypeName = "text"
    only: bool = False
    joined_by: str = " "
    steps: tuple[CleanStep, ...] = ()


def edit_columns(tools: Tools, desk: Desk, edit: Edit) -> Stepped:
    """Return the desk with its columns edited."""
    wrapper = _wrapper_of(desk)
    columns = wrapper.layout.columns
    for number in edit.columns:
        if not 0 <= number < len(columns):
            raise StudioError(f"no column {number + 1}; the wrapper has {len(columns)}")
    words, edited = _edited(wrapper, edit, [tools.page(page) for page in desk.learned_from or desk.pages])
    by_hand = desk.by_hand
    if edit.op == "rename":
        by_hand = renamed(by_hand, columns[edit.columns[0]].name, edited.layout.columns[edit.columns[0]].name)
    return words, replace(desk, wrapper=edited, edited=True, note="", by_hand=by_hand)


def _edited(wrapper: Wrapper, edit: Edit, pages: Sequence[Page]) -> tuple[str, Wrapper]:
    names = [wrapper.layout.columns[number].name for number in edit.columns]
    first, name = edit.columns[0], names[0]
    match edit.op:
        case "rename":
            done = f"Rename {name} to {edit.name}", rename_column(wrapper, first, edit.name)
        case "keep":
            done = _kept(wrapper, edit, names)
        case "move":
            done = f"Move {name}", move_column(wrapper, first, edit.to)
        case "merge":
            done = f"Merge {' and '.join(names)}", merge_columns(wrapper, edit.columns, pages, edit.joined_by)
        case "split":
            done = f"Split {name}", split_column(wrapper, first, pages, by=edit.by, text=edit.text)
        case "clean":
            words = f"Clean {name}" if edit.steps else f"Remove the cleaning of {name}"
            done = words, clean_column(wrapper, first, edit.steps, pages)
        case "type":
            for number in edit.columns:
                wrapper = type_column(wrapper, number, edit.type, pages)
            done = f"Read {_named(names)} as {edit.type}", wrapper
    return done


def _kept(wrapper: Wrapper, edit: Edit, names: Sequence[str]) -> tuple[str, Wrapper]:
    """Return a wrapper with columns shown or hidden; those to show come first, since a wrapper must show a column."""
    chosen = set(edit.columns)
    wanted = dict.fromkeys(edit.columns, edit.keep)
    if edit.only:
        wanted |= {number: not edit.keep for number in range(len(wrapper.layout.columns)) if number not in chosen}
    for number in sorted(wanted, key=lambda number: not wanted[number]):
        if wrapper.layout.columns[number].is_shown != wanted[number]:
            wrapper = keep_column(wrapper, number, wanted[number])
    words = "Show only" if edit.only and edit.keep else "Show" if edit.keep else "Hide"
    return f"{words} {_named(names)}", wrapper


def _named(names: Sequence[str]) -> str:
    """Return the names of columns for a step's description, or their number if there are many."""
    return " and ".join(names) if len(names) <= MAX_NAMED else f"{len(names)} columns"


def _wrapper_of(desk: Desk) -> Wrapper:
    if desk.wrapper is None:
        raise StudioError("no list is chosen yet; add a page, or choose one of its lists")
    return desk.wrapper
