"""Labels in ``wrapture learn``: learn from label files, or from one example value for each column."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from wrapture import api
from wrapture.cli.exit_codes import MISREAD
from wrapture.cli.messages import ask, say, say_learned
from wrapture.errors import LabelError, NothingChosenError, SourceError
from wrapture.files import check_target
from wrapture.wording import counted

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from wrapture.api import LabelledPage, Learner, Page, Wrapper
    from wrapture.cli.intake import Intake


@dataclass(frozen=True, slots=True)
class Labelling:
    """How a wrapper is learned from labels, or ``refined`` with them, and its file; ``root`` is the folder of the pages."""

    output: Path
    name: str
    learners: Sequence[Learner]
    root: Path | None
    refined: Wrapper | None
    mask: bool
    force: bool

    def learn(self, pages: Sequence[LabelledPage], names: Sequence[str] = ()) -> int:
        """Learn a wrapper from labelled pages, or refine one, and save it; return the exit code."""
        learned = api.learn_labelled(
            pages, refine=self.refined, names=names, name=self.name, learner=self.learners, mask=self.mask
        )
        return _save(learned, pages, self.output, force=self.force)


def learn(files: Sequence[str], names: Sequence[str], site: str, how: Labelling) -> int:
    """Learn a wrapper from label files, or refine one with them, and save it; into a folder, one wrapper for each site."""
    if how.output.is_dir() and how.refined is None:
        codes = []
        for one in [site] if site else dict.fromkeys(one for file in files for one in api.label_sites(file)):
            target = how.output / f"{api.slug_of(one or how.name)}.json"
            codes.append(learn(files, names, one, replace(how, output=target, name=how.name or one)))
        return max(codes, default=0)
    check_target(how.output, force=how.force)
    holding = [file for file in files if not site or site in api.label_sites(file)]
    pages = [page for file in holding or files for page in api.read_labels(file, how.root, site=site)]
    return how.learn(pages, names)


def learn_by_examples(
    sources: Sequence[str],
    examples: Mapping[str, Sequence[str]],
    how: Labelling,
    intake: Intake,
    *,
    labels_to: Path | None,
    may_ask: bool,
) -> int:
    """Learn a wrapper from the list on a page that holds the example values, after the user has confirmed the labels."""
    for target in filter(None, (how.output, labels_to)):
        check_target(target, force=how.force)
    found = api.expand(sources)
    if len(found) != 1:
        raise SourceError(", ".join(sources), f"is {counted(len(found), 'page')}, and the values are on one; name it")
    page = source_page(found[0], intake)
    labelled = api.label(page, learner=how.learners, examples=examples)
    agreed = _is_agreed(labelled, may_ask=may_ask)
    if labels_to is not None:
        api.write_labels([labelled], labels_to, how.root, force=how.force)
        say(f"{labels_to}: {summary([labelled])}")
    if not agreed:
        raise NothingChosenError(page.name, _correction(labels_to, how.root))
    return how.learn([labelled])


def _is_agreed(labelled: LabelledPage, *, may_ask: bool) -> bool:
    """Return whether the user accepts the labels; if nobody can be asked, print a summary and accept them."""
    if may_ask and sys.stdin.isatty() and sys.stderr.isatty():
        from wrapture.cli.table_display import print_labelled

        print_labelled(api.labelled_table(labelled))
        ask("Are these the records, and their values? [Y/n] ")
        return sys.stdin.readline().strip().lower() in {"", "y", "yes"}
    values = [place for place, _ in labelled.cells(labelled.records[-1])]
    last = ", ".join(api.plain_text(labelled.text[start:end]) for start, end in values)
    say(f"{labelled.name}: took {counted(len(labelled.records), 'record')}, the last of which is: {last}")
    return True


def _correction(labels_to: Path | None, root: Path | None) -> str:
    if labels_to is None:
        return "nothing is learned (--labels-to FILE keeps the labels, to be corrected)"
    return f"nothing is learned; correct {labels_to} and learn with: wrapture learn --labels {labels_to}{root_option(root)}"


def _save(wrapper: Wrapper, pages: Sequence[LabelledPage], output: Path, *, force: bool) -> int:
    """Save a wrapper, and check what it reads against the labels; return the exit code."""
    api.save(wrapper, output, force=force)
    say_learned(wrapper, output)
    records = sum(len(page.records) for page in pages)
    right = api.read_as_labelled(wrapper, pages)
    if right < records:
        say(f"it reads {right} of {counted(records, 'labelled record')} as they were labelled")
    if right >= api.READ_RIGHT * records:
        return 0
    say(f"that is less than {api.READ_RIGHT:.0%}: label more records, or leave out the columns that are read wrongly")
    return MISREAD


def source_page(source: str, intake: Intake) -> Page:
    """Return a page with its source text, which labels refer to; raises `SourceError` for a rendered page."""
    capture = intake.read(source)
    if capture.media == "snapshot":
        raise SourceError(source, "is rendered, and labels point into a page's source: give the page as it was saved")
    return api.read_page(capture)


def summary(pages: Sequence[LabelledPage]) -> str:
    """Return in words how many records are labelled; raises `LabelError` if none is."""
    columns = next((page.names for page in pages if page.names), ())
    records = counted(sum(len(page.records) for page in pages), "record")
    if not columns:
        raise LabelError(", ".join(page.name for page in pages), "", "nothing was found that could be labelled")
    return f"{records} on {counted(len(pages), 'page')}, labelled with {', '.join(columns)}"


def root_option(root: Path | None) -> str:
    """Return the option that a command needs to find the pages of the labels, or an empty text if it needs none."""
    return "" if root is None else f" --root {root}"
