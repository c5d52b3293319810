"""The images: their steps run as scripts in a folder of their own, since there is no Docker here, and their files are sane."""

from __future__ import annotations

import fnmatch
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.conftest import ROOT

FILES: Final = sorted((ROOT / "docker").glob("*.Dockerfile"))
TIMEOUT_S: Final = 900


def context(folder: Path) -> Path:
    """Return a copy of what .dockerignore lets into an image."""
    lines = (ROOT / ".dockerignore").read_text("utf-8").split()
    for name in (line[1:] for line in lines if line.startswith("!")):
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("*.so", "__pycache__"))
        else:
            shutil.copy(source, folder / name)
    return folder


@pytest.mark.slow
def test_the_steps_of_the_slim_image_make_one_that_works(tmp_path: Path) -> None:
    folder = tmp_path / "src"
    folder.mkdir()
    target = tmp_path / "env"
    path = f"{Path(sys.executable).resolve().parent}:{os.environ['PATH']}"
    subprocess.run(
        ["sh", str(ROOT / "docker" / "slim.sh"), str(context(folder)), str(target)],
        env={**os.environ, "PATH": path},
        timeout=TIMEOUT_S,
        check=True,
    )
    python = target / "bin" / "python"
    subprocess.run([python, str(ROOT / "release" / "smoke.py")], timeout=TIMEOUT_S, check=True)
    free = {**os.environ, "WRAPTURE_HEALTH_PORT": "1"}
    assert (
        subprocess.run([python, str(ROOT / "docker" / "health.py")], env=free, timeout=60, check=False).returncode == 0
    )


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_an_image_runs_as_an_ordinary_user_with_a_health_check(path: Path) -> None:
    last = path.read_text("utf-8").rpartition("\nFROM ")[2]
    user = last.index("\nUSER 10001\n")
    assert user < last.index("\nENTRYPOINT") < last.index("\nCMD")
    assert "\nHEALTHCHECK " in last
    assert "gcc" not in last


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_what_an_image_copies_is_let_in(path: Path) -> None:
    allowed = [line[1:] for line in (ROOT / ".dockerignore").read_text("utf-8").split() if line.startswith("!")]
    copied = [
        name
        for words in re.findall(r"^COPY (?!--from)(.*) \S+$", path.read_text("utf-8"), re.MULTILINE)
        for name in words.split()
        if name != "."
    ]
    assert copied
    assert all((ROOT / name).is_file() and any(fnmatch.fnmatch(name, f"{one}*") for one in allowed) for name in copied)


def test_the_health_check_asks_the_server(tmp_path: Path) -> None:
    from tests.mcp.test_transports import http_server

    with http_server() as (address, _):
        env = {**os.environ, "WRAPTURE_HEALTH_PORT": address.rpartition(":")[2].partition("/")[0]}
        done = subprocess.run([sys.executable, str(ROOT / "docker" / "health.py")], env=env, timeout=60, check=False)
    assert done.returncode == 0
