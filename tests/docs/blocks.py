"""Find the code blocks of a Markdown page, run them, compare their output with the page, and update it.

The ``python`` and ``console`` blocks of a page run in order, in a folder with a copy of the examples and the gallery, unless a
comment ``<!-- not run: reason -->`` precedes them.  The example shop is served for a page that names its address.

In the output of a ``console`` block, a line ``…`` stands for any number of lines, and `` …`` at the end of a line for the rest
of it.  White space at the end of a line does not count.
"""

from __future__ import annotations

import contextlib
import doctest
import io
import os
import re
import runpy
import shlex
import shutil
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from tests.command import new_stream, run_here, text_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from http.server import ThreadingHTTPServer

ROOT: Final = Path(__file__).parents[2]
PAGES: Final = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]
ELLIPSIS: Final = "…"
ENVIRONMENT: Final = {"COLUMNS": "100", "LINES": "40", "NO_COLOR": "1", "OMP_NUM_THREADS": "1"}
SHOP: Final = "127.0.0.1:8642"
"""Where the example shop is on the pages."""
SHOP_PORTS: Final = range(8642, 10_000)
"""Where it may be in a test: the port on the pages may be taken. Tables keep their widths with as many digits."""

_BLOCK: Final = re.compile(r"(?:^<!-- not run: ([^\n]+) -->\n)?^```(\w+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True)
class Block:
    """One code block: its language, its text, and where the text is on the page.

    ``not_run`` is the reason why it does not run, from a comment in the line before it.
    """

    language: str
    text: str
    start: int
    line: int
    not_run: str = ""

    @property
    def is_run(self) -> bool:
        """Whether the tests run the block."""
        return self.language in {"console", "python"} and not self.not_run


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
    return [Block(b[2], b[3], b.start(3), page.count("\n", 0, b.start(3)) + 1, b[1] or "") for b in found]


def commands_of(block: Block) -> list[Command]:
    """Return the commands of a ``console`` block in order."""
    pieces = re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]
    found = (re.match(r"((?:.*\\\n)*.*)\n?((?s:.*))", piece) for piece in pieces)
    return [Command(f[1], f[2]) for f in found if f is not None]


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

    def __init__(self, folder: Path, shop: str = SHOP) -> None:
        for name in ("examples", "gallery"):
            shutil.copytree(ROOT / name, folder / name, dirs_exist_ok=True)
        login = folder / "examples" / "login.yaml"
        login.write_text(login.read_text(encoding="utf-8").replace(SHOP, shop), encoding="utf-8")
        self.folder = folder
        self.shop = shop
        self.names: dict[str, Any] = {"__name__": "__docs__"}
        self.code = 0

    def run_python(self, block: Block, page: str) -> str:
        """Run a ``python`` block and return what went wrong with its shown output, if anything did."""
        text = block.text.replace(SHOP, self.shop)
        if ">>> " not in text:
            exec(compile(text, page, "exec", dont_inherit=True), self.names)
            return ""
        examples = doctest.DocTestParser().get_doctest(text, self.names, page, page, block.line)
        report = io.StringIO()
        runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
        runner.run(examples, out=report.write, clear_globs=False)
        self.names.update(examples.globs)  # the runner works on a copy
        return report.getvalue()

    def run_command(self, command: Command) -> str:
        """Run a command and return what a terminal shows of it, standard error among it: no byte order mark."""
        return self._run(command.line.replace(SHOP, self.shop)).replace(self.shop, SHOP).replace("\ufeff", "")

    def _run(self, line: str) -> str:
        if line == "make demo":
            recipe = demo_recipe()
            return f"{recipe}\n{self._run_wrapture(recipe)}"
        if line == "echo $?":
            return f"{self.code}\n"
        if line.startswith("wrapture ") and not re.search(r"[|<>;&]", line):
            return self._run_wrapture(line)
        done = subprocess.run(
            ["/bin/sh", "-c", line],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
            env={**os.environ, "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"},
        )
        self.code = done.returncode
        return done.stdout

    def _run_wrapture(self, line: str) -> str:
        stream = new_stream()
        self.code = run_here(shlex.split(line), new_stream(), stream, stream)
        return text_of(stream)


def demo_recipe() -> str:
    """Return the command that ``make demo`` runs, as make prints it."""
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    recipe = re.search(r"^demo:.*\n\t(.*)", makefile, re.MULTILINE)
    assert recipe is not None, "the Makefile has no demo"
    return recipe[1].replace("$(BIN)", ".venv/bin")


@contextlib.contextmanager
def shop() -> Iterator[str]:
    """Serve the example shop; yield its host and port."""
    server = _shop_server()
    server.socket.settimeout(1.0)  # a connection that is gone before it is taken must not hold the server up
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    try:
        yield f"127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join()


def _shop_server() -> ThreadingHTTPServer:
    """Return the shop's server, at the first port that nobody has taken."""
    module = runpy.run_path(str(ROOT / "examples" / "shop.py"), run_name="shop")
    for port in SHOP_PORTS:
        with contextlib.suppress(OSError):
            server: ThreadingHTTPServer = module["server"](port)
            return server
    raise AssertionError(f"all ports from {SHOP_PORTS.start} on are taken")


@contextlib.contextmanager
def session(folder: Path, page: str) -> Iterator[Session]:
    """Yield a session in a folder, with a screen of a fixed width; the shop is open where the page speaks of it."""
    before, here = dict(os.environ), Path.cwd()
    os.environ.update(ENVIRONMENT, WRAPTURE_HOME=str(folder / ".wrapture"))
    for name in ("FORCE_COLOR", "TTY_COMPATIBLE"):
        os.environ.pop(name, None)
    os.chdir(folder)
    try:
        with shop() if SHOP in page else contextlib.nullcontext(SHOP) as address:
            yield Session(folder, address)
    finally:
        os.chdir(here)
        os.environ.clear()
        os.environ.update(before)
