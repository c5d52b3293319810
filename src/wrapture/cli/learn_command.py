"""``wrapture learn``: learn a wrapper from pages of a site, or from labels in them."""

from __future__ import annotations

import sys
from pathlib import Path  # noqa: TC003 - typer reads the annotations
from typing import TYPE_CHECKING, Annotated, NamedTuple

import typer

from wrapture import api
from wrapture.cli.exit_codes import FAILED
from wrapture.cli.messages import say, say_learned
from wrapture.cli.option_groups import ColumnsByName, Learning, grouped
from wrapture.cli.options import (
    AllowPrivate,
    Force,
    Labels,
    LexiconOption,
    Names,
    NoResult,
    NoSamples,
    Root,
    Scripts,
    column_names,
    command_app,
)
from wrapture.cli.render_option import Render, RenderingCommand, RenderMode
from wrapture.model.table import Failure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.api import Learner, Page
    from wrapture.cli.intake import Intake

app = command_app()


@app.command(cls=RenderingCommand)
@grouped
def learn(
    sources: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="SOURCE",
            help="Files, folders, - (standard input) or http(s) addresses; with --labels, more label files.",
        ),
    ] = None,
    *,
    output: Annotated[Path, typer.Option("--output", "-o", metavar="FILE", help="The wrapper file to write.")],
    candidate: Annotated[
        int, typer.Option(min=1, help="Which list of the first page to take, as numbered by `discover`.")
    ] = 1,
    rows: Annotated[
        int | None, typer.Option(min=1, metavar="N", help="The number of records of the list on the first page.")
    ] = None,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Take the best answer without asking.")] = False,
    labels: Labels = None,
    root: Root = None,
    site: Annotated[str, typer.Option(help="Learn from the labels of this site, if a file has several.")] = "",
    refine: Annotated[
        Path | None,
        typer.Option(metavar="WRAPPER", help="Add the labels to this wrapper, which was learned from labels."),
    ] = None,
    label_with: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME=VALUE",
            help="A value of one record; repeat it for each column and each value of a list. The other records follow.",
        ),
    ] = None,
    labels_to: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the labels of --label-with to this file, to correct them."),
    ] = None,
    one: Annotated[
        bool,
        typer.Option(
            "--one", help="Each page is about one thing: learn what differs between them, one record per page."
        ),
    ] = False,
    mask: Annotated[
        bool,
        typer.Option(
            "--mask", help="Recognize labelled values by the words around them, even where tags delimit them."
        ),
    ] = False,
    names: Names = "",
    named: ColumnsByName = ColumnsByName(),
    name: Annotated[str, typer.Option(help="Name of the wrapper; by default the site's.")] = "",
    learning: Learning = Learning(),
    render: Render = RenderMode.auto,
    scripts: Scripts = False,
    allow_private: AllowPrivate = False,
    no_result: NoResult = None,
    no_samples: NoSamples = False,
    lexicon: LexiconOption = None,
    force: Force = False,
) -> None:
    """Learn a wrapper from one or more pages of a site, or from labels in them, to read its other pages."""
    from wrapture.cli.intake import intake_for

    columns = column_names(names)
    chosen = named.choice
    if chosen and (names or labels or label_with):
        raise typer.BadParameter("choose columns by name or by position, not both", param_hint="--columns")
    if one:
        _check_one(sources, {"--labels": labels, "--label-with": label_with, "--rows": rows, "--no-result": no_result})
        intake = intake_for(allow_private=allow_private, render=render, scripts=scripts)
        sys.exit(_learn_one(sources or [], columns, name, intake, Saving(output, chosen, not no_samples, force)))
    learners = learning.learners
    if labels or label_with:
        from wrapture.cli import label_learning

        if no_samples:
            raise typer.BadParameter("a wrapper learned from labels keeps its examples", param_hint="--no-samples")
        _check_labelling(labels, label_with, sources, drawn=render is RenderMode.always or scripts)
        refined = None if refine is None else api.load(refine)
        how = label_learning.Labelling(output, name, learners, root, refined, mask, force)
        if labels:
            sys.exit(label_learning.learn([*labels, *(sources or [])], columns, site, how))
        intake, examples = intake_for(allow_private=allow_private), _examples(label_with or [])
        sys.exit(
            label_learning.learn_by_examples(sources or [], examples, how, intake, labels_to=labels_to, may_ask=not yes)
        )
    for_labels = {"--refine": refine, "--root": root, "--labels-to": labels_to, "--site": site, "--mask": mask}
    for option, given in for_labels.items():
        if given:
            raise typer.BadParameter("is for labels: give --labels FILE or --label-with NAME=VALUE", param_hint=option)
    if not sources:
        raise typer.BadParameter("give pages to learn from, or --labels FILE", param_hint="SOURCE")
    intake = intake_for(allow_private=allow_private, render=render, scripts=scripts)
    if rows is not None and candidate != 1:
        raise typer.BadParameter("choose the list by its number or by its rows, not by both", param_hint="--rows")
    sys.exit(
        _learn(
            sources,
            learners,
            candidate,
            columns,
            name,
            intake,
            Saving(output, chosen, not no_samples, force),
            rows=rows,
            may_ask=not yes,
            no_result=no_result,
            lexicon=None if lexicon is None else api.read_lexicon(lexicon),
        )
    )


