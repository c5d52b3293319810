"""The columns that the records of a wrapper have in the output, decided from the wrapper and the job alone.

All parts of a wrapper have the same columns of the same kinds, whatever their pages say:

* A text, an address or an image is a string, and so is a link in a text, as it stands there.
* A number, a percentage, the amount of a price and a rating are numbers (64 bit floating point: a type does not say that there
  are no fractions).  The currency of a price and the scale of a rating stand in columns behind, ``price_currency`` and
  ``rating_scale``.
* A date is a day.  Its moment stands in a column behind, ``date_time``, and nothing where no time of day is given; one that
  knows its zone is in UTC.
* What the layout makes a list of is a list of these.
* With ``texts``, a column of a type is followed by what the page says, ``price_text``.

Constant columns are left out unless the job wants them or there are no others.  Names are made different as
`wrapture.sinks.rows` tells, from the leading columns too; of a column of the wrapper and one that is made for another, the
wrapper's own keeps its name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from wrapture.sinks.rows import header

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.bulk.model import Job
    from wrapture.extraction.values.flat import FlatKind
    from wrapture.model import Column, Layout, Wrapper

LEAD: Final = ("page", "record", "wrapper", "fit")
"""The leading columns; in Parquet ``wrapper`` is the name of a folder."""

UNNAMED: Final = "column"  # some databases have no column without a name
LIST: Final = "[]"  # ends the kind of a column of lists
TEXT: Final = -1  # the facet of a value that is its text

Facets: TypeAlias = "tuple[tuple[str, FlatKind], ...]"
FACETS: Final[dict[str, Facets]] = {
    "number": (("", "number"),),
    "percentage": (("", "number"),),
    "price": (("", "number"), ("currency", "string")),
    "rating": (("", "number"), ("scale", "number")),
    "date": (("", "date"), ("time", "moment")),
}
"""What is said by values of a type: the ending of the column's name and its kind.  Other types are texts."""


class OutColumn(NamedTuple):
    """A column of the output: its ``kind``, the wrapper's column that it comes of, and which ``facet`` of the values it is."""

    name: str
    kind: str
    origin: Column
    facet: int

    @property
    def is_list(self) -> bool:
        """Whether its values are lists."""
        return self.kind.endswith(LIST)


def out_columns(wrapper: Wrapper, job: Job) -> tuple[OutColumn, ...]:
    """Return the columns of the output beside the leading ones, in order."""
    origins = chosen(wrapper, constants=job.constants)
    made = [_made(column, wrapper.layout, texts=job.texts) for column in origins]
    names = _named([column.name for column in origins], [[ending for ending, *_ in one] for one in made])
    return tuple(
        OutColumn(name, kind, origin, facet)
        for origin, one, own in zip(origins, made, names, strict=True)
        for (_, kind, facet), name in zip(one, own, strict=True)
    )


def chosen(wrapper: Wrapper, *, constants: bool) -> list[Column]:
    """Return the columns of a wrapper that go out: those that are kept, without constant ones where there are others."""
    kept = [column for column in wrapper.layout.columns if column.keep]
    return kept if constants else [column for column in kept if not column.constant] or kept


def _made(column: Column, layout: Layout, *, texts: bool) -> list[tuple[str, str, int]]:
    """Return what is made of a column: the ending of a name, the kind and the facet of each; the first has no ending."""
    facets = FACETS.get(column.type_name)
    many = LIST if is_list(column, layout) else ""
    if facets is None:
        return [("", f"string{many}", TEXT)]
    made = [(ending, f"{kind}{many}", facet) for facet, (ending, kind) in enumerate(facets)]
    return [*made, ("text", f"string{many}", TEXT)] if texts else made


def is_list(column: Column, layout: Layout) -> bool:
    """Return whether the cells of a column hold any number of values; those of a merged one are one text."""
    return bool(layout.blocks) and not column.more and layout.blocks[column.place[0]].parts[column.place[1]].every


def _named(names: Sequence[str], endings: Sequence[Sequence[str]]) -> list[list[str]]:
    """Return the names of all columns that are made: first the wrapper's own get theirs, then the others."""
    own = header([name or UNNAMED for name in names], LEAD)[len(LEAD) :]
    wanted = [f"{name}_{ending}" for name, ones in zip(own, endings, strict=True) for ending in ones[1:]]
    taken = (*LEAD, *own)
    others = iter(header(wanted, taken)[len(taken) :])
    return [[name, *(next(others) for _ in ones[1:])] for name, ones in zip(own, endings, strict=True)]
