"""A process that answers each input line with an output line; it is replaced if it takes too long or dies."""

from __future__ import annotations

import json
import select
import subprocess
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence


class Worker(AbstractContextManager["Worker"]):
    """Runs one process of a command at a time, started on the first question."""

    def __init__(self, command: Sequence[str], timeout_s: float) -> None:
        self.command = command
        self.timeout_s = timeout_s
        self._process: subprocess.Popen[bytes] | None = None

    def ask(self, question: str) -> dict[str, Any]:
        """Return the answer to a line, or ``{"error": …}`` if none came in time."""
        process = self._started()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.write(question.encode() + b"\n")
            process.stdin.flush()
            ready, _, _ = select.select([process.stdout], [], [], self.timeout_s)
            line = process.stdout.readline() if ready else None
        except BrokenPipeError:
            line = b""
        if line:
            return dict(json.loads(line))
        self.stop()
        return {"error": f"no answer in {self.timeout_s:g} s" if line is None else "the process died"}

    def stop(self) -> None:
        """End the process, if any."""
        if self._process is not None:
            self._process.kill()
            self._process.communicate()
            self._process = None

    def __exit__(self, *_: object) -> None:
        self.stop()

    def _started(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            self._process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        return self._process
