"""The command as a whole: help, errors, terminals, pipes, locales, and the same answer every time."""

from __future__ import annotations

import json
import os
import pty
import signal
import subprocess
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
import typer

from tests.command import TIMEOUT_S, read_terminal
from tests.conftest import books
from wrapture.cli.main import COMMANDS, app

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.command import Command, Done


def test_help_lists_the_commands(wrapture: Command) -> None:
    for done in wrapture.each([["--help"], ["-h"]]):
        assert (done.code, done.err) == (0, "")
        for name in ("extract", "discover", "learn", "show"):
            assert f"│ {name} " in done.out


def test_help_names_no_types_that_say_nothing(wrapture: Command) -> None:
    for done in wrapture.each([["--help"], ["extract", "--help"], ["library", "add", "--help"]]):
        assert done.code == 0
        assert "bool" not in done.out
        assert "list[" not in done.out


OPTIONS = {
    "extract": ["--wrapper", "--learner", "--format", "--output", "--force", "--strict", "--encoding"],
    "discover": ["--encoding", "--min-length", "--min-count", "--max-variance", "--min-density", "--format"],
    "learn": ["--output", "--candidate", "--names", "--force"],
    "show": ["WRAPPER"],
}


def test_each_command_tells_its_options(wrapture: Command) -> None:
    for done, options in zip(wrapture.each([name, "-h"] for name in OPTIONS), OPTIONS.values(), strict=True):
        assert done.code == 0
        assert [option for option in options if option not in done.out] == []


def test_the_version_is_that_of_the_package(wrapture: Command) -> None:
    assert wrapture("--version").out == f"wrapture {version('wrapture')}\n"


# --- errors ---

ERRORS = {
    "missing file": ["extract", "gone.html"],
    "empty name": ["extract", ""],
    "folder without pages": ["extract", "empty-folder"],
    "strange address": ["extract", "ftp://example.org/list"],
    "nobody listens": ["extract", "http://127.0.0.1:9/list", "--allow-private"],
    "private address": ["extract", "http://127.0.0.1:9/list"],
    "nothing on standard input": ["extract", "-"],
    "name with a line break": ["extract", "two\nlines.html"],
    "name with a terminal command": ["extract", "\x1b[31mred.html"],
    "output without a format": ["extract", "books.html", "-o", "out.docx"],
    "output is a folder": ["extract", "books.html", "-o", "empty-folder", "-f", "csv"],
    "output is a device": ["extract", "books.html", "-o", "/dev/null", "-f", "csv"],
    "missing wrapper": ["extract", "books.html", "--wrapper", "gone.json"],
    "page as a wrapper": ["extract", "books.html", "--wrapper", "books.html"],
    "discover a missing file": ["discover", "gone.html"],
    "learn into no folder": ["learn", "books.html", "-o", "gone/w.json"],
    "show a missing file": ["show", "gone.json"],
}


