"""The lock holds what `pyproject.toml` asks for, with hashes, and names no machine."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Final

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT: Final = Path(__file__).parent.parent
LOCK: Final = (ROOT / "requirements-dev.lock").read_text("utf-8")
PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
WANTED: Final = [
    Requirement(text)
    for texts in (
        PROJECT["project"]["dependencies"],
        PROJECT["dependency-groups"]["dev"],
        *PROJECT["project"]["optional-dependencies"].values(),
    )
    for text in texts
    if not text.startswith("wrapture[")
]
LOCKED: Final = {
    canonicalize_name(name): version for name, version in re.findall(r"^([\w.-]+)==([^\s;]+)", LOCK, re.MULTILINE)
}


@pytest.mark.parametrize("wanted", WANTED, ids=str)
def test_each_requirement_is_locked_within_its_bounds(wanted: Requirement) -> None:
    assert LOCKED[canonicalize_name(wanted.name)] in wanted.specifier


@pytest.mark.parametrize("text", PROJECT["project"]["dependencies"])
def test_each_dependency_has_both_bounds(text: str) -> None:
    assert {one.operator for one in Requirement(text).specifier} == {">=", "<"}


def test_each_locked_version_has_hashes() -> None:
    entries = re.split(r"^(?=[\w.-]+==)", LOCK, flags=re.MULTILINE)[1:]
    assert len(entries) == len(LOCKED)
    assert all("--hash=sha256:" in entry for entry in entries)


def test_no_machine_is_named() -> None:
    assert not re.search(r"://|--index|--find-links|@ file|/opt/", LOCK)
