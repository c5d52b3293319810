"""Options that several commands have in common, as groups: a dataclass whose fields are options.

A command takes a group as one parameter, whose default value has the defaults of the options; `grouped` puts the options in its
place where Typer looks for them.  Help shows each group in a panel of its own, under the title of the class.
"""

from __future__ import annotations

import copy
import inspect
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import wraps
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Protocol, cast, get_args, get_type_hints

from wrapture import api
from wrapture.cli.options import (
    AllColumns,
    ColumnsOption,
    Drop,
    EncodingOption,
    Keep,
    LearnerOption,
    MaxVariance,
    MinCount,
    MinDensity,
    MinLength,
    NoBom,
    RawFormulas,
    Rename,
    Texts,
    Typed,
    column_names,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence


class OptionGroup(Protocol):
    """A dataclass whose fields are options."""

    PANEL: ClassVar[str]
    """The title above the options in help texts."""
    __dataclass_fields__: ClassVar[dict[str, Any]]


def grouped(command: Callable[..., None]) -> Callable[..., None]:
    """Return a command with an option for each field of its parameters that are groups."""
    signature = inspect.signature(command, eval_str=True)
    groups: dict[str, Any] = {
        name: one.default for name, one in signature.parameters.items() if is_dataclass(one.default)
    }

    @wraps(command)
    def run(**given: Any) -> None:
        for name, group in groups.items():
            given[name] = replace(group, **{field.name: given.pop(field.name) for field in fields(group)})
        command(**given)

    options = [one for parameter in signature.parameters.values() for one in _options(parameter)]
    run.__signature__ = signature.replace(parameters=options)  # type: ignore[attr-defined] # functions have no such attribute
    run.__annotations__ = {option.name: option.annotation for option in options}
    return run


def _options(parameter: inspect.Parameter) -> Iterator[inspect.Parameter]:
    """Yield the options of a group, or the parameter itself."""
    if not is_dataclass(parameter.default):
        yield parameter.replace(kind=inspect.Parameter.KEYWORD_ONLY)
        return
    group = cast("OptionGroup", parameter.default)
    hints = get_type_hints(type(group), include_extras=True)
    for field in fields(group):
        default = getattr(group, field.name)
        annotation = _in_panel(hints[field.name], group.PANEL)
        yield inspect.Parameter(field.name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _in_panel(annotation: Any, title: str) -> Any:
    """Return the annotation of an option that help texts show in a panel; commands without the group share the option."""
    kind, option = get_args(annotation)
    option = copy.copy(option)
    option.rich_help_panel = title
    return Annotated[kind, option]


@dataclass(frozen=True, slots=True)
class Learning:
    """How lists are found."""

    PANEL: ClassVar = "Learning"

    learner: LearnerOption = None
    encoding: EncodingOption = None
    min_length: MinLength = None
    min_count: MinCount = None
    max_variance: MaxVariance = None
    min_density: MinDensity = None

    @property
    def learners(self) -> Sequence[api.Learner]:
        """The chosen learners: all, unless one is named or an option of `repeats` is given."""
        return api.learners_with(
            None if self.learner is None else self.learner.value,
            encoding=None if self.encoding is None else self.encoding.value,
            min_length=self.min_length,
            min_count=self.min_count,
            max_variance=self.max_variance,
            min_density=self.min_density,
        )


@dataclass(frozen=True, slots=True)
class RowWriting:
    """How results are written."""

    PANEL: ClassVar = "Writing"

    typed: Typed = True
    texts: Texts = False
    all_columns: AllColumns = False
    no_bom: NoBom = False
    raw_formulas: RawFormulas = False

    @property
    def options(self) -> api.RowOptions:
        """The options of the writers."""
        return api.RowOptions(
            self.typed, self.texts, self.all_columns, bom=not self.no_bom, raw_formulas=self.raw_formulas
        )


@dataclass(frozen=True, slots=True)
class ColumnsByName:
    """Which columns are written, and what they are called."""

    PANEL: ClassVar = "Columns"

    columns: ColumnsOption = ""
    drop: Drop = ""
    keep: Keep = ""
    rename: Rename = None

    @property
    def choice(self) -> api.ColumnChoice:
        """What the options say about columns."""
        named = (self.columns, self.drop, self.keep)
        only, left_out, shown = (tuple(filter(None, column_names(names))) for names in named)
        return api.ColumnChoice(only, left_out, shown, tuple(api.renaming(self.rename or []).items()))
