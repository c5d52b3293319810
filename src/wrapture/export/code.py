"""Python code as text: literals, calls and comments, laid out as a formatter would.

Anything from a wrapper file or a page is written by `literal` or in a comment of printable characters, so it can't become code.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

WIDTH: Final = 88
"""Maximum line length, as formatters use."""
INDENT: Final = "    "


class CodeCall(NamedTuple):
    """A call or, with an empty name, a tuple: the callee and its arguments."""

    name: str
    arguments: tuple[Expression, ...]


Expression: TypeAlias = "str | CodeCall"
"""Python code written as it is, or a call."""


def literal(text: str) -> str:
    r"""Return a text as a Python literal, in the quotes that need fewer escapes.

    >>> print(literal("it's"), literal('say "no"'), literal('a\n"b\''))
    "it's" 'say "no"' "a\n\"b'"
    """
    quote = "'" if text.count('"') > text.count("'") else '"'
    return quote + "".join([f"\\{c}" if c == quote else c if c in "'\"" else repr(c)[1:-1] for c in text]) + quote


def tuple_of(items: Iterable[Expression]) -> CodeCall:
    """Return a tuple expression."""
    return CodeCall("", tuple(items))


def comment(text: str, indent: int = 0) -> str:
    r"""Return a comment on one line; line ends in the text are escaped.

    >>> comment("two\nlines")
    '# two\\nlines'
    """
    shown = "".join([c if c.isprintable() else repr(c)[1:-1] for c in text])
    return f"{INDENT * indent}# {shown}".rstrip()


def laid_out(before: str, expression: Expression, after: str, indent: int) -> list[str]:
    """Return the lines of an expression: one if it fits, else one for each argument."""
    room = INDENT * indent
    line = f"{room}{before}{flat(expression)}{after}"
    if isinstance(expression, str) or len(line) <= WIDTH or not expression.arguments:
        return [line]
    inner = [line for one in expression.arguments for line in laid_out("", one, ",", indent + 1)]
    return [f"{room}{before}{expression.name}(", *inner, f"{room}){after}"]


def flat(expression: Expression) -> str:
    """Return an expression on one line."""
    if isinstance(expression, str):
        return expression
    single = "," if not expression.name and len(expression.arguments) == 1 else ""
    return f"{expression.name}({', '.join(map(flat, expression.arguments))}{single})"


def constant(name: str, text: str) -> list[str]:
    """Return the lines that assign a text to a name, in parentheses if that makes it fit."""
    line = f"{name} = {literal(text)}"
    inner = f"{INDENT}{literal(text)}"
    return [line] if len(line) <= WIDTH or len(inner) > WIDTH else [f"{name} = (", inner, ")"]


def listed(before: str, items: Sequence[str], indent: int = 0) -> list[str]:
    """Return the lines of a list of texts."""
    room = INDENT * indent
    if not items:
        return [f"{room}{before}[]"]
    return [f"{room}{before}[", *[f"{room}{INDENT}{literal(item)}," for item in items], f"{room}]"]
