"""Whether the native extension is used: it reads records off the parser's tree, without a Python object for any node.

It is built on installation where there is a C compiler, and calls functions inside selectolax's library.  So it is used only
with versions of selectolax that it was tested with, and after a self-check (`wrapture.html.native_check`) that runs in a
process of its own, where a crash harms nothing.  The result is kept in the user's cache, so that a start costs next to nothing.
Nothing needs the extension: without it, the reference reader reads the same.  ``WRAPTURE_NATIVE=0`` turns it off.
"""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final
from zlib import crc32

import selectolax
from selectolax import lexbor

from wrapture.algo.kernels import KERNELS
from wrapture.errors import WraptureError
from wrapture.systems import signals
from wrapture.user_folders import cache_folder

TESTED: Final = ("1.0.0", "1.0.1", "1.0.2")
"""Versions of selectolax that pass the self-check, and with which the readers in C and in Python agree."""
VERSION: Final = 7
"""Of what is called there: it may have been built before these modules were changed."""
ELEMENT, HIDDEN, BLANK, SHOWN = range(4)
"""Kinds of steps: an element, a text that is not displayed, a blank one, another one."""
ANY, EXACT, FIRST_WORD = range(3)
"""What is demanded of an attribute's value."""

CHECK: Final = Path(__file__).with_name("native_check.py")
TIMEOUT_S: Final = 30.0  # the self-check takes 0.05 s on an idle machine
PASSED: Final = "passed"
FROM_OUTSIDE: Final = signals("SIGINT", "SIGTERM", "SIGKILL", "SIGHUP")
"""Signals that say nothing of the check: a person or the system has ended it."""


@cache
def is_available() -> bool:
    """Return whether the native extension was built, is not turned off, and works with the parser that is installed."""
    return not _why_not()


def native_status() -> str:
    """Return in one line whether the native extension reads pages, and if it does not, why."""
    reason = _why_not()
    if reason:
        return f"native extension not used, pages are read by the reference reader: {reason}"
    kernels = "" if KERNELS is not None else "; kernels of discovery not built, pages are searched more slowly"
    return f"native extension in use (selectolax {selectolax.__version__}){kernels}"


@cache
def _why_not() -> str:
    """Return why the native extension is not used, nothing where it is."""
    if os.environ.get("WRAPTURE_NATIVE") == "0":
        return "turned off by WRAPTURE_NATIVE=0"
    if selectolax.__version__ not in TESTED:
        return f"selectolax {selectolax.__version__} is not one of the tested versions ({', '.join(TESTED)})"
    try:
        from wrapture.html import _tree
    except ImportError:
        return "not built; it needs a C compiler and the headers of Python on installation"
    if _tree.VERSION != VERSION:
        return "built for another version of Wrapture; install Wrapture again"
    result = _checked(Path(_tree.__file__), Path(lexbor.__file__))
    if result == PASSED:
        _tree.bind(lexbor.__file__)  # as the check has done
        return ""
    return f"the self-check failed with selectolax {selectolax.__version__}: {result}"


def _checked(extension: Path, parser: Path) -> str:
    """Return what the self-check says, from the cache where it was asked before."""
    kept = _kept(extension, parser)
    if kept is not None:
        with suppress(OSError, UnicodeDecodeError):
            return kept.read_text("utf-8") or "no result"
    result, is_final = run_check(extension, parser)
    if kept is not None and is_final:
        with suppress(OSError, WraptureError):
            kept.parent.mkdir(parents=True, exist_ok=True)
            from wrapture.files import atomic_writer

            with atomic_writer(kept, force=True) as temporary:
                temporary.write_text(result, "utf-8")
    return result


def _kept(extension: Path, parser: Path) -> Path | None:
    """Return the file that keeps the result for these two libraries and this check, None where they can't be read."""
    try:
        stat = parser.stat()
        libraries = (extension.read_bytes(), CHECK.read_bytes())
        folder = cache_folder()
    except (OSError, RuntimeError):
        return None
    named = f"{selectolax.__version__} {parser} {stat.st_size} {stat.st_mtime_ns} {sys.version}".encode()
    digest = "".join(
        [f"{crc32(part):08x}" for part in (*libraries, named)]
    )  # loading hashlib takes longer than all of this
    return folder / "native-check" / f"{selectolax.__version__}-{digest}.txt"


def run_check(extension: Path, parser: Path, *swaps: str) -> tuple[str, bool]:
    """Return what the self-check says in a process of its own, and whether it would say the same again.

    ``swaps`` (``symbol=other``) put another function of the parser in the place of one, for tests.
    """
    import subprocess

    if not sys.executable:
        return "there is no Python interpreter to run it with", False
    folder = parser.parent.parent
    command = [sys.executable, "-I", "-S", str(CHECK), str(folder), str(extension), *swaps]
    try:
        done = subprocess.run(  # noqa: S603 - this Python, with words of our own
            command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=TIMEOUT_S, check=False
        )
    except (OSError, subprocess.SubprocessError) as error:
        return f"it can't be run ({type(error).__name__})", False
    if done.returncode < 0:
        return f"its process was ended by {_signal(-done.returncode)}", -done.returncode not in FROM_OUTSIDE
    said = (done.stdout.strip() or done.stderr.strip()).splitlines()
    return said[-1] if said else "it said nothing", bool(done.stdout.strip())


def _signal(number: int) -> str:
    try:
        return signal.Signals(number).name
    except ValueError:
        return f"signal {number}"
