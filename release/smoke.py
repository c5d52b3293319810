"""Check an installed Wrapture in a clean environment: ``python release/smoke.py --native yes``.

It needs the standard library only, and runs the commands a new user would, with the core install, in a folder of its own.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Final

BOOKS: Final = 12
"""Records on the first example page."""
TIMEOUT_S: Final = 300


def main() -> None:
    """Run all checks; the first that fails ends the program."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--native", choices=["yes", "no"], help="whether the native extension must be there")
    options.add_argument("--browser", action="store_true", help="also extract a page that the browser has rendered")
    options.add_argument("--examples", type=Path, default=Path(__file__).parent.parent / "examples")
    chosen = options.parse_args()
    pages = [str(chosen.examples.resolve() / f"books-{n}.html") for n in (1, 2, 3)]
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)  # not the checkout, whose sources Python would import
        _check_version(chosen.native)
        _check_commands(pages)
        _check_python(pages)
        if chosen.browser:
            _check_browser(pages[0])
        os.chdir(tempfile.gettempdir())  # Windows does not remove the current folder
    print(f"smoke: ok with Python {sys.version.split()[0]}, {sys.platform}, native {chosen.native or 'not checked'}")


def _check_version(native: str | None) -> None:
    said = _run("--version", "--verbose")
    _expect(said.startswith("wrapture "), said)
    place = subprocess.run(
        [sys.executable, "-c", "import wrapture; print(wrapture.__file__)"], capture_output=True, text=True, check=True
    ).stdout
    _expect("site-packages" in place, f"the installed package is tested, not a checkout: {place}")
    if native is not None:
        code = "from wrapture.html.native import is_available; print(is_available())"
        done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip()
        _expect(done == str(native == "yes"), f"native extension: {done}")


def _check_commands(pages: list[str]) -> None:
    """Extract, learn, read with the wrapper, and write files."""
    (found,) = json.loads(_run("extract", pages[0], "--format", "json"))
    _expect(len(found["records"]) == BOOKS, found)
    _expect("The Salt Road" in _run("extract", pages[0]), "the table for the terminal")
    _run("learn", pages[0], "-o", "books.json")
    _run("extract", "--wrapper", "books.json", *pages[1:], "-o", "books.csv")
    with Path("books.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    _expect(len(rows) == 22 and all(row["title"] for row in rows), rows)
    _run("extract", *pages, "-o", "books.sqlite")
    with closing(sqlite3.connect("books.sqlite")) as database:
        ((count,),) = database.execute("select count(*) from records")
    _expect(count == 34, count)
    if sys.platform == "win32":
        return
    _run("bulk", str(Path(pages[0]).parent), "--wrapper", "books.json", "-o", "all.jsonl")
    _expect(len(Path("all.jsonl").read_text("utf-8").splitlines()) == 34, "bulk")


def _check_python(pages: list[str]) -> None:
    code = f"import wrapture; print(len(wrapture.read({pages[0]!r})))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    _expect(done.stdout.strip() == str(BOOKS), done.stdout)


def _check_browser(page: str) -> None:
    """Render a page and read it."""
    (found,) = json.loads(_run("extract", "--render", "always", page, "--format", "json"))
    _expect(len(found["records"]) == BOOKS, found)


def _run(*words: str) -> str:
    """Return what the command prints; it must succeed."""
    done = subprocess.run(
        [sys.executable, "-m", "wrapture", *words],
        capture_output=True,
        encoding="utf-8",
        env={**os.environ, "WRAPTURE_HOME": str(Path.cwd()), "PYTHONUTF8": "1"},
        timeout=TIMEOUT_S,
        check=False,
    )
    _expect(done.returncode == 0, f"wrapture {' '.join(words)}: {done.returncode}: {done.stderr}")
    return done.stdout


def _expect(true: bool, otherwise: object) -> None:
    if not true:
        sys.exit(f"smoke: failed: {otherwise}")


if __name__ == "__main__":
    main()
