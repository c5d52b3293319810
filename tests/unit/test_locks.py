"""Locks on files: one holder at a time, freed when the holder is killed."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from typing import TYPE_CHECKING, Final

import pytest

from wrapture.locks import LockedError, locked_descriptor, locked_file

if TYPE_CHECKING:
    from pathlib import Path

HOLDER: Final = """
import sys, time
from pathlib import Path
from wrapture.locks import locked_file
with locked_file(Path(sys.argv[1]), timeout_s=0):
    print("held", flush=True)
    time.sleep(600)
"""


def test_one_holder_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with locked_file(path, timeout_s=0):
        with pytest.raises(LockedError), locked_file(path, timeout_s=0):
            pytest.fail("two hold it")
        with pytest.raises(LockedError), locked_file(path, timeout_s=0.05):
            pytest.fail("two hold it")
    with locked_file(path, timeout_s=0):
        pass


def test_a_killed_holder_loses_its_lock(tmp_path: Path) -> None:
    path = tmp_path / "lock"
    with subprocess.Popen([sys.executable, "-c", HOLDER, str(path)], stdout=subprocess.PIPE) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline() == b"held\n"
        with pytest.raises(LockedError), locked_file(path, timeout_s=0):
            pytest.fail("two hold it")
        holder.kill()
        holder.wait()
        with locked_file(path, timeout_s=0):
            pass


def test_an_error_in_the_block_frees_the_lock(tmp_path: Path) -> None:
    with pytest.raises(ZeroDivisionError), locked_file(tmp_path / "lock", timeout_s=0):
        raise ZeroDivisionError
    with locked_file(tmp_path / "lock", timeout_s=0):
        pass


def test_no_folder_is_created_and_a_folder_is_no_lock(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError), locked_file(tmp_path / "gone" / "lock", timeout_s=0):
        pass
    assert not (tmp_path / "gone").exists()
    (tmp_path / "file").touch()
    with pytest.raises(NotADirectoryError), locked_file(tmp_path / "file" / "lock", timeout_s=0):
        pass
    with pytest.raises(IsADirectoryError), locked_file(tmp_path, timeout_s=0):
        pass


def test_a_descriptor_waits_for_its_turn(tmp_path: Path) -> None:
    path = tmp_path / "pages.warc"
    order: list[str] = []
    path.touch()
    mine, other = os.open(path, os.O_RDWR), os.open(path, os.O_RDWR)

    def second() -> None:
        with locked_descriptor(other):
            order.append("second")

    thread = threading.Thread(target=second)
    with locked_descriptor(mine):
        thread.start()
        thread.join(0.05)
        order.append("first")
    thread.join()
    os.close(mine)
    os.close(other)
    assert order == ["first", "second"]
