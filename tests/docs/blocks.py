"""Code blocks of a Markdown page: found, run, held against what the page shows, and written anew.

A page's ``python`` and ``console`` blocks run in order in a folder of their own that holds a copy of the examples; the example
shop is open for a page that names its address.

In the output that a ``console`` block shows, a line ``…`` stands for any number of lines, and `` …`` at the end of a line for
the rest of it.  White space at the end of a line does not count.
"""

from __future__ import annotations

import contextlib
import doctest
import importlib.util
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from wrapture.cli.main import run

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT: Final = Path(__file__).parents[2]
PAGES: Final = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
ELLIPSIS: Final = "…"
ENVIRONMENT: Final = {"COLUMNS": "100", "LINES": "40", "NO_COLOR": "1", "OMP_NUM_THREADS": "1"}
SHOP: Final = "http://127.0.0.1:8642/"
"""Where the example shop is."""
RUNNABLE: Final = ("wrapture ", "make demo")
"""How a command of a ``console`` block begins that the tests run; a block without one is left alone."""

_BLOCK: Final = re.compile(r"^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """One code block: its language, its text, and where the text stands on the page."""

    language: str
    text: str
    start: int
    line: int


@dataclass(frozen=True)
class Command:
    """One command of a ``console`` block with the output that is shown for it."""

    typed: str
    shown: str

    @property
    def line(self) -> str:
        """The command without the breaks that make it fit the page."""
        return re.sub(r"\\\n\s*", "", self.typed)


def blocks_of(page: str) -> list[Block]:
    """Return the code blocks of a page in order."""
    found = _BLOCK.finditer(page)
    return [Block(b[1], b[2], b.start(2), page.count("\n", 0, b.start(2)) + 1) for b in found]


def commands_of(block: Block) -> list[Command]:
    """Return the commands of a ``console`` block in order."""
    pieces = re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]
    found = (re.match(r"((?:.*\\\n)*.*)\n?((?s:.*))", piece) for piece in pieces)
    return [Command(f[1], f[2]) for f in found if f is not None]


def is_run(block: Block) -> bool:
    """Return whether a block is one that runs."""
    if block.language == "console":
        return any(command.line.startswith(RUNNABLE) for command in commands_of(block))
    return block.language == "python"


def matches(shown: str, printed: str) -> bool:
    """Return whether the output that a page shows is what was printed."""
    pattern = "".join(_line_pattern(line.rstrip()) for line in shown.splitlines())
    return re.fullmatch(pattern, _tidy(printed)) is not None


def _line_pattern(line: str) -> str:
    if line == ELLIPSIS:
        return r"(?:.*\n)*"
    if line.endswith(f" {ELLIPSIS}"):
        return re.escape(line[:-2]) + r".*\n"
    return re.escape(line) + r"\n"


def _tidy(printed: str) -> str:
    return "".join(f"{line.rstrip()}\n" for line in printed.splitlines())


def shortened(printed: str, like: str) -> str:
    """Return an output with the lines left out that were left out before."""
    lines, old = _tidy(printed).splitlines(), [line.rstrip() for line in like.splitlines()]
    if ELLIPSIS in old:
        head, tail = old.index(ELLIPSIS), len(old) - 1 - old.index(ELLIPSIS)
        lines = [*lines[:head], ELLIPSIS, *lines[len(lines) - tail :]]
    cut = {i: len(line) for i, line in enumerate(old) if line.endswith(f" {ELLIPSIS}")}
    lines = [f"{line[: cut[i] - 2]} {ELLIPSIS}" if i in cut else line for i, line in enumerate(lines)]
    return "".join(f"{line}\n" for line in lines)


class Session:
    """What a reader has who types everything on one page: a folder with the examples, and names in Python."""

    def __init__(self, folder: Path) -> None:
        shutil.copytree(ROOT / "examples", folder / "examples", dirs_exist_ok=True)
        self.folder = folder
        self.names: dict[str, Any] = {"__name__": "__docs__"}
        self.code = 0

    def run_python(self, block: Block, page: str) -> str:
        """Run a ``python`` block and return what went wrong with its shown output, if anything did."""
        if ">>> " not in block.text:
            exec(compile(block.text, page, "exec", dont_inherit=True), self.names)
            return ""
        examples = doctest.DocTestParser().get_doctest(block.text, self.names, page, page, block.line)
        report = io.StringIO()
        runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
        runner.run(examples, out=report.write, clear_globs=False)
        self.names.update(examples.globs)  # the runner works on a copy
        return report.getvalue()

    def run_command(self, command: Command) -> str:
        """Run a command and return what it prints, standard error among it."""
        if command.line == "make demo":
            recipe = demo_recipe()
            return f"{recipe}\n{self._run_wrapture(recipe)}"
        if command.line == "echo $?":
            return f"{self.code}\n"
        if command.line.startswith("wrapture ") and not re.search(r"[|<>;&]", command.line):
            return self._run_wrapture(command.line)
        done = subprocess.run(
            ["/bin/sh", "-c", command.line],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
            env={**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"},
        )
        self.code = done.returncode
        return done.stdout

    def _run_wrapture(self, line: str) -> str:
        """Run wrapture in this process, which saves half a second of imports a command."""
        body = io.BytesIO()
        stream = io.TextIOWrapper(body, encoding="utf-8", write_through=True)
        argv, sys.argv = sys.argv, shlex.split(line)
        try:
            with contextlib.redirect_stdout(stream), contextlib.redirect_stderr(stream):
                run()
            self.code = 0
        except SystemExit as end:
            self.code = int(end.code or 0)
        finally:
            sys.argv = argv
        stream.flush()
        return body.getvalue().decode()


def demo_recipe() -> str:
    """Return the command that ``make demo`` runs, as make prints it."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    recipe = re.search(r"^demo:.*\n\t(.*)", makefile, re.MULTILINE)
    assert recipe is not None, "the Makefile has no demo"
    return recipe[1].replace("$(BIN)", ".venv/bin")


@contextlib.contextmanager
def shop() -> Iterator[None]:
    """Serve the example shop at the address that the pages say."""
    spec = importlib.util.spec_from_file_location("shop", ROOT / "examples" / "shop.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    server = module.server()
    server.socket.settimeout(1.0)  # a connection that is gone before it is taken must not hold the server up
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


@contextlib.contextmanager
def session(folder: Path, page: str) -> Iterator[Session]:
    """Yield a session in a folder, with a screen of a fixed width; the shop is open where the page speaks of it."""
    before, here = dict(os.environ), Path.cwd()
    os.environ.update(ENVIRONMENT, WRAPTURE_HOME=str(folder / ".wrapture"))
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE"):
        os.environ.pop(name, None)
    os.chdir(folder)
    try:
        with shop() if SHOP in page else contextlib.nullcontext():
            yield Session(folder)
    finally:
        os.chdir(here)
        os.environ.clear()
        os.environ.update(before)
