"""Archives that are cut or damaged: nothing raises, what is whole is read, what is missing is said."""

from __future__ import annotations

import gzip
import io
import random
import struct
import tarfile
import zipfile
from itertools import accumulate
from typing import TYPE_CHECKING

import pytest

from wrapture.archive.zip_directory import END, END_HEAD, ENTRY, ENTRY_HEAD, FULL_32, LOCAL, LOCAL_HEAD
from wrapture.bulk.inputs import Unreadable, list_units, read_unit
from wrapture.bulk.jobs import Columns, Unit

from . import making
from .making import PACKERS, address, page, pages, read_all

if TYPE_CHECKING:
    from pathlib import Path

FEW = pages(12)
RECORDS = making.warc_records(FEW)
ZIPPED = [gzip.compress(one, mtime=0) for one in RECORDS]

ARCHIVES = {
    "x.tar": making.tar(FEW),
    "x.tar.gz": PACKERS[".gz"](making.tar(FEW)),
    "x.tar.bz2": PACKERS[".bz2"](making.tar(FEW)),
    "x.tar.xz": PACKERS[".xz"](making.tar(FEW)),
    "x.tar.zst": PACKERS[".zst"](making.tar(FEW)),
    "x.zip": making.zipped(FEW),
    "stored.zip": making.zipped(FEW, zipfile.ZIP_STORED),
    "piped.zip": making.piped_zip(FEW),
    "x.warc": b"".join(RECORDS),
    "x.warc.gz": b"".join(ZIPPED),
    "solid.warc.gz": PACKERS[".gz"](b"".join(RECORDS)),
    "x.warc.zst": PACKERS[".zst"](b"".join(RECORDS)),
    "x.jsonl": making.lines(FEW),
    "x.jsonl.gz": PACKERS[".gz"](making.lines(FEW)),
    "x.jsonl.zst": PACKERS[".zst"](making.lines(FEW)),
}
CUTS = 60
FLIPS = 60
names = pytest.mark.parametrize("name", list(ARCHIVES))


def truth(path: Path) -> list[making.Page]:
    """Return the pages of an archive by the names that they have there."""
    if path.name.split(".")[1] in ("tar", "zip"):
        return [(f"{path}/{name}", body) for name, body in FEW]
    return [(address(name), body) for name, body in FEW]


def boundaries(name: str) -> set[int]:
    """Return where a cut can't be seen: between records that stand one after the other, without an end of the whole."""
    if name in ("x.warc", "x.warc.gz"):
        ends = list(accumulate(map(len, ZIPPED if name.endswith("gz") else RECORDS)))
        return {end - blank for end in ends for blank in range(1 if name.endswith("gz") else 5)}
    return set()


