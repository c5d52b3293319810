"""A made-up site with as many pages as wanted, its wrapper, and what a result of a run holds."""

from __future__ import annotations

import hashlib
import json
import subprocess
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from tests.command import Command
from wrapture import api

if TYPE_CHECKING:
    from pathlib import Path

    from tests.command import Done
    from wrapture.model import Wrapper

RECORDS: Final = 6
WORDS: Final = ("amber", "birch", "cobalt", "dune", "ember", "fjord", "grove", "heath", "islet", "jetty")
PATIENCE_S: Final = 120


def word(n: int) -> str:
    return f"{WORDS[n % 10]} {WORDS[n // 10 % 10]} {n}"


def page_text(n: int, records: int = RECORDS, site: str = "shop") -> str:
    """Return a page of the site: no two pages have a record in common."""
    rows = "".join(
        f'<div class="{site}-item"><a href="/item/{n}-{i}">{word(17 * n + i)}</a> <b>{n % 90 + i}.50 €</b>'
        f"<p>In stock since {1 + i} March {2000 + n % 20}</p></div>"
        for i in range(records)
    )
    menu = "".join(f'<li class="{site}-menu"><a href="/{site}/{i}">{site} {WORDS[i]}</a></li>' for i in range(8))
    foot = f"<p>{site} imprint, {site} contact</p>"
    return f'<html><body><ul>{menu}</ul><div class="{site}-list">{rows}</div>{foot}</body></html>'


@cache
def wrapper_of(site: str = "shop") -> Wrapper:
    pages = [api.parse(page_text(n, site=site)) for n in (0, 1)]
    wrapper = api.learn(pages, name=site)
    return replace(wrapper, addresses=(f"https://{site}.example/*",))


def save_wrapper(folder: Path) -> Path:
    path = folder / "shop.json"
    api.save(wrapper_of(), path, force=True)
    return path


def make_folder(folder: Path, count: int) -> Path:
    """Return a folder with so many pages."""
    folder.mkdir()
    for n in range(count):
        (folder / f"{n:05d}.html").write_text(page_text(n), "utf-8")
    return folder


def make_lines(path: Path, count: int, site: str = "shop") -> Path:
    """Return a JSON Lines file with so many pages."""
    with path.open("w", encoding="utf-8") as file:
        for n in range(count):
            file.write(json.dumps({"url": f"https://{site}.example/list?page={n}", "html": page_text(n)}) + "\n")
    return path


def bulk(*arguments: object, cwd: Path, check: bool = True) -> Done:
    """Run the command to its end, in this process; those that read pages are processes of their own."""
    return _checked(Command(cwd)("bulk", *map(str, arguments)), check=check)


def started_bulk(*arguments: object, cwd: Path, check: bool = True) -> Done:
    """Run the command to its end, as a process of its own."""
    return _checked(Command(cwd).started("bulk", *map(str, arguments)), check=check)


def _checked(done: Done, *, check: bool) -> Done:
    assert not check or done.code == 0, done.err
    return done


def begin(*arguments: object, cwd: Path) -> subprocess.Popen[bytes]:
    """Begin to run the command, as the leader of a group of processes."""
    command = Command(cwd).line("bulk", *map(str, arguments))
    return subprocess.Popen(
        command, cwd=cwd, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    )


def checksum(out: Path) -> str:
    """Return a checksum of all files of a result, with its dead letters."""
    inside = sorted(path for path in out.rglob("*") if path.is_file()) if out.is_dir() else [out]
    digest = hashlib.sha256()
    for file in [*inside, out.with_name(f"{out.name}.dead.jsonl")]:
        name = file.relative_to(out) if file.is_relative_to(out) else ""
        digest.update(f"{name}\n".encode() + hashlib.sha256(file.read_bytes()).digest())
    return digest.hexdigest()


def report_of(out: Path) -> dict[str, Any]:
    found = json.loads(out.with_name(f"{out.name}.report.json").read_text("utf-8"))
    assert isinstance(found, dict)
    return found


def rows_of(out: Path) -> list[dict[str, Any]]:
    """Return the records of a result in JSON Lines."""
    return [json.loads(line) for line in out.read_text("utf-8").splitlines()]


def leftovers(folder: Path) -> list[str]:
    """Return what a run should have taken away."""
    return sorted(path.name for path in folder.iterdir() if path.name.endswith(".work") or path.name.startswith("."))
