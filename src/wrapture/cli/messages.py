"""Print for the user: messages on standard error, results on standard output.

Messages go through `logging`, so that ``-v`` shows those of the whole package (loggers named ``wrapture.*``) and ``-q`` only
errors.  Nothing here loads rich: a command that prints JSON starts without it.
"""

from __future__ import annotations

import io
import logging
import re
import sys
from typing import TYPE_CHECKING, Final, TypeVar, cast

from wrapture.cli.exit_codes import FAILED
from wrapture.wording import counted, for_command_line

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path
    from typing import TextIO

    from wrapture.api import Wrapper
    from wrapture.model.table import Failure

T = TypeVar("T")

MANY_PAGES: Final = 5  # from this number on there is a progress bar
NOTICE: Final = 25
"""The level of messages that are shown unless ``--quiet``: above `logging.INFO`, below a warning."""

BIDI: Final = (0x061C, 0x200E, 0x200F, *range(0x202A, 0x202F), *range(0x2066, 0x206A))
CONTROLS: Final = {
    **{code: repr(chr(code))[1:-1] for code in range(32)},
    **{code: f"\\u{code:04x}" for code in (*range(127, 160), 0x2028, 0x2029, *BIDI)},
}
"""Characters that control a terminal or reorder its text (Unicode's Bidi_Control), and the escapes shown instead.

The form ``\\u202e`` leaves JSON equivalent, because JSON escapes the controls below 32 anyway.
"""
LOGIN: Final = re.compile(r"(?<=:/)(/*)[^\s/@:]+:[^\s@]*@")
"""User name and password of an address, also of one that was taken for the name of a file (``http:/ann:key@host``)."""
LINES: Final = {code: shown for code, shown in CONTROLS.items() if chr(code) not in "\n\t"}
"""The same for text of several lines, where line breaks and tabs are kept."""

_log: Final = logging.getLogger("wrapture.cli")


class StandardError(logging.Handler):
    """Writes each message as one line beginning with ``wrapture:`` to `sys.stderr`, looked up for each message."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write a message; unlike in `logging.StreamHandler`, an error of the stream is raised."""
        sys.stderr.write(f"wrapture: {message_line(record.getMessage())}\n")
        sys.stderr.flush()


def set_up(*, verbose: bool = False, debug: bool = False, quiet: bool = False) -> None:
    """Choose which messages are shown: only errors if ``quiet``, more if ``verbose``, most if ``debug``."""
    package = logging.getLogger("wrapture")
    package.handlers = [StandardError()]
    package.propagate = False
    package.setLevel(logging.ERROR if quiet else logging.DEBUG if debug else logging.INFO if verbose else NOTICE)


set_up()


def shown_line(text: str) -> str:
    r"""Return a text as one line, with control characters escaped so that the terminal can't act on them.

    >>> shown_line("new\nline, \x1b[31mred")
    'new\\nline, \\x1b[31mred'
    """
    return text.translate(CONTROLS)


def message_line(message: str) -> str:
    """Return a message as a line for people, as it may stand on a terminal or in a log: no passwords, no control characters."""
    return shown_line(LOGIN.sub(r"\1", for_command_line(message)))


def say(message: str) -> None:
    """Print a line to standard error, unless ``--quiet``."""
    _log.log(NOTICE, "%s", message)


def say_error(message: str) -> None:
    """Print a line about something that went wrong to standard error."""
    _log.error("%s", message)


def ask(question: str) -> None:
    """Print a question to standard error and stay on its line."""
    sys.stderr.write(shown_line(question))
    sys.stderr.flush()


class TerminalText(io.TextIOBase):
    """Standard output on a terminal; control characters are shown as escapes."""

    def write(self, text: str) -> int:
        """Write a text of any number of lines."""
        sys.stdout.write(text.replace("\r\n", "\n").translate(LINES))
        return len(text)


def output() -> TextIO:
    """Return standard output for results, with control characters escaped if it is a terminal; pipes get the exact data."""
    return cast("TextIO", TerminalText()) if sys.stdout.isatty() else sys.stdout


def print_json(objects: Iterable[dict[str, object]]) -> None:
    """Print a JSON array of objects, one per line."""
    from wrapture.api import dump_json

    output().write("[" + ",\n".join(map(dump_json, objects)) + "]\n")


def show_pages(
    found: Sequence[T | Failure],
    as_object: Callable[[T | Failure], dict[str, object]],
    show: Callable[[T], None],
    *,
    as_json: bool,
) -> int:
    """Print what was found on pages, as JSON or each by itself, and return the exit code: failed if no page was read."""
    from wrapture.model.table import Failure

    if as_json:
        print_json(map(as_object, found))
    else:
        for one in found:
            if not isinstance(one, Failure):
                show(one)
    return FAILED if found and all(isinstance(one, Failure) for one in found) else 0


def progress(sources: Sequence[str]) -> Iterable[str]:
    """Yield the sources, with a progress bar if there are many and standard error is a terminal."""
    if len(sources) < MANY_PAGES or not sys.stderr.isatty():
        yield from sources
        return
    from rich.progress import track

    from wrapture.cli.display import error_console

    yield from track(sources, description="Reading pages", console=error_console(), transient=True)


def say_learned(wrapper: Wrapper, path: Path) -> None:
    """Print what was learned and how to use it."""
    columns = ", ".join(column.name for column in wrapper.table_columns if column.is_shown)
    profile = wrapper.profile
    few, most = profile.min_records, profile.max_records
    counts = counted(most, "record") if few == most else f"{few} to {counted(most, 'record')}"
    say(f"{path}: {counts} a page, columns {columns}")
    say(f"read other pages of the site with: wrapture extract --wrapper {path} PAGE...")
    if wrapper.listing is not None:
        say(f"read the whole list with: wrapture extract --wrapper {path} --pages all")
    if wrapper.query_form is not None:
        say(f"search the site with: wrapture search {path} QUERY")
