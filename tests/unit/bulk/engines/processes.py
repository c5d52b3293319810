"""Processes as the system sees them."""

from __future__ import annotations

from pathlib import Path

from tests.patience import is_alive


def readers(pid: int) -> set[int]:
    """Return the processes that read pages for a process."""
    return children(pid, "wrapture.bulk.engines.child_process")


def children(pid: int, word: str) -> set[int]:
    """Return the processes that a process has started with some word in their command line."""
    others = [int(folder.name) for folder in Path("/proc").iterdir() if folder.name.isdigit()]
    return {other for other in others if is_alive(other) and _parent(other) == pid and word in _command(other)}


def _command(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return ""


def _parent(pid: int) -> int:
    try:
        return int(_stat(pid)[1])
    except (FileNotFoundError, ProcessLookupError):
        return -1


def _stat(pid: int) -> list[str]:
    """Return state, parent and more of a process; its name, which may hold anything, ends with the last parenthesis."""
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def handles() -> int:
    """Return how many files and pipes this process has open."""
    return len(list(Path("/proc/self/fd").iterdir()))
