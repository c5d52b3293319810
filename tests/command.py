"""Run ``wrapture`` from a test: in the test's own process, also in a terminal, or as a process of its own.

Starting Python with its imports takes most of a second of CPU, many times as long as most commands, so ``Command(...)``
calls the entry point of the installed command with streams, folder and environment of its own.  Tests of the process
itself (signals, hash seeds, locales, hangs) use ``Command.started``.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final, TextIO

from wrapture.cli.display import error_console
from wrapture.cli.main import run

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

COMMAND: Final = Path(sys.executable).parent / "wrapture"
ROOT: Final = Path(__file__).resolve().parent.parent
TIMEOUT_S: Final = 300.0
"""A command that takes longer counts as hung. No test waits for it, so it is long enough for any busy machine."""
CALLERS_OWN: Final = ("COLUMNS", "COVERAGE_PROCESS_CONFIG", "PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED")
"""Environment variables that must not reach the command: they change what it prints and loads."""


@dataclass(frozen=True)
class Done:
    """Exit code and output of a command."""

    code: int
    out: str
    err: str

    def fails_with_one_line(self) -> str:
        """Return the only line of standard error, after checking that the command failed and printed nothing else."""
        assert self.code == 1, self
        assert self.out == "", self.out
        (line,) = self.err.splitlines()
        assert line.startswith("wrapture: "), line
        return line


class Command:
    """The command ``wrapture``, run in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(self, *arguments: str | Path, stdin: bytes = b"", env: Mapping[str, str] | None = None) -> Done:
        """Run the command in this process."""
        out, err = new_stream(), new_stream()
        with contextlib.chdir(self.folder), _environment(self.env(env)):
            code = run_here(self.line(*arguments), new_stream(stdin), out, err)
        return Done(code, text_of(out), text_of(err))

    def each(self, runs: Iterable[Sequence[str | Path]]) -> list[Done]:
        """Run the command in this process with each of these arguments."""
        return [self(*arguments) for arguments in runs]

    def started(
        self,
        *arguments: str | Path,
        stdin: bytes = b"",
        env: Mapping[str, str] | None = None,
        timeout_s: float = TIMEOUT_S,
    ) -> Done:
        """Run the command as a process of its own."""
        done = subprocess.run(
            self.line(*arguments),
            cwd=self.folder,
            input=stdin,
            capture_output=True,
            env=self.env(env),
            timeout=timeout_s,
            check=False,
        )
        return Done(done.returncode, done.stdout.decode(), done.stderr.decode())

    def each_started(self, runs: Iterable[Sequence[str | Path]], envs: Iterable[Mapping[str, str]]) -> list[Done]:
        """Run the command as processes, side by side, with each of these arguments in each of these environments."""
        jobs = [(arguments, env) for arguments in runs for env in envs]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            return list(pool.map(lambda job: self.started(*job[0], env=job[1]), jobs))

    def in_turn(self, runs: Iterable[Sequence[str | Path]], env: Mapping[str, str]) -> list[Done]:
        """Run the command with each of these arguments in one new process, which starts with this environment."""
        lines = json.dumps([self.line(*arguments) for arguments in runs])
        done = subprocess.run(
            [sys.executable, "-m", "tests.command"],
            cwd=self.folder,
            input=lines.encode(),
            capture_output=True,
            env={**self.env(env), "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])},
            timeout=TIMEOUT_S,
            check=True,
        )
        return [Done(*one) for one in json.loads(done.stdout)]

    def asked(self, answers: bytes, *arguments: str | Path) -> tuple[int, str]:
        """Run the command in this process, in a terminal of its own, and type the answers; return its exit code and output."""
        import pty  # Windows has none

        error_console.cache_clear()  # it keeps whether standard error was a terminal
        terminal, side = pty.openpty()
        os.write(terminal, answers)
        with ThreadPoolExecutor(1) as reader, contextlib.chdir(self.folder), _environment(self.env()):
            shown = reader.submit(read_terminal, terminal)
            with (
                os.fdopen(side, encoding="utf-8") as stdin,
                os.fdopen(os.dup(side), "w", encoding="utf-8") as stdout,
                os.fdopen(os.dup(side), "w", encoding="utf-8") as stderr,
            ):
                code = run_here(self.line(*arguments), stdin, stdout, stderr)
            error_console.cache_clear()
            return code, shown.result().replace("\r\n", "\n")

    def line(self, *arguments: str | Path) -> list[str]:
        """Return the words of a command line."""
        return [str(COMMAND), *map(str, arguments)]

    def env(self, more: Mapping[str, str] | None = None) -> dict[str, str]:
        """Return an environment without the caller's variables that would change the output."""
        kept = {name: value for name, value in os.environ.items() if name not in CALLERS_OWN}
        return {**kept, "OMP_NUM_THREADS": "1", "NO_PROXY": "127.0.0.1", "COLUMNS": "120", **(more or {})}


def run_lines(lines: Iterable[Sequence[str]]) -> Iterator[Done]:
    """Run command lines in this process, one after the other."""
    for line in lines:
        out, err = new_stream(), new_stream()
        yield Done(run_here(line, new_stream(), out, err), text_of(out), text_of(err))


def read_terminal(terminal: int) -> str:
    """Return everything sent to a terminal until its other side is closed, and close it."""
    sent = b""
    while True:
        try:
            piece = os.read(terminal, 65536)
        except OSError:  # Linux raises EIO if the other side is closed
            break
        if not piece:
            break
        sent += piece
    os.close(terminal)
    return sent.decode()


def run_here(line: Sequence[str], stdin: TextIO, stdout: TextIO, stderr: TextIO) -> int:
    """Run a command line in this process and return its exit code."""
    before = sys.argv, sys.stdin, sys.stdout, sys.stderr
    sys.argv, sys.stdin, sys.stdout, sys.stderr = list(line), stdin, stdout, stderr
    try:
        run()
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    finally:
        sys.argv, sys.stdin, sys.stdout, sys.stderr = before
    return 0


def new_stream(content: bytes = b"") -> io.TextIOWrapper:
    """Return an in-memory stream that behaves like a standard stream."""
    return io.TextIOWrapper(io.BytesIO(content), encoding="utf-8", write_through=True)


def text_of(stream: io.TextIOWrapper) -> str:
    """Return the text written to an in-memory stream."""
    stream.flush()
    body = stream.buffer
    assert isinstance(body, io.BytesIO)
    return body.getvalue().decode()


@contextlib.contextmanager
def _environment(env: Mapping[str, str]) -> Iterator[None]:
    before = dict(os.environ)
    os.environ.clear()
    os.environ.update(env)
    try:
        yield
    finally:
        os.environ.clear()
        os.environ.update(before)


if __name__ == "__main__":
    json.dump([astuple(done) for done in run_lines(json.load(sys.stdin))], sys.stdout)
