"""Field types of a wrapper file, each with its rule and limit.

The limits are far above what is learned from real pages (at most 541 positions in a pattern, 913 in a template and 215
columns on 400 pages of the corpus), and low enough to bound the cost of any file: the worst pattern of
`MAX_PATTERN` positions takes 0.3 ms for each token of the worst page; one of 5,000 took 9 ms.
"""

# no `from __future__ import annotations`: pydantic reads the annotations at run time

from typing import Annotated, Final, TypeAlias

from pydantic import AfterValidator, FailFast, Field, StringConstraints, WithJsonSchema
from pydantic_core import PydanticCustomError

from wrapture.html.tokens import ENCODINGS
from wrapture.model.wrapper import MAX_NAME
from wrapture.reading.forest import read_labels, read_prefix
from wrapture.reading.records import read_pattern

MAX_TEXT: Final = 10_000  # characters of an address
MAX_NOTATION: Final = 500_000  # characters of a pattern or template
MAX_CONTEXT: Final = 4  # columns, one of each kind
MAX_SPARES: Final = 10  # locators beside the first; the learner's limit is 3
MAX_PATTERN: Final = 2_000  # positions
MAX_PATTERNS: Final = 100
MAX_IN_ALL: Final = 10_000  # positions of all patterns together
MAX_TEMPLATE: Final = 5_000  # positions
MAX_ROW: Final = 1_000  # tokens of a row template; the learner's limit is 400
MAX_PATH: Final = 1_000  # names from the root to the parent of records
MAX_SIBLINGS: Final = 1_000  # of a row
MAX_LONGEST: Final = 2_100  # tokens searched for a row template: 1 ms for each start tag at worst
MAX_ATTRIBUTES: Final = 100  # of a mask
MAX_REPEATED: Final = 1_000  # values of one attribute in a labelled record
MAX_EXCERPTS: Final = 1_000  # of a mask: one for each labelled page
MAX_EXCERPT: Final = 2_000_000  # characters of all excerpts together: the worst take half a minute to prepare
MAX_LABELLED: Final = 20_000  # records of an excerpt
MAX_PARTS: Final = 2_000  # blocks of a record, parts of a block, columns
MAX_PIECES: Final = 100
MAX_CUTS: Final = 10  # of one text, each cutting a piece of the cut before
MAX_PAGES: Final = 100_000  # names of pages that a wrapper was learned from
MAX_COUNT: Final = 10**9
MAX_SAMPLE: Final = 1_000  # characters of a value kept as a sample


def flaw(what: str, *field: str | int) -> PydanticCustomError:
    """Return a validation error for the current value, or for the `field` below it."""
    return PydanticCustomError("flaw", "{what}", {"what": what, "field": field})


def many(at_most: int, at_least: int = 0) -> tuple[object, ...]:
    """Return the annotations of a list field: it is read into a tuple, and the first invalid item ends validation."""
    return Field(strict=False, min_length=at_least, max_length=at_most), FailFast()


def length_of(notation: str) -> int:
    """Return the number of positions of a pattern or template without parsing it."""
    return len(notation.split())


def _check_encoding(name: str) -> str:
    if name not in ENCODINGS:
        raise flaw(f"no encoding has this name; use one of {', '.join(ENCODINGS)}")
    return name


def _check_pattern(notation: str) -> str:
    if length_of(notation) > MAX_PATTERN:
        raise flaw(f"longer than {MAX_PATTERN} tokens; learn the wrapper again")
    read_pattern(notation)
    return notation


def _check_template(template: str) -> str:
    if length_of(template) > MAX_TEMPLATE:
        raise flaw(f"longer than {MAX_TEMPLATE} tokens; learn the wrapper again")
    for n, position in enumerate(read_pattern(template).positions if template else ()):
        if position.mismatched:
            raise flaw(f"position {n} must be one token: a template has no alternatives")
    return template


def _check_prefix(prefix: str) -> str:
    read_prefix(prefix)
    return prefix


def _check_labels(notation: str) -> str:
    if len(read_labels(notation)) > MAX_PIECES:
        raise flaw(f"more than {MAX_PIECES} labels; learn the wrapper again")
    return notation


def _check_label(notation: str) -> str:
    if len(read_labels(notation)) > 1:
        raise flaw("must be one label")
    return notation


Name: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=MAX_NAME, pattern=r"\S")]
Text: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=MAX_TEXT)]
ShortText: TypeAlias = Annotated[str, StringConstraints(max_length=MAX_NAME)]
Separator: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=MAX_NAME)]
Count: TypeAlias = Annotated[int, Field(ge=0, le=MAX_COUNT)]
EncodingName: TypeAlias = Annotated[
    str, AfterValidator(_check_encoding), WithJsonSchema({"type": "string", "enum": list(ENCODINGS)})
]
Notation: TypeAlias = Annotated[
    str, StringConstraints(min_length=1, max_length=MAX_NOTATION), AfterValidator(_check_pattern)
]
Template: TypeAlias = Annotated[str, StringConstraints(max_length=MAX_NOTATION), AfterValidator(_check_template)]
Prefix: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=MAX_TEXT), AfterValidator(_check_prefix)]
LabelText: TypeAlias = Annotated[
    str, StringConstraints(min_length=1, max_length=MAX_TEXT), AfterValidator(_check_label)
]
LabelsText: TypeAlias = Annotated[
    str, StringConstraints(min_length=1, max_length=MAX_TEXT), AfterValidator(_check_labels)
]
RowText: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=MAX_TEXT)]
RowToken: TypeAlias = RowText | Annotated[int, Field(ge=1, le=MAX_COUNT)]
Part: TypeAlias = Annotated[float, Field(ge=0, le=1)]
Sample: TypeAlias = Annotated[str, StringConstraints(max_length=MAX_SAMPLE)]
Property: TypeAlias = Annotated[str, StringConstraints(max_length=MAX_NAME)]
TagName: TypeAlias = Annotated[str, StringConstraints(min_length=1, max_length=MAX_NAME)]
