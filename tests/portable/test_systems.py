"""What differs between systems.  Windows and macOS are faked here, and these tests run on the real ones in CI."""

from __future__ import annotations

import ast
import os
import signal
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

import wrapture
from wrapture import systems
from wrapture.errors import BulkError
from wrapture.files import atomic_writer
from wrapture.library.library_files import slug_of
from wrapture.locks import LockedError, locked_file
from wrapture.user_folders import cache_folder, data_folder

SOURCE: Final = Path(wrapture.__file__).parent
MODULES: Final = frozenset({"fcntl", "grp", "posix", "pty", "pwd", "resource", "syslog", "termios", "tty"})
"""Modules that Windows lacks."""
NAMES: Final = {
    "os": frozenset(
        [
            "O_ASYNC",
            "O_DIRECTORY",
            "O_NOFOLLOW",
            "fchmod",
            "fchown",
            "fork",
            "forkpty",
            "getegid",
            "geteuid",
            "getgid",
            "getpgid",
            "getppid",
            "getuid",
            "kill",
            "killpg",
            "mkfifo",
            "nice",
            "pread",
            "pwrite",
            "sched_getaffinity",
            "setsid",
            "sync",
            "uname",
            "wait",
            "waitpid",
        ]
    ),
    "signal": frozenset(
        [
            "ITIMER_REAL",
            "SIGALRM",
            "SIGCHLD",
            "SIGHUP",
            "SIGIO",
            "SIGKILL",
            "SIGPIPE",
            "SIGQUIT",
            "SIGSTOP",
            "SIGUSR1",
            "SIGUSR2",
            "alarm",
            "setitimer",
        ]
    ),
}
"""Names that Windows lacks."""
HOMES: Final = {
    "bulk.engines.child_process": {"fcntl", "O_ASYNC"},
    "bulk.engines.page_limits": {"ITIMER_REAL", "SIGALRM", "pread", "setitimer"},
    "bulk.engines.pool": {"sched_getaffinity"},
    "html.native_check": {"resource"},
    "sql.query_limits": {"resource"},
    "systems": {"SIGKILL", "geteuid", "getpgid", "killpg"},
}
"""The modules that may use such modules and names: those of ``bulk``, which Windows refuses, and others behind a condition."""
WHEN_LOADED: Final = {("html.native_check", "resource")}
"""Uses when a module is loaded: that one is a program for systems with the native extension."""


def module_name(path: Path) -> str:
    return ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__")


@cache
def trees() -> dict[str, ast.Module]:
    """Return the parsed modules of the package by name."""
    return {module_name(path): ast.parse(path.read_text("utf-8")) for path in sorted(SOURCE.rglob("*.py"))}


def posix_uses(tree: ast.AST) -> set[str]:
    """Return the modules and names in a piece of code that Windows lacks."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= MODULES & {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= MODULES & {str(node.module).partition(".")[0]}
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            found |= NAMES.get(node.value.id, frozenset()) & {node.attr}
    return found


def test_what_windows_lacks_is_used_in_a_few_modules_only() -> None:
    assert {name: uses for name, tree in trees().items() if (uses := posix_uses(tree))} == HOMES


def test_no_module_needs_it_to_be_loaded() -> None:
    when_loaded = {
        (name, use)
        for name, tree in trees().items()
        for statement in tree.body
        if not isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
        for use in posix_uses(statement)
    }
    assert when_loaded == WHEN_LOADED


WITHOUT: Final = """
import builtins, sys
real = builtins.__import__
def without(name, globals=None, locals=None, fromlist=(), level=0):
    if name.partition(".")[0] in MODULES and (globals or {}).get("__name__", "").startswith("wrapture"):
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    return real(name, globals, locals, fromlist, level)
builtins.__import__ = without
import wrapture.bulk.run, wrapture.studio.app
from wrapture.cli.main import run
sys.argv = ["wrapture", "extract", sys.argv[1], "--format", "csv"]
run()
"""


@pytest.mark.slow
def test_pages_are_read_without_the_modules_that_windows_lacks(tmp_path: Path) -> None:
    from tests.conftest import books

    page = tmp_path / "books.html"
    page.write_text(books(8), "utf-8")
    code = f"MODULES = {set(MODULES)!r}{WITHOUT}"
    done = subprocess.run([sys.executable, "-c", code, str(page)], capture_output=True, text=True, check=False)
    assert (done.returncode, len(done.stdout.splitlines())) == (0, 9), done.stderr


# --- faked systems ---


@pytest.fixture
def windows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "win32")


@pytest.mark.usefixtures("windows")
def test_windows_kills_a_process_with_its_children(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[Any] = []
    monkeypatch.setattr(subprocess, "run", lambda line, **_: ran.append(line))
    systems.kill_with_children(4711)
    assert ran == [["taskkill", "/T", "/F", "/PID", "4711"]]


@pytest.mark.usefixtures("windows")
def test_windows_refuses_bulk_in_one_line(tmp_path: Path) -> None:
    with pytest.raises(BulkError, match="bulk runs on Linux and macOS"):
        wrapture.extract_bulk(["pages"], tmp_path / "out.csv", library=tmp_path)


def test_a_system_without_root_and_signals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "geteuid", raising=False)
    monkeypatch.delattr(signal, "SIGKILL", raising=False)
    monkeypatch.delattr(signal, "SIGHUP", raising=False)
    assert not systems.is_root()
    assert systems.signals("SIGTERM", "SIGKILL", "SIGHUP") == (int(signal.SIGTERM),)


@pytest.mark.parametrize(("platform", "name"), [("darwin", "Chrome"), ("win32", "chrome.exe")])
def test_browsers_are_found_where_they_are_installed(platform: str, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    assert any(place.endswith(name) for place in systems.usual_browsers())


def test_linux_looks_on_the_path_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    assert systems.usual_browsers() == ()


@pytest.mark.parametrize("name", ["con", "Aux", "nul.example", "LPT1"])
def test_wrappers_never_have_the_name_of_a_device(name: str) -> None:
    assert not systems.RESERVED.match(slug_of(name))


def test_a_folder_that_can_not_be_flushed_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = os.open

    def refuse(path: Any, flags: int, *more: Any, **options: Any) -> int:
        if Path(path).is_dir():
            raise PermissionError(13, "Permission denied")  # as Windows answers
        return real(path, flags, *more, **options)

    monkeypatch.setattr(os, "open", refuse)
    with atomic_writer(tmp_path / "a.txt", force=False) as file:
        file.write_text("whole")
    assert (tmp_path / "a.txt").read_text() == "whole"


def test_a_disk_without_hard_links_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: Any) -> None:
        raise OSError(1, "Incorrect function")

    monkeypatch.setattr(Path, "hardlink_to", refuse)
    with atomic_writer(tmp_path / "a.txt", force=False) as file:
        file.write_text("whole")
    assert (tmp_path / "a.txt").read_text() == "whole"


# --- the system that this is ---


def test_a_lock_has_one_holder(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with locked_file(path, timeout_s=1), pytest.raises(LockedError), locked_file(path, timeout_s=0.01):
        pass


def test_the_users_folders_are_absolute() -> None:
    assert data_folder().is_absolute()
    assert cache_folder().is_absolute()