@names
def test_whole_ones_have_no_flaw(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(ARCHIVES[name])
    found = read_all(path)
    assert found.pages == truth(path)
    assert (found.flaws, found.unreadable) == ([], [])


@names
def test_cut_ones(name: str, tmp_path: Path) -> None:
    path, data = tmp_path / name, ARCHIVES[name]
    rng = random.Random(name)
    unseen = boundaries(name)
    for cut in sorted({0, 1, 2, 5, len(data) - 1, *(rng.randrange(len(data)) for _ in range(CUTS))}):
        path.write_bytes(data[:cut])
        found = read_all(path)
        whole = truth(path)
        assert found.pages == whole[: len(found.pages)], cut
        assert len(found.unreadable) <= 1, (cut, found.unreadable)
        if len(found.pages) < len(whole) and cut not in unseen and cut > 5:
            assert found.flaws or (found.unreadable and "jsonl" in name) or _is_line_end(name, data, cut), cut
        if found.flaws and cut > 5 and name != "x.jsonl":
            assert any("is truncated at byte" in flaw.what for flaw in found.flaws) or "jsonl" in name, cut


def _is_line_end(name: str, data: bytes, cut: int) -> bool:
    return name == "x.jsonl" and (data[cut - 1 : cut] == b"\n" or data[cut : cut + 1] == b"\n")


@pytest.mark.parametrize("name", ["x.tar", "x.zip", "stored.zip", "piped.zip", "x.warc", "x.warc.gz", "x.jsonl"])
def test_all_that_is_whole_before_the_cut_is_read(name: str, tmp_path: Path) -> None:
    path, data = tmp_path / name, ARCHIVES[name]
    ends = page_ends(name)
    assert len(ends) == len(FEW)
    rng = random.Random(name)
    for cut in (ends[4], ends[4] - 1, ends[5] + 1, *(rng.randrange(ends[0] + 1, len(data)) for _ in range(20))):
        path.write_bytes(data[:cut])
        found = read_all(path)
        assert found.pages == truth(path)[: sum(end <= cut for end in ends)], cut


def page_ends(name: str) -> list[int]:
    """Return where the bytes of each page end in an archive."""
    data = ARCHIVES[name]
    if name == "x.tar":
        with tarfile.open(fileobj=io.BytesIO(data)) as tar:
            return [member.offset_data + member.size for member in tar]
    if name.endswith("zip"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            heads = [(one.header_offset + 30 + len(one.filename), one.compress_size) for one in archive.infolist()]
        return [start + size for start, size in heads]
    if name == "x.jsonl":
        return [place for place in range(len(data)) if data[place : place + 1] == b"\n"]
    zips = name.endswith("gz")
    return [end - (0 if zips else 4) for end in accumulate(map(len, ZIPPED if zips else RECORDS))][2::2]


@names
def test_damaged_ones_never_raise_and_each_page_is_read_or_told_of(name: str, tmp_path: Path) -> None:
    path, data = tmp_path / name, ARCHIVES[name]
    rng = random.Random(name)
    for _ in range(FLIPS):
        flipped = bytearray(data)
        for _ in range(rng.choice([1, 1, 3, 30])):
            flipped[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        path.write_bytes(flipped)
        found = read_all(path)
        if len(found.pages) < len(FEW):
            assert found.flaws or found.unreadable or found.passed, name


@pytest.mark.parametrize("name", ["x.tar", "x.zip", "x.warc", "x.warc.gz", "x.jsonl"])
def test_damage_costs_the_page_it_is_in_and_no_other(name: str, tmp_path: Path) -> None:
    path, data = tmp_path / name, ARCHIVES[name]
    lost = []
    rng = random.Random(7)
    for _ in range(40):
        place = rng.randrange(len(data) * 9 // 10)
        path.write_bytes(data[:place] + bytes([data[place] ^ 0xFF]) + data[place + 1 :])
        found = read_all(path)
        right = set(truth(path)) & set(found.pages)
        lost.append(len(FEW) - len(right))
    assert max(lost) <= 1


def test_a_tar_file_with_a_damaged_header_goes_on_behind_it(tmp_path: Path) -> None:
    path = tmp_path / "x.tar"
    data = bytearray(making.tar(FEW))
    second = data.index(b"site/1/page1.html")
    data[second + 130] ^= 0xFF
    path.write_bytes(data)
    found = read_all(path)
    assert [name[-10:] for name, _ in found.pages] == [name[-10:] for name, _ in FEW if not name.endswith("page1.html")]
    (flaw,) = found.flaws
    assert flaw.what.startswith(f"is damaged at byte {second:,};")


def test_bytes_that_are_no_record_are_a_flaw_of_a_warc_file(tmp_path: Path) -> None:
    for name, packed in (("x.warc", RECORDS), ("x.warc.gz", ZIPPED)):
        path = tmp_path / name
        path.write_bytes(b"".join(packed[:5]) + b"rubbish\x1f\x8b\x08rubbish\r\n\r\n" + b"".join(packed[5:]))
        found = read_all(path)
        assert found.pages == truth(path)
        assert len(found.flaws) == 1


def test_a_zip_file_without_a_directory_is_salvaged(tmp_path: Path) -> None:
    for name in ("x.zip", "stored.zip", "piped.zip"):
        data = ARCHIVES[name]
        path = tmp_path / name
        path.write_bytes(data[: data.index(b"PK\x01\x02")])
        found = read_all(path)
        assert found.pages == truth(path)
        (flaw,) = found.flaws
        assert flaw.what.startswith("is truncated at byte ")
        assert flaw.what.endswith(" (its directory is missing or damaged); pages after that are missing")


def test_a_damaged_directory_is_made_up_for(tmp_path: Path) -> None:
    data = bytearray(ARCHIVES["x.zip"])
    entries = [place for place in range(len(data)) if data[place : place + 4] == b"PK\x01\x02"]
    data[entries[5]] ^= 0xFF
    path = tmp_path / "x.zip"
    path.write_bytes(data)
    found = read_all(path)
    assert found.pages == truth(path)
    assert len(found.flaws) == 1


def zip_member(packed: int, extra: bytes = b"") -> bytes:
    """Return a stored member that says how long it is."""
    return LOCAL_HEAD.pack(LOCAL, 0, 0, 0, 0, 0, packed, packed, 6, len(extra)) + b"a.html" + extra + b"<p>x"


def zip_directory_at(offset: int) -> bytes:
    """Return the directory of a member, which is somewhere else than the directory says."""
    entry = ENTRY_HEAD.pack(ENTRY, 0, 0, 0, 0, 0, 4, 4, 6, 0, 0, 0, 0, 0, 0) + b"a.html"
    return entry + END_HEAD.pack(END, 1, 1, len(entry), offset, 0)


def tar_of_size(size: int) -> bytes:
    """Return a tar file whose member says how long it is, in base 256."""
    head = bytearray(making.tar(FEW[:1])[:512])
    head[124:136] = b"\x80" + size.to_bytes(11, "big")
    head[148:156] = b"%06o\0 " % (sum(head[:148]) + 8 * 32 + sum(head[156:]))
    return bytes(head) + bytes(1024)


ENDLESS = {
    "endless.zip": zip_member(FULL_32, struct.pack("<HHQQ", 1, 16, 2**64 - 1, 2**64 - 1)),
    "before.zip": zip_member(4) + zip_directory_at(500),
    "short.zip": b"PK\x03\x04PK\x05\x06" + bytes(9),
    "endless.tar": tar_of_size(2**80),
    "long.tar": tar_of_size(2**63),
    "endless.warc": b"WARC/1.0\r\nWARC-Type: response\r\nContent-Length: %d\r\n\r\n<p>x" % 2**80,
    "endless.warc.gz": gzip.compress(b"WARC/1.0\r\nContent-Length: %d\r\n\r\n<p>x" % 2**80, mtime=0),
}


@pytest.mark.parametrize("name", ENDLESS)
def test_sizes_and_offsets_that_no_file_has(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(ENDLESS[name])
    found = read_all(path)
    assert found.flaws or found.unreadable
    assert not found.pages


def test_a_parquet_file_without_its_end(tmp_path: Path) -> None:
    path = making.parquet(tmp_path / "x.parquet", FEW)
    data = path.read_bytes()
    for cut in (4, 100, len(data) // 2, len(data) - 1):
        path.write_bytes(data[:cut])
        found = read_all(path)
        assert found.items == []
        (flaw,) = found.flaws
        assert flaw.what.startswith("is not a complete Parquet file (")


def test_a_damaged_row_group_costs_its_own_pages(tmp_path: Path) -> None:
    members = [
        (f"{number}.html", bytes(random.Random(number).choices(b"<abcdefghijklmnop>", k=4000))) for number in range(40)
    ]
    path = making.parquet(tmp_path / "x.parquet", members, group=10)
    data = bytearray(path.read_bytes())
    place = data.index(members[15][1][:50])
    data[place - 20_000 : place] = bytes(20_000)
    path.write_bytes(data)
    found = read_all(path)
    assert len(found.items) == 40
    good = set(found.pages)
    assert all((address(name), body) in good for name, body in members[20:])


def test_parquet_files_with_flipped_bytes_never_raise(tmp_path: Path) -> None:
    path = making.parquet(tmp_path / "x.parquet", FEW, group=5)
    data = path.read_bytes()
    rng = random.Random(3)
    for _ in range(60):
        flipped = bytearray(data)
        flipped[rng.randrange(len(data))] ^= 1 << rng.randrange(8)
        path.write_bytes(flipped)
        found = read_all(path)
        assert len(found.items) == len(FEW) or found.flaws


@pytest.mark.parametrize(
    "name", ["x.tar", "x.tar.gz", "x.zip", "x.warc", "x.warc.gz", "x.jsonl", "x.jsonl.gz", "x.parquet"]
)
def test_empty_archives(name: str, tmp_path: Path) -> None:
    path = tmp_path / name
    path.write_bytes(b"")
    found = read_all(path)
    assert found.items == []
    assert len(found.flaws) == (0 if name == "x.jsonl" else 1)


def test_archives_of_nothing_have_no_flaw(tmp_path: Path) -> None:
    (tmp_path / "a.tar").write_bytes(making.tar([]))
    (tmp_path / "b.tar.gz").write_bytes(gzip.compress(making.tar([])))
    (tmp_path / "c.zip").write_bytes(making.zipped([]))
    (tmp_path / "d.jsonl.gz").write_bytes(gzip.compress(b""))
    making.parquet(tmp_path / "e.parquet", [])
    found = read_all(*sorted(tmp_path.iterdir()))
    assert (found.items, found.flaws) == ([], [])


def test_a_file_that_vanishes_or_changes_costs_its_own_pages(tmp_path: Path) -> None:
    for name, data in ARCHIVES.items():
        (tmp_path / name).write_bytes(data)
    making.parquet(tmp_path / "x.parquet", FEW)
    (tmp_path / "a.html").write_bytes(page(1))
    (tmp_path / "b.html").write_bytes(page(2))
    units = [one for one in list_units(sorted(map(str, tmp_path.iterdir())), Columns()) if isinstance(one, Unit)]
    for path in tmp_path.iterdir():
        if path.name != "b.html":
            path.write_bytes(b"other") if path.name in ("x.zip", "x.warc", "x.jsonl") else path.unlink()
    first = list(read_unit(units[0]))
    assert [type(one).__name__ for one in first] == ["Unreadable", "Capture"]
    for unit in units[1:]:
        items = list(read_unit(unit))
        if "Held" not in repr(unit.chunk):
            assert sum(isinstance(one, Unreadable) for one in items) == len(FEW)
