"""Shared by all tests: the installed command, example pages, the corpus beside the checkout, and no silent skips in CI."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
from hypothesis import HealthCheck, settings

from tests.command import Command
from wrapture.capture.browser import find_browser
from wrapture.errors import WraptureError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

ROOT: Final = Path(__file__).resolve().parent.parent
SHARED: Final = ROOT.parent / "shared"
NO_CORPUS: Final = "the corpus of real pages is not beside this checkout"
NO_SMALL_DISK: Final = "no small disk can be made here"
NO_COMPILER: Final = "there is no C compiler, or there are no headers of Python"
WITHOUT_C: Final = "runs without the native extension"
ALLOWED_SKIPS: Final = (NO_CORPUS, NO_COMPILER, WITHOUT_C, "runs as root")
"""Reasons for which a test may be skipped even if WRAPTURE_CI is set."""

# --- Hypothesis ---

UNTIMED: Final[dict[str, Any]] = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow]}
"""No deadlines, because a busy machine is not a failure."""
SAME: Final[dict[str, Any]] = {"derandomize": True, "database": None}
"""The same examples every time: a change fails because of what it changes, not because of luck."""
settings.register_profile("quick", max_examples=10, **UNTIMED, **SAME)
settings.register_profile("ci", max_examples=100, **UNTIMED, **SAME)
settings.register_profile("night", max_examples=2000, print_blob=True, **UNTIMED)
settings.load_profile("ci")

# --- signals ---

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    # Shells ignore SIGINT in background jobs, but tests send it and expect it to interrupt.
    signal.signal(signal.SIGINT, signal.default_int_handler)


# --- markers ---

MARKED: Final = {
    "browser": ("tests/browser", "tests/studio/browser", "tests/robot/test_scripts_browser.py"),
    "engines": ("tests/engines", "tests/robot/test_scripts_roundup.py"),
    "cluster": ("tests/bulk/test_dask.py",),
    "corpus": ("tests/corpus",),
    "database": ("tests/postgresql",),
    "slow": (
        "tests/bulk",
        "tests/cli/test_determinism.py",
        "tests/cli/test_same_files.py",
        "tests/docs/test_docs.py",
        "tests/front_end/test_types.py",
        "tests/integration",
        "tests/mcp/test_transports.py",
        "tests/release",
        "tests/robot/test_interrupt.py",
        "tests/studio/test_copied_lines.py",
        "tests/studio/test_keeping.py",
        "tests/studio/test_site_tasks.py",
        "tests/test_install.py",
        "tests/torture",
        "tests/unit/bulk/engines",
        "tests/unit/bulk/test_finished_run.py",
        "tests/web/test_memory.py",
    ),
}
"""Folders and files all of whose tests have a marker; other tests are marked individually."""

LONG: Final = (
    *(place for places in MARKED.values() for place in places),
    "tests/docs",
    "tests/studio",
    "tests/unit/library",
)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark tests by their folder or file, and those that read the corpus; files with slow tests come first.

    With two processes, the last tests are then short, and neither process waits long for the other.
    """
    for item in items:
        for name in _markers_of(item.path):
            item.add_marker(name)
        if "shared" in getattr(item, "fixturenames", ()):
            item.add_marker("corpus")
    items.sort(key=lambda item: not _is_in(item.path, LONG))


@cache
def _markers_of(path: Path) -> tuple[str, ...]:
    return tuple(name for name, places in MARKED.items() if _is_in(path, places))


@cache
def _is_in(path: Path, places: tuple[str, ...]) -> bool:
    return any(path.is_relative_to(ROOT / place) for place in places)


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
    """The folder with the corpus of real pages, which is not part of the repository."""
    if not (SHARED / "corpus" / "lists" / "gold.jsonl").is_file():
        pytest.skip(NO_CORPUS)
    return SHARED


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A folder on a file system of its own, with 128 kB."""
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


@pytest.fixture(scope="session")
def own_browsers(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Put the profiles of browsers started from here into a folder of this process.

    Otherwise tests that check whether all browsers have ended would see those of other tests that are running.
    """
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TMPDIR", str(tmp_path_factory.mktemp("browsers")))
        patch.setattr(tempfile, "tempdir", None)  # the module caches the folder
        yield


def need_browser() -> None:
    """Skip the test if there is no browser to render with; in CI that is a failure."""
    try:
        find_browser()
    except WraptureError as error:
        pytest.skip(f"no browser: {error}")


# --- no silent skips in CI ---


def forbidden_skips(skipped: Iterable[tuple[str, str]]) -> list[str]:
    """Return a line for each skipped test whose reason is not allowed; a skip is (test, reason)."""
    return [f"{test}: {reason}" for test, reason in skipped if not reason.endswith(ALLOWED_SKIPS)]


def _reason(report: Any) -> str:
    where = report.longrepr
    return str(where[2] if isinstance(where, tuple | list) else where).removeprefix("Skipped: ")


def _skips(reporter: pytest.TerminalReporter) -> list[str]:
    reports = reporter.stats.get("skipped", [])
    return forbidden_skips((report.nodeid, _reason(report)) for report in reports)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Fail the run if WRAPTURE_CI is set and a test was skipped without an allowed reason."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if os.environ.get("WRAPTURE_CI") and reporter is not None and _skips(reporter) and session.exitstatus == 0:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Report the skips that failed the run."""
    skips = _skips(terminalreporter)
    if os.environ.get("WRAPTURE_CI") and skips:
        terminalreporter.section("skipped, though WRAPTURE_CI is set", red=True)
        for line in skips:
            terminalreporter.line(line, red=True)
        terminalreporter.line("In CI a test may be skipped only because: " + "; ".join(ALLOWED_SKIPS), red=True)
