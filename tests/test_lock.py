"""The lock holds what `pyproject.toml` asks for, with hashes, and names no machine."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import Final

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT: Final = Path(__file__).parent.parent
LOCK: Final = (ROOT / "requirements-dev.lock").read_text("utf-8")
PROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
EXTRAS: Final = PROJECT["project"]["optional-dependencies"].values()
USED: Final = [
    Requirement(text)
    for texts in (PROJECT["project"]["dependencies"], *EXTRAS)
    for text in texts
    if not text.startswith("wrapture[")
]
"""What users install: the package's own dependencies, and those of its extras."""
WANTED: Final = [*USED, *map(Requirement, PROJECT["dependency-groups"]["dev"])]
LOCKED: Final = {
    canonicalize_name(name): version for name, version in re.findall(r"^([\w.-]+)==([^\s;]+)", LOCK, re.MULTILINE)
}


def locked(wanted: Requirement) -> str:
    return str(LOCKED[canonicalize_name(wanted.name)])


def test_each_requirement_is_locked_within_its_bounds() -> None:
    assert [str(wanted) for wanted in WANTED if locked(wanted) not in wanted.specifier] == []


def test_each_dependency_has_both_bounds() -> None:
    assert [str(wanted) for wanted in USED if {one.operator for one in wanted.specifier} != {">=", "<"}] == []


def test_the_lowest_version_is_within_the_bounds_and_below_the_locked_one() -> None:
    for wanted in USED:
        lowest = next(Version(one.version) for one in wanted.specifier if one.operator == ">=")
        assert lowest in wanted.specifier, wanted
        assert lowest <= Version(locked(wanted)), wanted


def test_each_locked_version_has_hashes() -> None:
    entries = re.split(r"^(?=[\w.-]+==)", LOCK, flags=re.MULTILINE)[1:]
    assert len(entries) == len(LOCKED)
    assert all("--hash=sha256:" in entry for entry in entries)


def test_no_machine_is_named() -> None:
    assert not re.search(r"://|--index|--find-links|@ file|/opt/", LOCK)
