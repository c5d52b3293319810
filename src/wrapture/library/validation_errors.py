"""Turn validation errors of pydantic into one-line messages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wrapture.errors import WrapperFileError
from wrapture.library.json_text import SHOWN, plain, shown

if TYPE_CHECKING:
    from collections.abc import Iterable

    from pydantic import ValidationError
    from pydantic_core import ErrorDetails

EXPECTED: Final = {
    "model_type": "an object",
    "model_attributes_type": "an object",
    "tuple_type": "a list",
    "string_type": "a text",
    "string_unicode": "a text without lone surrogates",
    "string_pattern_mismatch": "a text that is not blank",
    "int_type": "a whole number",
    "float_type": "a number",
    "bool_type": "true or false",
}
KINDS: Final = frozenset(["union_tag_invalid", "union_tag_not_found"])
"""Errors of a ``kind``: pydantic reports them for the object that contains it."""
ADVICE: Final = {
    "union_tag_not_found": "is missing; add it",
    "missing": "is missing; add it",
    "extra_forbidden": "is not a field of a wrapper file; check its spelling or remove it",
}


def complaint(error: ValidationError, path: str) -> WrapperFileError:
    """Return an error for the first problem of a wrapper file."""
    first = error.errors(include_url=False)[0]
    field = (*_without_kind(first["loc"]), *first.get("ctx", {}).get("field", ()))
    if first["type"] in KINDS:
        return WrapperFileError(path, field_name((*field, "kind")), _what(first))
    return WrapperFileError(path, field_name(field), _what(first))


def _without_kind(field: tuple[str | int, ...]) -> tuple[str | int, ...]:
    """Return a field's path without the union tags that pydantic inserts."""
    tag = {"locator": 1, "spares": 2}.get(str(field[0]), len(field)) if field else 0
    named = (*field[:tag], *field[tag + 1 :])
    return tuple(part for part in named if not str(part).startswith("constrained-"))


def field_name(field: Iterable[str | int]) -> str:
    """Return the path of a field as text.

    >>> field_name(("locator", "patterns", 0))
    'locator.patterns[0]'
    """
    steps = (f"[{step}]" if isinstance(step, int) else f".{plain(step[:SHOWN])}" for step in field)
    return "".join(steps).removeprefix(".")


def _what(error: ErrorDetails) -> str:
    kind, context = error["type"], error.get("ctx", {})
    if kind in ADVICE:
        return ADVICE[kind]
    if kind == "flaw":
        return str(context["what"])
    if kind == "value_error":  # a pattern that does not parse
        return plain(str(context["error"]))
    if kind == "union_tag_invalid":
        allowed = " or ".join(context["expected_tags"].split(", "))
        return f"expected {allowed}, found {shown(context['tag'])}"
    said = error["msg"].replace("Input should be", "expected").replace("Tuple should have", "the list should have")
    expected = f"expected {EXPECTED[kind]}" if kind in EXPECTED else said[:1].lower() + said[1:]
    return f"{expected}, found {shown(error['input'])}"
