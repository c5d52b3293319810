"""A disk that is full: one line, nothing lost, and the same command goes on when there is room."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.bulk.site import checksum, leftovers, make_lines, save_wrapper, started_bulk

if TYPE_CHECKING:
    from pathlib import Path

PAGES = 1500


@pytest.mark.parametrize("name", ["out", "out.csv", "out.sqlite"])
def test_a_full_disk_stops_the_run_and_it_goes_on(tmp_path: Path, small_disk: Path, name: str) -> None:
    wrapper = save_wrapper(tmp_path)
    make_lines(tmp_path / "pages.jsonl", PAGES)
    started_bulk("pages.jsonl", "-w", wrapper, "-o", name, cwd=tmp_path)
    command = (tmp_path / "pages.jsonl", "-w", wrapper, "-o", small_disk / name)
    full = started_bulk(*command, cwd=tmp_path, check=False)
    assert full.code == 1
    assert full.err.endswith("the disk is full; free some space or choose another place\n")
    assert full.err.count("\n") == 1
    assert not (small_disk / name).exists()
    subprocess.run(["mount", "-o", "remount,size=64m", small_disk], check=True)
    started_bulk(*command, cwd=tmp_path)
    assert checksum(small_disk / name) == checksum(tmp_path / name)
    assert leftovers(small_disk) == []
