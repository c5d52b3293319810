"""What all tests share: the installed command, example pages, the corpus beside the checkout, and no silent skips in CI."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
from hypothesis import settings

from wrapture.capture.browser import find_browser
from wrapture.errors import WraptureError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

ROOT: Final = Path(__file__).resolve().parent.parent
SHARED: Final = ROOT.parent / "shared"
NO_CORPUS: Final = "the corpus of real pages is not beside this checkout"
NO_SMALL_DISK: Final = "no small disk can be made here"
NO_COMPILER: Final = "there is no C compiler, or there are no headers of Python"
WITHOUT_C: Final = "runs without the part in C"
ALLOWED_SKIPS: Final = (NO_CORPUS, NO_COMPILER, WITHOUT_C, "runs as root")
"""Reasons for which a test may be skipped even where WRAPTURE_CI is set."""

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")  # a busy machine is no failure

COMMAND: Final = Path(sys.executable).parent / "wrapture"
TIMEOUT_S: Final = 60.0
CALLERS_OWN: Final = ("COLUMNS", "PYTHONDONTWRITEBYTECODE", "PYTHONUNBUFFERED")
"""Settings of the environment that must not reach the command: they change how it prints and how fast it starts."""


@dataclass(frozen=True)
class Done:
    """What a run of the command left behind."""

    code: int
    out: str
    err: str

    def fails_with_one_line(self) -> str:
        """Return the only line of standard error, after checking that the command failed with no more than that."""
        assert self.code == 1, self
        assert self.out == "", self.out
        (line,) = self.err.splitlines()
        assert line.startswith("wrapture: "), line
        return line


class Command:
    """The installed command, run in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def __call__(
        self,
        *arguments: str | Path,
        stdin: bytes = b"",
        env: Mapping[str, str] | None = None,
        timeout_s: float = TIMEOUT_S,
    ) -> Done:
        """Return what a run with these arguments leaves behind."""
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

    def each(self, runs: Iterable[Sequence[str | Path]], envs: Iterable[Mapping[str, str]] = ({},)) -> list[Done]:
        """Return what runs with each of these arguments and environments leave behind, run side by side."""
        jobs = [(arguments, env) for arguments in runs for env in envs]
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            return list(pool.map(lambda job: self(*job[0], env=job[1]), jobs))

    def asked(self, answers: bytes, *arguments: str | Path) -> tuple[int, str]:
        """Run in a terminal, type the answers; return the exit code and what the terminal showed."""
        terminal, side = pty.openpty()
        os.write(terminal, answers)
        run = subprocess.Popen(
            self.line(*arguments), cwd=self.folder, stdin=side, stdout=side, stderr=side, env=self.env()
        )
        os.close(side)
        shown = read_terminal(terminal)
        return run.wait(TIMEOUT_S), shown.replace("\r\n", "\n")

    def line(self, *arguments: str | Path) -> list[str]:
        """Return the words of a command line."""
        return [str(COMMAND), *map(str, arguments)]

    def env(self, more: Mapping[str, str] | None = None) -> dict[str, str]:
        """Return an environment in which nothing of the caller's changes what is printed."""
        kept = {name: value for name, value in os.environ.items() if name not in CALLERS_OWN}
        return {**kept, "OMP_NUM_THREADS": "1", "NO_PROXY": "127.0.0.1", "COLUMNS": "120", **(more or {})}


def read_terminal(terminal: int) -> str:
    """Return all that a terminal is sent until its other side is closed, and close it."""
    sent = b""
    while True:
        try:
            piece = os.read(terminal, 65536)
        except OSError:  # Linux says EIO where the other side is closed
            break
        if not piece:
            break
        sent += piece
    os.close(terminal)
    return sent.decode()


@pytest.fixture
def wrapture(tmp_path: Path) -> Command:
    """The installed command, run in the test's own folder."""
    return Command(tmp_path)


def books(count: int = 8, noun: str = "Book") -> str:
    """Return a page with a list of books: a link, an author and a price each."""
    rows = "".join(
        f'<li><a href="/b/{i}">{noun} {i}</a><p>by Author {i}</p><p>{i}.50 euro</p></li>\n' for i in range(count)
    )
    return (
        f"<!doctype html><meta charset=utf-8><title>Books</title><h1>Books</h1><ul>{rows}</ul><address>Foot</address>"
    )


@pytest.fixture
def page(tmp_path: Path) -> Callable[..., Path]:
    """Write a page to the test's folder and return its path: by default one with eight books."""

    def write(name: str = "books.html", content: str | bytes | None = None) -> Path:
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        body = books() if content is None else content
        path.write_bytes(body if isinstance(body, bytes) else body.encode("utf-8", "surrogatepass"))
        return path

    return write


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder with the corpus of real pages, which is no part of the repository."""
    if not (SHARED / "corpus" / "lists" / "gold.jsonl").is_file():
        pytest.skip(NO_CORPUS)
    return SHARED


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A folder that is a disk of its own, of 128 kB."""
    if os.geteuid() != 0:
        pytest.skip(f"only root may mount a disk: {NO_SMALL_DISK}")
    folder = tmp_path / "small"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=128k", "none", str(folder)]
    mounted = subprocess.run(mount, capture_output=True, text=True, check=False)
    if mounted.returncode:
        pytest.skip(f"{mounted.stderr.strip()}: {NO_SMALL_DISK}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def need_browser() -> None:
    """Skip the test where there is no browser to render with; in CI that is a failure."""
    try:
        find_browser()
    except WraptureError as error:
        pytest.skip(f"no browser: {error}")


# --- no silent skips in CI ---


def forbidden_skips(skipped: Iterable[tuple[str, str]]) -> list[str]:
    """Return a line for each skipped test whose reason is not an allowed one; a skip is (test, reason)."""
    return [f"{test}: {reason}" for test, reason in skipped if not reason.endswith(ALLOWED_SKIPS)]


def _reason(report: Any) -> str:
    where = report.longrepr
    return str(where[2] if isinstance(where, tuple | list) else where).removeprefix("Skipped: ")


def _skips(reporter: pytest.TerminalReporter) -> list[str]:
    reports = reporter.stats.get("skipped", [])
    return forbidden_skips((report.nodeid, _reason(report)) for report in reports)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail the run where WRAPTURE_CI is set and a test was skipped without an allowed reason."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("WRAPTURE_CI") and reporter is not None and _skips(reporter) and session.exitstatus == 0:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say which skips failed the run."""
    skips = _skips(terminalreporter)
    if os.environ.get("WRAPTURE_CI") and skips:
        terminalreporter.section("skipped, though WRAPTURE_CI is set", red=True)
        for line in skips:
            terminalreporter.line(line, red=True)
        terminalreporter.line("In CI a test may be skipped only because: " + "; ".join(ALLOWED_SKIPS), red=True)
