"""The installation: a core that starts without any extra, types, a version; and a test run that skips nothing."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from importlib.metadata import files, metadata, requires, version
from importlib.resources import files as resources
from operator import attrgetter
from typing import TYPE_CHECKING, Final

import pytest

import wrapture
from tests.conftest import ROOT, books, forbidden_skips

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.command import Command

HEAVY: Final = (
    "numpy",
    "pydantic",
    "pyarrow",
    "pandas",
    "httpcore2",
    "selectolax",
    "rapidfuzz",
    "pydivsufsort",
    "playwright",
    "asyncio",
)
MIDDLING: Final = ("rich", "email")
"""Libraries that only some commands load."""
RUN: Final = "from wrapture.cli.main import run; run()"


def python(code: str, *arguments: str, cwd: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Return the result of running some code in a fresh interpreter."""
    return subprocess.run(
        [sys.executable, "-c", code, *arguments], cwd=cwd, capture_output=True, text=True, check=False
    )


def loaded(code: str, *arguments: str) -> set[str]:
    """Return the heavy libraries that some code loads."""
    names = set(HEAVY + MIDDLING)
    atexit = f"import atexit, sys; atexit.register(lambda: print(*({names} & set(sys.modules)), file=sys.stderr))"
    done = python(f"{atexit}\n{code}", *arguments)
    assert done.returncode == 0, done.stderr
    return set(done.stderr.split())


@pytest.mark.parametrize("arguments", [["--help"], ["--version"]], ids=" ".join)
def test_the_command_starts_without_the_heavy_libraries(arguments: list[str]) -> None:
    assert not loaded(RUN, *arguments) & set(HEAVY)


def test_a_page_is_read_without_what_only_other_commands_need(tmp_path: Path, page: Callable[..., Path]) -> None:
    path = page()
    assert not loaded(RUN, "extract", str(path), "-f", "json") & {"pydantic", "httpcore2", "rich", "email", "numpy"}
    assert not loaded(RUN, "--quiet", "learn", str(path), "-o", str(tmp_path / "w.json")) & {"httpcore2", "rich"}


def test_the_package_is_imported_without_the_heavy_libraries() -> None:
    assert loaded("import wrapture") == set()


def test_pages_are_read_without_those_that_are_not_needed() -> None:
    code = (
        "import wrapture; assert len(wrapture.extract(wrapture.parse('<ul>' + '<li><b>a</b><p>b</p></li>' * 6))) == 6"
    )
    assert not loaded(code) & {"pyarrow", "pandas", "httpcore2", "pydantic", "playwright", "asyncio"}


EXTRAS: Final = {
    "dask": "distributed",
    "mcp": "mcp",
    "pandas": "pandas",
    "parquet": "pyarrow",
    "polars": "polars",
    "postgresql": "psycopg",
    "remote": "fsspec",
    "render": "playwright",
    "scrapy": "scrapy",
    "speed": "pydivsufsort",
    "sql": "duckdb",
    "xlsx": "xlsxwriter",
}
"""The libraries of each extra."""
WITHOUT_EXTRAS: Final = f"import sys; sys.modules.update(dict.fromkeys({[*EXTRAS.values(), 'parsel']}))\n"


@pytest.mark.slow
def test_the_core_works_without_any_extra(tmp_path: Path, page: Callable[..., Path]) -> None:
    page()
    for arguments in (
        ["extract", "books.html", "-o", "out.csv"],
        ["discover", "books.html"],
        ["learn", "books.html", "-o", "w.json"],
        ["extract", "-w", "w.json", "books.html", "-f", "json"],
        ["bulk", "-w", "w.json", "books.html", "-o", "out.jsonl"],
    ):
        done = python(WITHOUT_EXTRAS + RUN, *arguments, cwd=tmp_path)
        assert done.returncode == 0, done.stderr


