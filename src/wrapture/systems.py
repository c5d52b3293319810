"""What differs between Linux, macOS and Windows, in one place; `locks`, `files` and `user_folders` are portable by themselves.

Names that only some systems have (signals, process groups, user ids) are looked up here, and nowhere when a module is loaded.
"""

from __future__ import annotations

import os
import re
import signal
import sys
from contextlib import suppress
from typing import Final

RESERVED: Final = re.compile(r"^(con|prn|aux|nul|com\d|lpt\d)(\.|$)", re.IGNORECASE)
"""File names that Windows keeps for devices, whatever their extension."""
BROWSERS: Final = {
    "darwin": (
        "/Applications/Chromium.app/Contents/MacOS/Chromium",
        "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    ),
    "win32": (
        r"%ProgramFiles%\Google\Chrome\Application\chrome.exe",
        r"%LocalAppData%\Chromium\Application\chrome.exe",
        r"%ProgramFiles(x86)%\Microsoft\Edge\Application\msedge.exe",
    ),
}
"""Where browsers are that are not on the path."""


def is_windows() -> bool:
    """Return whether this is Windows."""
    return sys.platform == "win32"


def signals(*names: str) -> tuple[int, ...]:
    """Return the signals with these names that this system has.

    >>> signals("SIGINT", "SIGNEVER") == (2,)
    True
    """
    return tuple(int(getattr(signal, name)) for name in names if hasattr(signal, name))


def is_root() -> bool:
    """Return whether this process may do everything; Windows has no such user."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def has_supervised_processes() -> bool:
    """Return whether processes can be supervised by pipes, timers and limits, as ``wrapture bulk`` needs."""
    return not is_windows()


def kill_with_children(process: int) -> None:
    """Kill a process that leads a group, and all processes of the group; nothing happens if it has ended."""
    with suppress(OSError):
        if is_windows():
            import subprocess

            line = ["taskkill", "/T", "/F", "/PID", str(process)]
            subprocess.run(line, capture_output=True, check=False, timeout=60)  # noqa: S603
        elif os.getpgid(process) == process:
            os.killpg(process, signal.SIGKILL)


def usual_browsers() -> tuple[str, ...]:
    """Return the places of browsers on this system, beside the path."""
    return tuple(os.path.expandvars(place) for place in BROWSERS.get(sys.platform, ()))


def safe_stem(stem: str) -> str:
    """Return a file name that no system keeps for a device.

    >>> safe_stem("aux"), safe_stem("com1.example"), safe_stem("console")
    ('aux_', 'com1_.example', 'console')
    """
    return RESERVED.sub(r"\1_\2", stem, count=1)
