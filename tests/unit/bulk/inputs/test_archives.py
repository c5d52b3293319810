"""Archives as they should be: every page is read once, in order, byte for byte."""

from __future__ import annotations

import gzip
import io
import pickle
import tarfile
import tracemalloc
import zipfile
from typing import TYPE_CHECKING

import pytest
import zstandard

from tests.fastwarc_library import WarcRecordType
from wrapture.bulk.inputs import Passed, Unreadable, close_files, list_units, read_unit, total_weight
from wrapture.bulk.inputs.chunks import UNIT_BYTES, UNIT_PAGES
from wrapture.bulk.jobs import Columns, Unit
from wrapture.capture import saved_formats
from wrapture.html.snapshot_file import pack
from wrapture.model import Capture

from . import making
from .making import PACKERS, address, page, pages, read_all, record

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

MANY = pages(600)


def in_archive(path: Path, members: list[making.Page]) -> list[making.Page]:
    return [(f"{path}/{name}", body) for name, body in members]


@pytest.mark.parametrize("form", [tarfile.USTAR_FORMAT, tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
@pytest.mark.parametrize("packing", list(PACKERS))
def test_the_pages_of_a_tar_file(packing: str, form: int, tmp_path: Path) -> None:
    path = tmp_path / f"crawl.tar{packing}"
    path.write_bytes(PACKERS[packing](making.tar(MANY, form)))
    found = read_all(path)
    assert found.pages == in_archive(path, MANY)
    assert (found.flaws, found.unreadable, found.passed) == ([], [], [])
    assert len(found.units) == -(-len(MANY) // UNIT_PAGES)
    assert total_weight([str(path)]) == path.stat().st_size == sum(unit.weight for unit in found.units)


@pytest.mark.parametrize("form", [tarfile.GNU_FORMAT, tarfile.PAX_FORMAT])
def test_long_and_foreign_names_in_a_tar_file(form: int, tmp_path: Path) -> None:
    members = [(f"{'ä' * 60}/{'b' * 150}/{n}.html", page(n)) for n in range(3)] + [("../../etc/p.html", page(9))]
    path = tmp_path / "x.tar"
    path.write_bytes(making.tar([*members, ("/root.html", page(10)), *members], form))
    found = read_all(path)
    assert found.pages == in_archive(path, [*members, ("/root.html", page(10)), *members])


def test_what_is_no_page_in_a_tar_file(tmp_path: Path) -> None:
    path = tmp_path / "x.tar"
    with tarfile.open(path, "w") as archive:
        for kind, name in (
            (tarfile.DIRTYPE, "d"),
            (tarfile.SYMTYPE, "l.html"),
            (tarfile.LNKTYPE, "h.html"),
            (tarfile.FIFOTYPE, "f"),
        ):
            info = tarfile.TarInfo(name)
            info.type, info.linkname = kind, "a.html"
            archive.addfile(info)
        for name, body in (
            ("logo.png", b"\x89PNG"),
            ("list.php?page=2", page(1)),
            ("noname", b"\x89PNG\r\n"),
            ("LICENSE", b"do what you want"),
            ("inner.zip", making.zipped(pages(1))),
            ("inner", making.zipped(pages(1))),
            ("liar.html", b"%PDF-1.7"),
            ("style.css?v=3.html.css", b"a{}"),
        ):
            info = tarfile.TarInfo(name)
            info.size = len(body)
            archive.addfile(info, io.BytesIO(body))
    found = read_all(path)
    assert found.pages == [(f"{path}/list.php?page=2", page(1))]
    assert [one.kind for one in found.unreadable] == ["refused"]
    assert len(found.passed) == 10
    assert found.flaws == []


def test_tar_files_that_were_joined_are_read_to_the_end(tmp_path: Path) -> None:
    path = tmp_path / "x.tar"
    path.write_bytes(making.tar(MANY[:3]) + making.tar(MANY[3:5]))
    assert read_all(path).pages == in_archive(path, MANY[:5])


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
@pytest.mark.parametrize("make", [making.zipped, making.piped_zip])
def test_the_pages_of_a_zip_file(make: Callable[..., bytes], method: int, tmp_path: Path) -> None:
    path = tmp_path / "crawl.zip"
    path.write_bytes(make(MANY, method))
    found = read_all(path)
    assert found.pages == in_archive(path, MANY)
    assert (found.flaws, found.unreadable, found.passed) == ([], [], [])
    assert total_weight([str(path)]) == path.stat().st_size == sum(unit.weight for unit in found.units)


def test_a_zip_file_behind_a_program_and_with_a_comment(tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("ä/1.html", page(1))
        archive.comment = b"PK\x05\x06 is how it ends"
    path.write_bytes(b"#!/bin/sh\n" * 30 + out.getvalue())
    assert read_all(path).pages == [(f"{path}/ä/1.html", page(1))]


@pytest.mark.slow
def test_a_zip_file_of_more_than_65535_members_and_zip64_sizes(tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for number in range(65_600):
            archive.writestr(zipfile.ZipInfo(f"{number}.png"), b"")
        with archive.open(zipfile.ZipInfo("a.html"), "w", force_zip64=True) as member:
            member.write(page(1))
    found = read_all(path)
    assert found.pages == [(f"{path}/a.html", page(1))]
    assert len(found.passed) == 65_600
    tracemalloc.start()
    for _ in list_units([str(path)], Columns()):
        pass
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 6 << 20  # zipfile takes 40 MB


def test_members_of_a_zip_file_that_can_not_be_read(tmp_path: Path) -> None:
    path = tmp_path / "x.zip"
    data = bytearray(
        making.zipped([("a.html", page(1)), ("b.html", page(2)), ("c.html", page(3)), ("d.html", page(4))])
    )
    entries = [place for place in range(len(data)) if data[place : place + 4] == b"PK\x01\x02"]
    data[entries[0] + 8] |= 1  # encrypted
    data[entries[1] + 10] = 97  # a method of its own
    data[60] ^= 0xFF  # in the data of the first, which is not read
    data[entries[2] + 16] ^= 0xFF  # a check sum
    path.write_bytes(data)
    found = read_all(path)
    assert [(one.name[-6:], one.reason.split(";")[0]) for one in found.unreadable] == [
        ("a.html", "is encrypted"),
        ("b.html", "is compressed by method 97, which is not supported"),
        ("c.html", "is damaged: its checksum is wrong"),
    ]
    assert found.pages == [(f"{path}/d.html", page(4))]


@pytest.mark.parametrize("zips", [False, True])
def test_the_pages_of_a_warc_file(zips: bool, tmp_path: Path) -> None:
    path = tmp_path / ("crawl.warc.gz" if zips else "crawl.warc")
    path.write_bytes(making.warc(MANY, zips=zips))
    found = read_all(path)
    assert found.pages == [(address(name), body) for name, body in MANY]
    assert all(one.url == one.name and one.charset == "utf-8" for one in found.captures)
    assert (found.flaws, found.unreadable, len(found.passed)) == ([], [], 1 + len(MANY))
    assert total_weight([str(path)]) == path.stat().st_size == sum(unit.weight for unit in found.units)


@pytest.mark.parametrize("packing", [".gz", ".bz2", ".xz", ".zst"])
def test_a_warc_file_that_is_compressed_as_a_whole(packing: str, tmp_path: Path) -> None:
    path = tmp_path / f"crawl.warc{packing}"
    path.write_bytes(PACKERS[packing](making.warc(MANY[:30], zips=False)))
    found = read_all(path)
    assert found.pages == [(address(name), body) for name, body in MANY[:30]]
    assert found.flaws == []


def test_a_warc_file_in_which_records_are_compressed_each_by_zstd(tmp_path: Path) -> None:
    path = tmp_path / "crawl.warc.zst"
    path.write_bytes(b"".join(map(PACKERS[".zst"], making.warc_records(MANY[:30]))))
    assert read_all(path).pages == [(address(name), body) for name, body in MANY[:30]]


def test_a_warc_file_inside_a_record_of_another_is_no_part_of_it(tmp_path: Path) -> None:
    inner = making.warc(pages(50), zips=True)
    records = [record(address("1"), page(1)), record(address("z"), inner, head="HTTP/1.1 200 OK\r\nContent-Type: a/b")]
    records += [record(address("l"), inner), record(address("2"), page(2))]
    records.insert(1, record(address("m"), b"\x1f\x8b\x08" * 99, head="HTTP/1.1 200 OK\r\nContent-Type: a/b"))
    path = tmp_path / "x.warc.gz"
    path.write_bytes(
        b"".join(gzip.compress(one, 0) for one in records)
    )  # not compressed: the inner one is there as it is
    found = read_all(path)
    assert found.pages == [(address("1"), page(1)), (address("2"), page(2))]
    assert found.passed == [address("m"), address("z")]
    assert [(one.name, one.kind) for one in found.unreadable] == [(address("l"), "refused")]
    assert found.flaws == []


def chunked(body: bytes) -> bytes:
    return (
        b"".join(b"%x;a=b\r\n%s\r\n" % (len(body[at : at + 9]), body[at : at + 9]) for at in range(0, len(body), 9))
        + b"0\r\n\r\n"
    )


OK = "HTTP/1.1 200 OK\r\n"


@pytest.mark.parametrize(
    ("head", "body", "comes"),
    [
        (OK + "Content-Type: text/html", page(1), True),
        (OK + 'content-type: application/xhtml+xml;charset="UTF-8"', page(1), True),
        (OK + "Transfer-Encoding: chunked\r\nContent-Type: text/html", chunked(page(1)), True),
        (OK + "Transfer-Encoding: chunked\r\nContent-Type: text/html", page(1), True),
        (OK + "Content-Encoding: gzip\r\nContent-Type: text/html", gzip.compress(page(1)), True),
        (OK + "Content-Encoding: gzip\r\nContent-Type: text/html", page(1), True),
        (
            OK + "Content-Encoding: zstd\r\nTransfer-Encoding: chunked\r\nContent-Type: text/html",
            chunked(zstandard.compress(page(1))),
            True,
        ),
        ("HTTP/1.0 203 Odd\r\nX: y", page(1), True),
        ("HTTP/2 200\r\nX: y", page(1), True),
        (OK + "X: y", b"\x89PNG\r\n", Passed),
        (OK + "Content-Type: image/png", page(1), Passed),
        (OK + "Content-Type: text/css", page(1), Passed),
        ("HTTP/1.1 404 Not Found\r\nContent-Type: text/html", page(1), Passed),
        ("HTTP/1.1 301 Moved\r\nContent-Type: text/html", page(1), Passed),
        ("HTTP/1.1 204 No Content\r\nContent-Type: text/html", b"", Passed),
        ("gemini: 20", page(1), Passed),
        (OK + "Content-Encoding: gzip\r\nContent-Type: text/html", gzip.compress(page(1))[:-9], Unreadable),
        (OK + "Content-Type: text/html", b"%PDF-1.7", Unreadable),
    ],
)
@pytest.mark.parametrize("zips", [False, True])
def test_which_responses_are_pages(head: str, body: bytes, comes: object, zips: bool, tmp_path: Path) -> None:
    path = tmp_path / "x.warc"
    data = record(address("a"), body, head=head)
    path.write_bytes(gzip.compress(data) if zips else data)
    (item,) = read_all(path).items
    if comes is True:
        assert isinstance(item, Capture)
        assert (item.name, item.body) == (address("a"), page(1))
    else:
        assert isinstance(item, comes)  # type: ignore[arg-type]


def test_resources_are_pages_if_they_are_html(tmp_path: Path) -> None:
    path = tmp_path / "x.warc"
    kind = WarcRecordType.resource
    path.write_bytes(
        record("file:///a.html", page(1), kind=kind, head="", content_type="text/html; charset=koi8-r")
        + record("file:///a.png", page(1), kind=kind, head="", content_type="image/png")
        + record("dns:example.org", b"20", kind=WarcRecordType.response, head="", content_type="text/dns")
        + record(address("a"), page(1), kind=WarcRecordType.revisit)
        + record(address("a"), page(1), kind=WarcRecordType.conversion, head="", content_type="text/html")
    )
    found = read_all(path)
    assert [(one.name, one.charset) for one in found.captures] == [("file:///a.html", "koi8-r")]
    assert len(found.passed) == 4


@pytest.mark.slow
def test_a_page_over_the_limit_is_refused_without_being_unpacked(tmp_path: Path) -> None:
    bomb = bytes(saved_formats.MAX_PAGE_BYTES + 1)
    html, image = f"{OK}Content-Type: text/html", f"{OK}Content-Type: image/png"
    inputs = {
        "a.tar": making.tar([("a.html", bomb), ("b.html", page(1))]),
        "b.tar.gz": gzip.compress(making.tar([("a.html", bomb), ("b.html", page(1))]), 1),
        "c.zip": making.zipped([("a.html", bomb), ("b.html", page(1))]),
        "d.warc.gz": gzip.compress(record(address("a"), bomb + bytes(1 << 20), head=html), 1)
        + gzip.compress(record(address("a"), bomb + bytes(1 << 20), head=image), 1)
        + gzip.compress(record(address("a"), gzip.compress(bomb, 1), head=f"{html}\r\nContent-Encoding: gzip"))
        + gzip.compress(record(address("b"), page(1))),
        "e.warc.zst": PACKERS[".zst"](
            record(address("a"), bomb + bytes(1 << 20), head=html)
            + record(address("a"), bomb + bytes(1 << 20), head=image)
            + record(address("b"), page(1))
        ),
        "f.html.gz": gzip.compress(bomb, 1),
        "g.html": bomb,
    }
    for name, data in inputs.items():
        (tmp_path / name).write_bytes(data)
        found = read_all(tmp_path / name)
        assert {one.kind for one in found.unreadable} == {"refused"}, name
        assert len(found.unreadable) == (2 if name.startswith("d") else 1)
        assert [body for _, body in found.pages] == ([] if name[0] in "fg" else [page(1)]), name
        assert found.flaws == []
        assert all(len(pickle.dumps(unit)) < 1 << 20 for unit in found.units)


def test_a_zip_member_that_lies_about_its_size_is_refused(tmp_path: Path) -> None:
    data = bytearray(making.zipped([("a.html", bytes(saved_formats.MAX_PAGE_BYTES + 99))]))
    entry = data.index(b"PK\x01\x02")
    data[entry + 24 : entry + 28] = (100).to_bytes(4, "little")
    path = tmp_path / "x.zip"
    path.write_bytes(data)
    assert [one.kind for one in read_all(path).unreadable] == ["refused"]


@pytest.mark.parametrize("name", ["x.tar", "x.tar.gz", "x.warc", "x.zip"])
def test_units_stay_small(name: str, tmp_path: Path) -> None:
    members = pages(9, 6 << 20)
    path = tmp_path / name
    make = {"tar": making.tar, "zip": making.zipped, "warc": lambda some: making.warc(some, zips=False)}
    data = make[name.split(".")[1]](members)
    path.write_bytes(gzip.compress(data, 1) if name.endswith("gz") else data)
    found = read_all(path)
    assert [len(body) for _, body in found.pages] == [len(body) for _, body in members]
    sizes = [sum(len(one.body) for one in read_unit(unit) if isinstance(one, Capture)) for unit in found.units]
    assert all(size <= UNIT_BYTES for size in sizes)
    assert len(sizes) == 5
    close_files()


def test_units_go_from_process_to_process(tmp_path: Path) -> None:
    (tmp_path / "a.tar.gz").write_bytes(gzip.compress(making.tar(MANY[:20])))
    (unit,) = list_units([str(tmp_path / "a.tar.gz")], Columns())
    assert isinstance(unit, Unit)
    again = pickle.loads(pickle.dumps(unit))
    assert again == unit
    assert [one.name for one in read_unit(again)] == [f"{tmp_path}/a.tar.gz/{name}" for name, _ in MANY[:20]]


def test_another_file_gives_other_identities(tmp_path: Path) -> None:
    path = tmp_path / "a.tar"
    path.write_bytes(making.tar(MANY[:20]))
    before = read_all(path).units
    path.write_bytes(making.tar(MANY[1:21]))
    assert before[0].identity != read_all(path).units[0].identity


def test_snapshots_are_pages(tmp_path: Path) -> None:
    body = pack({"documents": [], "strings": []}, name="a", url=None, encoding="utf-8", viewport=(1, 1))
    (tmp_path / "a.tar").write_bytes(making.tar([("a.snapshot", body)]))
    (tmp_path / "b.zip").write_bytes(making.zipped([("a.snapshot", body)]))
    (tmp_path / "c.snapshot").write_bytes(body)
    found = read_all(*sorted(tmp_path.iterdir()))
    assert [(one.media, one.body) for one in found.captures] == [("snapshot", body)] * 3