def test_parquet_without_its_extra_is_one_line_before_the_work(tmp_path: Path, page: Callable[..., Path]) -> None:
    page()
    done = python(WITHOUT_EXTRAS + RUN, "extract", "books.html", "-o", "out.parquet", cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == (
        "wrapture: writing Parquet files needs an optional package: pip install 'wrapture[parquet]'\n"
    )
    assert not (tmp_path / "out.parquet").exists()


@pytest.mark.parametrize("arguments", [["extract", "books.html", "--render"], ["render", "books.html", "-o", "out"]])
def test_rendering_without_its_extra_is_one_line(
    tmp_path: Path, page: Callable[..., Path], arguments: list[str]
) -> None:
    page()
    done = python(WITHOUT_EXTRAS + RUN, *arguments, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr == "wrapture: rendering pages needs an optional package: pip install 'wrapture[render]'\n"


@pytest.mark.parametrize(
    ("method", "extra"), [("to_arrow", "parquet"), ("to_pandas", "pandas"), ("to_polars", "polars")]
)
def test_a_method_without_its_extra_says_which(method: str, extra: str) -> None:
    code = f"""{WITHOUT_EXTRAS}
import wrapture
from wrapture.errors import MissingExtraError
table = wrapture.extract(wrapture.parse({books()!r}))
try:
    table.{method}()
except MissingExtraError as error:
    print(error.extra)
"""
    assert python(code).stdout == f"{extra}\n"


def test_the_version_is_one() -> None:
    assert version("wrapture") == wrapture.__version__


def test_the_extras_are_declared() -> None:
    assert metadata("wrapture").get_all("Provides-Extra") == sorted([*EXTRAS, "all"])
    needed = [line for line in requires("wrapture") or [] if "extra ==" in line and "'all'" not in line]
    libraries = [line for line in needed if any(line.startswith(name) for name in EXTRAS.values())]
    assert libraries == needed
    assert len(libraries) == len(EXTRAS)


def test_the_extra_all_has_every_other() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    assert extras["all"] == [f"wrapture[{','.join(sorted(extras.keys() - {'all'}))}]"]


def test_types_and_data_ship() -> None:
    package = resources("wrapture")
    assert package.joinpath("py.typed").is_file()
    assert package.joinpath("learning", "judge_weights.json").is_file()
    assert package.joinpath("site", "forms", "form_weights.json").is_file()
    assert package.joinpath("site", "paging", "link_weights.json").is_file()
    assert package.joinpath("studio", "static", "index.html").is_file()


def test_the_command_is_installed() -> None:
    names = [str(file) for file in files("wrapture") or []]
    assert any(name.endswith("bin/wrapture") for name in names)


def test_an_unknown_name_is_no_attribute() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        attrgetter("nonsense")(wrapture)


# --- the test run itself ---

SKIPPING: Final = """
import pytest

@pytest.mark.skip(reason={reason!r})
def test_skipped():
    pass

@pytest.mark.skip(reason="the corpus of real pages is not beside this checkout")
def test_skipped_for_want_of_pages():
    pass
"""


@pytest.mark.parametrize(
    ("reason", "in_ci", "code"),
    [("no time today", "1", 1), ("no time today", "", 0), ("no browser: none", "1", 1), ("runs as root", "1", 0)],
)
def test_a_skip_without_an_allowed_reason_fails_in_ci(
    wrapture: Command, tmp_path: Path, reason: str, in_ci: str, code: int
) -> None:
    (tmp_path / "test_it.py").write_text(SKIPPING.format(reason=reason))
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-p", "tests.conftest", "-c", "/dev/null", "--rootdir", tmp_path, tmp_path],
        cwd=ROOT,
        env=wrapture.env({"WRAPTURE_CI": in_ci}),
        capture_output=True,
        text=True,
        check=False,
    )
    assert "2 skipped" in done.stdout
    assert done.returncode == code
    told = done.stdout.partition("WRAPTURE_CI is set")[2]
    assert (f"test_it.py::test_skipped: {reason}" in told) is bool(code)
    assert "test_skipped_for_want_of_pages" not in told


def test_reasons_are_read_from_their_end() -> None:
    assert forbidden_skips([("a", "Skipped: runs as root"), ("b", "slow")]) == ["b: slow"]
