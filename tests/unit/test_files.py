from __future__ import annotations

import os
import stat
from pathlib import Path
from threading import Thread

import pytest

from wrapture.errors import OutputError
from wrapture.files import atomic_writer, check_target

from .rows.conftest import listing


@pytest.fixture
def target(tmp_path: Path) -> Path:
    return tmp_path / "out.txt"


def put(path: Path, text: str, *, force: bool = False) -> None:
    with atomic_writer(path, force=force) as temporary:
        temporary.write_text(text)


def write_half(path: Path, crash: type[BaseException], *, force: bool) -> None:
    with atomic_writer(path, force=force) as temporary:
        temporary.write_text("ha")
        raise crash


def put_late(path: Path, text: str, theirs: str) -> None:
    """Write while somebody else makes the same file."""
    with atomic_writer(path, force=False) as temporary:
        temporary.write_text(text)
        path.write_text(theirs)


def refusal(path: Path | str, *, force: bool = True) -> str:
    """Return why a path is refused; asking beforehand and writing give the same answer, and nothing is left over."""
    with pytest.raises(OutputError) as asked:
        check_target(path, force=force)
    with pytest.raises(OutputError) as caught, atomic_writer(path, force=force):
        pytest.fail("nothing should be written")
    assert str(asked.value) == str(caught.value) == f"{caught.value.path}: {caught.value.what}"
    assert "\n" not in caught.value.what
    return caught.value.what


def test_writes_a_new_file_and_leaves_nothing_else(target: Path) -> None:
    put(target, "new")
    assert target.read_text() == "new"
    assert listing(target.parent) == ["out.txt"]


def test_keeps_an_existing_file(target: Path) -> None:
    target.write_text("old")
    assert refusal(target, force=False) == "already there; use `force=True` to replace it"
    assert target.read_text() == "old"
    assert listing(target.parent) == ["out.txt"]


def test_replaces_an_existing_file_when_forced(target: Path) -> None:
    target.write_text("old")
    put(target, "new", force=True)
    assert target.read_text() == "new"
    assert listing(target.parent) == ["out.txt"]


@pytest.mark.parametrize("force", [False, True])
def test_force_is_no_duty(target: Path, force: bool) -> None:
    check_target(target, force=force)
    assert listing(target.parent) == []
    put(target, "new", force=force)
    assert target.read_text() == "new"


def test_the_old_file_is_there_until_the_end(target: Path) -> None:
    target.write_text("old")
    with atomic_writer(target, force=True) as temporary:
        temporary.write_text("new")
        assert target.read_text() == "old"
    assert target.read_text() == "new"


@pytest.mark.parametrize("crash", [RuntimeError, KeyboardInterrupt, ValueError])
def test_a_crash_in_the_middle_leaves_the_old_file(target: Path, crash: type[BaseException]) -> None:
    target.write_text("old")
    with pytest.raises(crash):
        write_half(target, crash, force=True)
    assert target.read_text() == "old"
    assert listing(target.parent) == ["out.txt"]


def test_a_crash_in_the_middle_leaves_no_new_file(target: Path) -> None:
    with pytest.raises(RuntimeError):
        write_half(target, RuntimeError, force=False)
    assert listing(target.parent) == []


def test_a_file_that_appears_meanwhile_is_kept(target: Path) -> None:
    with pytest.raises(OutputError, match="already there"):
        put_late(target, "mine", "theirs")
    assert target.read_text() == "theirs"
    assert listing(target.parent) == ["out.txt"]


def test_of_many_writers_at_once_one_wins(target: Path) -> None:
    lost: list[str] = []

    def race(text: str) -> None:
        try:
            put(target, text)
        except OutputError:
            lost.append(text)

    threads = [Thread(target=race, args=(f"writer {n}",)) for n in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(lost) == 15
    assert target.read_text() not in lost


def test_a_disk_that_fills_up_is_told(target: Path) -> None:
    with (
        pytest.raises(OutputError, match="the disk is full; free some space"),
        atomic_writer(target, force=False),
        Path("/dev/full").open("wb", buffering=0) as full,
    ):
        full.write(b"x")
    assert listing(target.parent) == []


def test_a_new_file_has_the_permissions_of_the_umask(target: Path) -> None:
    before = os.umask(0o027)
    try:
        put(target, "new")
    finally:
        os.umask(before)
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_a_replaced_file_keeps_its_permissions(target: Path) -> None:
    target.write_text("old")
    target.chmod(0o604)
    put(target, "new", force=True)
    assert stat.S_IMODE(target.stat().st_mode) == 0o604


def test_a_symbolic_link_stays_one(target: Path) -> None:
    real = target.with_name("real.txt")
    real.write_text("old")
    target.symlink_to(real)
    put(target, "new", force=True)
    assert target.is_symlink()
    assert real.read_text() == "new"


def test_a_name_as_long_as_can_be(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 255)
    put(path, "new")
    assert path.read_text() == "new"
    assert "the name is too long" in refusal(tmp_path / ("x" * 256))


def test_says_why_a_path_is_refused(tmp_path: Path, target: Path) -> None:
    target.write_text("a file")
    assert refusal(tmp_path) == "is a folder; give the name of a file in it"
    assert refusal(tmp_path / "none" / "out.txt") == "there is no such folder; make it first"
    assert refusal(target / "out.txt").startswith("a part of the path is a file")
    assert refusal("") == "is a folder; give the name of a file in it"
    assert "not the name of a file" in refusal("a\0b")
    assert target.read_text() == "a file"


def test_where_nobody_can_write() -> None:
    assert refusal("/proc/out.txt")


@pytest.mark.parametrize("force", [False, True])
def test_a_device_is_not_replaced(force: bool) -> None:
    assert "is a device or pipe" in refusal("/dev/null", force=force)
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)