def test_an_error_is_one_line(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    (wrapture.folder / "empty-folder").mkdir()
    for done in wrapture.each(ERRORS.values()):
        line = done.fails_with_one_line()
        assert "\x1b" not in line
        assert ": " in line.removeprefix("wrapture: ")  # where: what


WRONG_USES = [
    [],
    ["nonsense"],
    ["learn", "books.html"],
    ["extract", "books.html", "--format", "xml"],
    ["extract", "books.html", "--format", "table", "-o", "out.csv"],
    ["discover", "books.html", "--min-count", "1"],
    ["discover", "books.html", "--min-density", "2"],
    ["learn", "books.html", "-o", "w.json", "--candidate", "0"],
]


def test_a_wrong_use_is_explained(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    for done in wrapture.each(WRONG_USES):
        assert done.code == 2
        assert "Usage: wrapture" in done.out + done.err
        assert "Traceback" not in done.err
    assert [path.name for path in wrapture.folder.iterdir()] == ["books.html"]


# --- terminals ---


def in_terminal(command: Command, *arguments: str) -> tuple[Done, str]:
    """Run the command with standard error on a terminal; return the run and what the terminal was sent."""
    from tests.command import Done

    terminal, side = pty.openpty()
    process = subprocess.Popen(
        command.line(*arguments),
        cwd=command.folder,
        stdout=subprocess.PIPE,
        stderr=side,
        env=command.env({"TERM": "xterm"}),
    )
    os.close(side)
    sent = read_terminal(terminal)
    out, _ = process.communicate(timeout=TIMEOUT_S)
    return Done(process.returncode, out.decode(), ""), sent


def test_a_progress_bar_is_for_many_pages_and_a_person(wrapture: Command, page: Callable[..., Path]) -> None:
    names = [page(f"site/{i}.html").name for i in range(6)]
    done, sent = in_terminal(wrapture, "extract", "site", "-f", "json")
    assert "Reading pages" in sent
    assert "100%" in sent
    assert [Path(one["page"]).name for one in json.loads(done.out)] == names
    few, quiet = in_terminal(wrapture, "extract", "site/0.html", "-f", "json")
    assert (few.code, quiet) == (0, "")
    assert wrapture("extract", "site", "-f", "json").err == ""


def test_failures_are_told_beside_the_progress_bar(wrapture: Command, page: Callable[..., Path]) -> None:
    for i in range(6):
        page(f"site/{i}.html")
    done, sent = in_terminal(wrapture, "extract", "site", "gone.html", "-f", "json")
    assert "wrapture: gone.html: no such file or folder" in sent
    assert len(json.loads(done.out)) == 7


def test_a_page_can_not_command_the_terminal(wrapture: Command, page: Callable[..., Path]) -> None:
    rows = "".join(f"<li><b>A\x1b[2J{i}\x1b]0;title\x07</b><p>\x9b31m{i}</p></li>" for i in range(6))
    page("hostile\x1b[31m.html", f"<meta charset=utf-8><ul>{rows}</ul>")
    for command in ("extract", "discover"):
        done = wrapture(command, "hostile\x1b[31m.html")
        assert "A\\x1b[2J0" in done.out
        assert not set("\x1b\x07\x9b") & set(done.out + done.err)


# --- pipes ---


@pytest.mark.parametrize(
    ("arguments", "unbuffered"),
    [
        (["extract", "books.html"], ""),
        (["extract", "books.html", "-f", "json"], ""),
        (["extract", "books.html", "-f", "json"], "1"),
        (["-h"], ""),
    ],
)
def test_a_reader_that_leaves_is_no_error(
    wrapture: Command, page: Callable[..., Path], arguments: list[str], unbuffered: str
) -> None:
    page("books.html", books(600))  # more than a pipe holds
    process = subprocess.Popen(
        wrapture.line(*arguments),
        cwd=wrapture.folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=wrapture.env({"PYTHONUNBUFFERED": unbuffered}),
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(timeout=TIMEOUT_S) == 1


def test_head_takes_what_it_wants(wrapture: Command, page: Callable[..., Path]) -> None:
    page("books.html", books(2000))
    command = f"'{wrapture.line()[0]}' extract books.html -f jsonl | head -n 1"
    done = subprocess.run(
        ["/bin/sh", "-c", command], cwd=wrapture.folder, capture_output=True, env=wrapture.env(), check=True
    )
    assert json.loads(done.stdout)["title"] == "Book 0"
    assert done.stderr == b""


@pytest.mark.parametrize(("output_format", "unbuffered"), [("table", ""), ("json", ""), ("json", "1")])
def test_a_full_disk_behind_standard_output_is_one_line(
    wrapture: Command, page: Callable[..., Path], output_format: str, unbuffered: str
) -> None:
    page()
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            wrapture.line("extract", "books.html", "-f", output_format),
            cwd=wrapture.folder,
            stdout=full,
            stderr=subprocess.PIPE,
            env=wrapture.env({"PYTHONUNBUFFERED": unbuffered}),
            check=False,
        )
    assert (done.returncode, done.stderr) == (1, b"wrapture: standard output: No space left on device\n")


def test_closed_streams_do_no_harm(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    command = f"'{wrapture.line()[0]}' extract books.html -o out.csv >&- 2>&-"
    done = subprocess.run(["/bin/sh", "-c", command], cwd=wrapture.folder, env=wrapture.env(), check=False)
    assert done.returncode == 0
    assert len((wrapture.folder / "out.csv").read_text().splitlines()) == 9


def test_an_interrupt_ends_quietly_and_leaves_nothing(wrapture: Command, page: Callable[..., Path]) -> None:
    process = subprocess.Popen(
        wrapture.line("extract", "-", "-o", "out.csv"),
        cwd=wrapture.folder,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=wrapture.env(),
    )
    assert process.stdin is not None
    process.stdin.write(b" " * 1_000_000)  # more than a pipe holds: it has begun to read
    process.stdin.flush()
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=TIMEOUT_S)
    assert process.returncode == 130
    assert out == b""
    assert b"Traceback" not in err
    assert list(wrapture.folder.iterdir()) == []


# --- locales and repetition ---


@pytest.mark.slow
@pytest.mark.parametrize("locale", ["C", "en_US.ISO-8859-1"])
def test_text_comes_out_in_utf_8_whatever_the_locale(wrapture: Command, page: Callable[..., Path], locale: str) -> None:
    page("büchér.html", books(6, "Köln 數學 😀"))
    env = {"LC_ALL": locale, "LANG": locale, "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    runs = [["extract", "büchér.html", *more] for more in (["-f", "json"], [], ["-o", "aus.csv"])]
    as_json, as_table, to_file = wrapture.each_started(runs, [env])
    assert json.loads(as_json.out)[0]["records"][0]["fields"]["title"] == "Köln 數學 😀 0"
    assert "Köln 數學 😀 0" in as_table.out
    assert to_file.code == 0
    assert "Köln 數學 😀 0" in (wrapture.folder / "aus.csv").read_text("utf-8")


@pytest.mark.slow
def test_the_answer_is_the_same_every_time(wrapture: Command, page: Callable[..., Path]) -> None:
    page("mixed.html", "<table>" + "<tr><td>a<td>b" * 6 + "</table><dl>" + "<dt>c<dd>d" * 6 + "</dl>" + books(5))
    seeds = [{"PYTHONHASHSEED": seed} for seed in ("0", "1", "77")]
    for arguments in (["discover", "mixed.html", "-f", "json"], ["extract", "mixed.html", "-f", "json"]):
        assert len({done.out for done in wrapture.each_started([arguments], seeds)}) == 1
    files = set()
    for env in seeds:
        assert wrapture.started("learn", "mixed.html", "-o", "w.json", "--force", env=env).code == 0
        files.add((wrapture.folder / "w.json").read_bytes())
    assert len(files) == 1


def test_the_help_of_the_program_says_what_that_of_each_command_says() -> None:
    program = typer.main.get_command(app)
    own = {name: (program.commands[name].help or "").partition("\n\n")[0].replace("\n", " ") for name in COMMANDS}  # type: ignore[attr-defined]
    assert own == COMMANDS
