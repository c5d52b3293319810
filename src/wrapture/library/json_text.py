"""Read JSON strictly, and write it so that people can read and edit it."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Final, NoReturn

from wrapture.errors import WrapperFileError

if TYPE_CHECKING:
    from collections.abc import Sequence

WIDTH: Final = 120  # values that fit are written on one line
MAX_KEYS: Final = 1_000  # of one object; a wrapper's have ten, and validating a million takes seconds
SHOWN: Final = 60  # characters of an invalid value to quote in a message
ADVICE: Final = "a wrapper file is made by wrapture learn"


def read_json(text: str, path: str) -> object:
    """Return the value of a JSON text; raises `WrapperFileError` for invalid JSON, duplicate keys and non-finite numbers."""
    try:
        return json.loads(text, object_pairs_hook=_without_doubles, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        what = f"not JSON ({error.msg[:1].lower()}{error.msg[1:]}); {ADVICE}"
        raise WrapperFileError(path, f"line {error.lineno}, column {error.colno}", what) from error
    except _StrictnessError as flaw:
        raise WrapperFileError(path, "", str(flaw)) from None
    except ValueError as error:  # an integer with thousands of digits
        raise WrapperFileError(path, "", f"a number is too long; {ADVICE}") from error
    except RecursionError:
        raise WrapperFileError(path, "", f"lists and objects are nested too deeply; {ADVICE}") from None


def write_json(value: object, indent: str = "", key: str = "") -> str:
    """Return a value as JSON; lists and objects that fit are on one line, others have a line for each item."""
    line = f"{indent}{key}{json.dumps(value, ensure_ascii=False)}"
    if not value or not isinstance(value, (dict, list)) or len(line) < WIDTH:  # a comma may follow
        return line
    inner = f"{indent}  "
    if isinstance(value, dict):
        items = [write_json(item, inner, f"{json.dumps(name, ensure_ascii=False)}: ") for name, item in value.items()]
        first, last = "{}"
    else:
        items = [write_json(item, inner) for item in value]
        first, last = "[]"
    return "\n".join([f"{indent}{key}{first}", ",\n".join(items), f"{indent}{last}"])


def shown(value: object) -> str:
    """Return a JSON value as quoted in a message: short and on one line; lists and objects by their kind only.

    >>> shown(["LI"]), shown(True), shown("x" * 100)[-4:]
    ('a list', 'true', "xx…'")
    """
    if isinstance(value, (dict, list, tuple)):
        return "an object" if isinstance(value, dict) else "a list"
    if isinstance(value, str):
        return plain(repr(_cut(value)))
    return _cut(json.dumps(value)) if value is None or isinstance(value, (bool, int, float)) else type(value).__name__


def plain(text: str) -> str:
    r"""Return a text for one line of a terminal, with unprintable characters escaped.

    >>> print(plain("two\nlines, \x1b[2J, Blå"))
    two\nlines, \x1b[2J, Blå
    """
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def _cut(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"


class _StrictnessError(ValueError):
    """Valid JSON that a wrapper file does not allow."""


def _without_doubles(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    if len(pairs) > MAX_KEYS:
        raise _StrictnessError(f"an object has {len(pairs)} keys; {ADVICE}")
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise _StrictnessError(f"duplicate key {shown(key)} in one object; remove one of them")
        found[key] = value
    return found


def _refuse_constant(name: str) -> NoReturn:
    raise _StrictnessError(f"{name} is not allowed; use a finite number")
