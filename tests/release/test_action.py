"""The steps of the GitHub action, run as a script in a repository of its own."""

from __future__ import annotations

import os
import subprocess
from typing import TYPE_CHECKING, Final

import pytest
import yaml

from tests.command import COMMAND, TIMEOUT_S
from tests.conftest import ROOT, books

if TYPE_CHECKING:
    from pathlib import Path

SCRIPT: Final = ROOT / "release" / "action.sh"
INPUTS: Final = yaml.safe_load((ROOT / "action.yml").read_text("utf-8"))["inputs"]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A clone with one page, and its origin."""
    git(tmp_path, "init", "--quiet", "--bare", "--initial-branch=main", "origin")
    git(tmp_path, "clone", "--quiet", "origin", "work")
    work = tmp_path / "work"
    git(work, "switch", "--quiet", "--create", "main")
    (work / "page one.html").write_text(books(8), "utf-8")
    git(work, "add", ".")
    git(work, "-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "--quiet", "-m", "pages")
    git(work, "push", "--quiet", "--set-upstream", "origin", "main")
    return work


def git(folder: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=folder, capture_output=True, text=True, check=True).stdout


def act(checkout: Path, **inputs: str) -> tuple[int, str]:
    """Run the action and return its exit code and outputs."""
    said = checkout.parent / "output.txt"
    said.write_text("")
    defaults = {name: str(one.get("default", "")) for name, one in INPUTS.items()}
    given = {name.upper(): value for name, value in {**defaults, **inputs}.items()}
    env = {**os.environ, **given, "GITHUB_OUTPUT": str(said), "PATH": f"{COMMAND.parent}:{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", str(SCRIPT)], cwd=checkout, env=env, timeout=TIMEOUT_S, capture_output=True, text=True, check=False
    )
    return done.returncode, said.read_text()


def test_every_input_reaches_the_script() -> None:
    script = SCRIPT.read_text("utf-8")
    assert not [name for name in INPUTS if f"${name.upper()}" not in script and f"${{{name.upper()}" not in script]


def test_a_change_is_committed_and_pushed_once(checkout: Path) -> None:
    read = {"pages": "\n  page one.html\n", "output": "data/books.csv", "message": "New books; $(touch hacked)"}
    assert act(checkout, **read) == (0, "changed=true\n")
    assert git(checkout.parent / "origin", "log", "-1", "--format=%s main").startswith(read["message"])
    assert len((checkout / "data" / "books.csv").read_text("utf-8").splitlines()) == 9
    assert act(checkout, **read) == (0, "changed=false\n")
    (checkout / "page one.html").write_text(books(9), "utf-8")
    assert act(checkout, **read, commit="false") == (0, "changed=true\n")
    assert git(checkout, "status", "--porcelain", "data").strip() == "M data/books.csv"
    assert not (checkout / "hacked").exists()


def test_a_page_without_records_fails_and_one_that_is_missing_writes_nothing(checkout: Path) -> None:
    (checkout / "empty.html").write_text("<p>Nothing is here.</p>")
    assert act(checkout, pages="page one.html\nempty.html", output="b.csv", commit="false") == (3, "changed=true\n")
    code, said = act(checkout, pages="gone.html", output="c.csv")
    assert (code, said, (checkout / "c.csv").exists()) == (1, "", False)


def test_a_watch_is_committed_only_if_records_changed(checkout: Path) -> None:
    page = checkout / "page one.html"
    subprocess.run([str(COMMAND), "learn", str(page), "-o", "books.json"], cwd=checkout, timeout=TIMEOUT_S, check=True)
    watch = {"pages": page.name, "output": "data", "wrapper": "books.json", "watch": "true"}
    assert act(checkout, **watch) == (0, "changed=true\n")
    git(checkout, "checkout", "--quiet", "data")
    assert act(checkout, **watch) == (0, "changed=false\n")
    page.write_text(books(9), "utf-8")
    assert act(checkout, **watch) == (0, "changed=true\n")
    committed = git(checkout.parent / "origin", "show", "main:data/changes.csv").splitlines()
    assert [line.split(",")[2] for line in committed[1:]] == ["new"]


def test_a_watch_needs_a_wrapper_and_fails_if_the_page_is_another(checkout: Path) -> None:
    assert act(checkout, pages="page one.html", output="data", watch="true") == (1, "")
    subprocess.run(
        [str(COMMAND), "learn", "page one.html", "-o", "books.json"], cwd=checkout, timeout=TIMEOUT_S, check=True
    )
    (checkout / "page one.html").write_text("<p>Nothing is here.</p>")
    watch = {"pages": "page one.html", "output": "data", "wrapper": "books.json", "watch": "true", "commit": "false"}
    assert act(checkout, **watch)[0] in {3, 5}
    assert act(checkout, **watch, strict="false")[0] == 0