class Saving(NamedTuple):
    """The file of a new wrapper, the choice of its columns, and whether it keeps samples of its pages."""

    output: Path
    chosen: api.ColumnChoice
    samples: bool
    force: bool

    def check(self) -> None:
        """Raise if the file is there and may not be replaced."""
        from wrapture.files import check_target

        check_target(self.output, force=self.force)

    def save(self, wrapper: api.Wrapper) -> api.Wrapper:
        """Save a wrapper as it was asked for, and return it so."""
        wrapper = api.choose_in_wrapper(wrapper, self.chosen) if self.chosen else wrapper
        wrapper = wrapper if self.samples else api.forget_samples(wrapper)
        api.save(wrapper, self.output, force=self.force)
        say_learned(wrapper, self.output)
        return wrapper


def _learn(
    sources: Sequence[str],
    learners: Sequence[Learner],
    candidate: int,
    names: Sequence[str],
    name: str,
    intake: Intake,
    saving: Saving,
    *,
    rows: int | None,
    may_ask: bool,
    no_result: str | None,
    lexicon: api.Lexicon | None,
) -> int:
    """Learn a wrapper from the pages and save it; stop if a page can't be read, because the wrapper would lack it."""
    saving.check()
    with intake.opened():
        empty = intake.page_without_results(no_result)
        pages = _pages(sources, intake)
    if not pages:
        return FAILED
    if rows is None and candidate == 1:
        rows = _row_count(pages[0], learners, empty, may_ask=may_ask)
    learned = api.learn(
        pages,
        learner=learners,
        candidate=candidate,
        rows=rows,
        names=names,
        name=name,
        no_result=empty,
        lexicon=lexicon,
    )
    wrapper = saving.save(learned)
    for page in pages:
        if not api.extract(page, wrapper).rows:
            say(f"{page.name}: the wrapper finds no records here; is it a page of the same site?")
    return 0


def _learn_one(sources: Sequence[str], names: Sequence[str], name: str, intake: Intake, saving: Saving) -> int:
    """Learn a wrapper for pages about one thing each, and save it."""
    saving.check()
    with intake.opened():
        pages = _pages(sources, intake)
    if not pages:
        return FAILED
    saving.save(api.learn_one(pages, names=names, name=name))
    if len(pages) == 1:
        say(
            f"{saving.output}: learned from one page, so only its title, text, labelled values and data were found; "
            "give several pages"
        )
    return 0


def _pages(sources: Sequence[str], intake: Intake) -> list[Page]:
    """Return the pages to learn from; none if one of them can't be read."""
    pages = [page for page in intake.each_page(sources, lambda page: page) if not isinstance(page, Failure)]
    return pages if len(pages) == len(api.expand(sources)) else []


def _check_one(sources: list[str] | None, for_lists: dict[str, object]) -> None:
    """Raise `typer.BadParameter` for options that don't go with ``--one``."""
    for option, given in for_lists.items():
        if given:
            raise typer.BadParameter("is for lists; leave it out, or --one", param_hint=option)
    if not sources:
        raise typer.BadParameter("give pages to learn from", param_hint="SOURCE")


def _row_count(page: Page, learners: Sequence[Learner], no_result: Page | None, *, may_ask: bool) -> int | None:
    """Return the row count that the user chose; asked only if the rows learner runs alone and the count is not clear."""
    from wrapture.cli.question import settle

    if not all(isinstance(learner, api.Rows) for learner in learners):
        return None
    return settle(page, learners, no_result, may_ask=may_ask)


def _check_labelling(
    labels: list[str] | None, label_with: list[str] | None, sources: list[str] | None, *, drawn: bool
) -> None:
    """Raise `typer.BadParameter` for options that don't go together."""
    if labels and label_with:
        raise typer.BadParameter("labels or a value for each column, not both", param_hint="--label-with")
    if drawn:
        raise typer.BadParameter(
            "labels point into a page's source, not into what a browser draws", param_hint="--render"
        )
    if label_with and not sources:
        raise typer.BadParameter("name the page with the values", param_hint="SOURCE")


def _examples(given: list[str]) -> dict[str, list[str]]:
    """Return the example values by column name: several if the record has several."""
    examples: dict[str, list[str]] = {}
    for text in given:
        name, _, value = (part.strip() for part in text.partition("="))
        if not name or not value:
            raise typer.BadParameter(
                f"{text!r} is not a name and a value: title='The Trial'", param_hint="--label-with"
            )
        examples.setdefault(name, []).append(value)
    return examples
