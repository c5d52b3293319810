"""What the commands do with labels: draft them, learn from them, and start from a value for each column."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from wrapture import api
from wrapture.capture.labelfile import label_sites
from wrapture.capture.sources import expand
from wrapture.cli import display
from wrapture.discovery.labelled import labelled_table, read_as_labelled
from wrapture.errors import LabelError, NothingChosenError, SourceError
from wrapture.files import check_target
from wrapture.html.plain import plain_text
from wrapture.html.read import read_page
from wrapture.wrappers.describe import counted
from wrapture.wrappers.shelf import slug_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from wrapture.cli.intake import Intake
    from wrapture.discovery.judge import Learner
    from wrapture.html.page import Page
    from wrapture.learners.fuzzy.labels import LabelledPage
    from wrapture.model import Wrapper


def draft(
    sources: Sequence[str],
    label: Callable[[Page], LabelledPage],
    output: Path,
    root: Path | None,
    *,
    intake: Intake,
    force: bool,
) -> int:
    """Write what is found on pages as labels."""
    check_target(output, force=force)
    pages = [label(_page(source, intake)) for source in display.progress(expand(sources))]
    api.write_labels(pages, output, root, force=force)
    display.say(f"{output}: {_summary(pages)}")
    display.say(f"correct them and learn with: wrapture learn --labels {output}{_rooted(root)} -o WRAPPER")
    return 0


def learn(
    files: Sequence[str],
    root: Path | None,
    output: Path,
    names: Sequence[str],
    name: str,
    *,
    site: str = "",
    refine: Path | None = None,
    force: bool,
) -> int:
    """Learn a wrapper from files of labels, or add them to one, and save it; in a folder, one for each site of the files."""
    if output.is_dir() and refine is None:
        for one in [site] if site else dict.fromkeys(one for file in files for one in label_sites(file)):
            target = output / f"{slug_of(one or name)}.json"
            learn(files, root, target, names, name or one, site=one, force=force)
        return 0
    check_target(output, force=force)
    refined = None if refine is None else api.load(refine)
    holding = [file for file in files if not site or site in label_sites(file)]
    pages = [page for file in holding or files for page in api.read_labels(file, root, site=site)]
    _save(api.learn_labelled(pages, refine=refined, names=names, name=name), pages, output, force=force)
    return 0


def learn_by_examples(
    sources: Sequence[str],
    examples: Mapping[str, str],
    learners: Sequence[Learner],
    output: Path,
    name: str,
    *,
    refine: Path | None = None,
    labels_to: Path | None = None,
    root: Path | None = None,
    intake: Intake,
    may_ask: bool,
    force: bool,
) -> int:
    """Learn a wrapper from the list on a page that holds some values, after a person has agreed to what becomes labels."""
    for target in filter(None, (output, labels_to)):
        check_target(target, force=force)
    refined = None if refine is None else api.load(refine)
    found = expand(sources)
    if len(found) != 1:
        raise SourceError(", ".join(sources), f"is {counted(len(found), 'page')}, and the values stand on one; name it")
    page = _page(found[0], intake)
    labelled = api.label(page, learner=learners, examples=examples)
    agreed = _is_agreed(labelled, may_ask=may_ask)
    if labels_to is not None:
        api.write_labels([labelled], labels_to, root, force=force)
        display.say(f"{labels_to}: {_summary([labelled])}")
    if not agreed:
        raise NothingChosenError(page.name, _correction(labels_to, root))
    _save(api.learn_labelled([labelled], refine=refined, name=name), [labelled], output, force=force)
    return 0


def _is_agreed(labelled: LabelledPage, *, may_ask: bool) -> bool:
    """Return whether a person takes what was found for right; where there is none to ask, it is said and taken."""
    if may_ask and sys.stdin.isatty() and sys.stderr.isatty():
        display.print_labelled(labelled_table(labelled))
        display.ask("Are these the records, and their values? [Y/n] ")
        return sys.stdin.readline().strip().lower() in {"", "y", "yes"}
    values = labelled.records[-1]
    last = ", ".join(plain_text(labelled.text[start:end]) for start, end in filter(None, values))
    display.say(f"{labelled.name}: took {counted(len(labelled.records), 'record')}, the last of which is: {last}")
    return True


def _correction(labels_to: Path | None, root: Path | None) -> str:
    if labels_to is None:
        return "nothing is learned (--labels-to FILE keeps the labels, to be corrected)"
    return f"nothing is learned; correct {labels_to} and learn with: wrapture learn --labels {labels_to}{_rooted(root)}"


def _save(wrapper: Wrapper, pages: Sequence[LabelledPage], output: Path, *, force: bool) -> None:
    api.save(wrapper, output, force=force)
    display.say_learned(wrapper, output)
    records = sum(len(page.records) for page in pages)
    right = read_as_labelled(wrapper, pages)
    if right < records:
        display.say(f"it reads {right} of {counted(records, 'labelled record')} as they were labelled")


def _page(source: str, intake: Intake) -> Page:
    capture = intake.read(source)
    if capture.media == "snapshot":
        raise SourceError(source, "is rendered, and labels point into a page's source: give the page as it was saved")
    return read_page(capture)


def _summary(pages: Sequence[LabelledPage]) -> str:
    columns = next((page.names for page in pages if page.names), ())
    records = counted(sum(len(page.records) for page in pages), "record")
    if not columns:
        raise LabelError(", ".join(page.name for page in pages), "", "nothing was found that could be labelled")
    return f"{records} on {counted(len(pages), 'page')}, labelled with {', '.join(columns)}"


def _rooted(root: Path | None) -> str:
    return "" if root is None else f" --root {root}"
