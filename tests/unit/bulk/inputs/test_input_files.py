"""What is typed: files, folders, patterns, addresses; what is none of these is said before any work is done."""

from __future__ import annotations

import gzip
import os
import random
import signal
import time
from fnmatch import fnmatchcase
from glob import glob
from pathlib import Path
from typing import TYPE_CHECKING
from uuid import uuid4

import fsspec  # type: ignore[import-untyped,unused-ignore]
import pytest
from hypothesis import given
from hypothesis import strategies as st

from wrapture.bulk.inputs import (
    Unreadable,
    check,
    list_units,
    read_unit,
    total_weight,
)
from wrapture.bulk.inputs import (
    page_bodies as bodies,
)
from wrapture.bulk.inputs.folder_walk import NameMatcher
from wrapture.bulk.jobs import Columns, Unit
from wrapture.capture.page_sources import expand, read
from wrapture.errors import SourceError
from wrapture.model import Capture

from . import making
from .making import address, page, pages, read_all

if TYPE_CHECKING:
    from collections.abc import Iterator


@pytest.fixture
def site(tmp_path: Path) -> Path:
    rng = random.Random(1)
    for number in range(300):
        folder = tmp_path / "site" / rng.choice(["a", "a.b", "a/c", "ä", "z", "a-b", ".hidden", "B"])
        folder.mkdir(parents=True, exist_ok=True)
        name = rng.choice(["x.html", "x.HTM", "x.png", ".x.html", "x.xhtml", "x", "x.snapshot", "x.html.png"])
        (folder / f"{rng.randrange(99)}{name}").write_bytes(page(number))
    (tmp_path / "site" / "loop").symlink_to(tmp_path / "site")
    (tmp_path / "site" / "gone.html").symlink_to(tmp_path / "nothing")
    return tmp_path / "site"


def test_a_folder_is_read_as_one_page_after_the_other(site: Path) -> None:
    found = read_all(site)
    names = expand([str(site)])
    assert [item.name for item in found.items] == names
    assert found.captures == [capture for capture in map(read, names) if isinstance(capture, Capture)]
    assert [one.name for one in found.unreadable] == [str(site / "gone.html")]
    assert {unit.source for unit in found.units} == {str(site)}
    assert total_weight([str(site)]) == sum(unit.weight for unit in found.units)


def test_the_same_folder_by_a_relative_name(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(site.parent)
    assert [item.name for item in read_all("site").items] == expand(["site"])
    assert all(item.name.startswith("./site/a/../a/") for item in read_all("./site/a/../a").items)


@pytest.mark.parametrize("pattern", ["**/*.html", "*/*.html", "a*/**/*", "a/c/*.h[tT]*", "**", "**/c/**/1*", "*"])
def test_a_pattern_names_what_it_does_for_the_standard_library(pattern: str, site: Path) -> None:
    found = read_all(f"{site}/{pattern}") if any(_globbed(site, pattern)) else None
    names = [item.name for item in found.items] if found else []
    assert sorted(names) == sorted(_globbed(site, pattern))
    assert names == sorted(names, key=lambda name: Path(name).parts)


def _globbed(site: Path, pattern: str) -> Iterator[str]:
    for name in set(glob(f"{site}/{pattern}", recursive=True)):  # noqa: PTH207 - hidden files as a shell has them
        if "/loop" not in name and not Path(name).is_dir():
            yield name


PARTS = st.lists(st.text("ab.", min_size=1, max_size=2), min_size=1, max_size=4)


@given(st.lists(st.sampled_from(["**", "*", "a*", "?", "b"]), min_size=1, max_size=4), PARTS)
def test_a_matcher_is_as_its_definition(pattern: list[str], names: list[str]) -> None:
    def fits(pattern: list[str], names: list[str]) -> bool:
        if not pattern or not names:
            return not names and all(part == "**" for part in pattern)
        if pattern[0] == "**":
            return fits(pattern[1:], names) or fits(pattern, names[1:])
        return fnmatchcase(names[0], pattern[0]) and fits(pattern[1:], names[1:])

    assert NameMatcher(pattern).fits(names) == fits(pattern, names)
    if fits(pattern, names):
        assert all(NameMatcher(pattern).may_fit_below(names[:some]) for some in range(len(names)))


def test_files_that_are_named_one_by_one_are_read_together(tmp_path: Path) -> None:
    paths = []
    for number in range(300):
        paths.append(tmp_path / f"{number:03}.html")
        paths[-1].write_bytes(page(number))
    found = read_all(*paths)
    assert [name for name, _ in found.pages] == [str(path) for path in paths]
    assert [unit.source for unit in found.units] == [str(tmp_path)] * 2


def test_a_pattern_may_name_archives_of_all_kinds(tmp_path: Path) -> None:
    some = pages(3)
    (tmp_path / "a.html").write_bytes(page(9))
    (tmp_path / "b.tar").write_bytes(making.tar(some))
    (tmp_path / "c.zip").write_bytes(making.zipped(some))
    (tmp_path / "d.warc.gz").write_bytes(making.warc(some, zips=True))
    (tmp_path / "e.jsonl").write_bytes(making.lines(some))
    making.parquet(tmp_path / "f.parquet", some)
    (tmp_path / "g.png").write_bytes(b"\x89PNG")
    (tmp_path / "h").write_bytes(page(8))
    (tmp_path / "i").write_bytes(b"\x89PNG")
    found = read_all(f"{tmp_path}/*")
    assert len(found.pages) == 2 + 5 * 3
    assert found.passed[-2:] == [str(tmp_path / "g.png"), str(tmp_path / "i")]
    assert found.flaws == []


@pytest.mark.parametrize("name", ["liar.html", "liar", "liar.tar.gz", "liar.jsonl"])
def test_content_tells_what_an_ending_hides(name: str, tmp_path: Path) -> None:
    some = pages(3)
    path = tmp_path / name
    for data in (making.tar(some), making.zipped(some), making.warc(some, zips=True), gzip.compress(making.tar(some))):
        path.write_bytes(data)
        assert [body for _, body in read_all(path).pages] == [body for _, body in some]
    path.write_bytes(page(1))
    assert read_all(path).pages == [(str(path), page(1))]
    path.write_bytes(gzip.compress(page(1)))
    assert read_all(path).pages == [(str(path), page(1))]


@pytest.mark.parametrize(
    ("typed", "what"),
    [
        ("", "an empty name"),
        ("nothing.html", "no such file"),
        ("*.warc", "no file matches this pattern"),
        ("empty", "no pages in this folder"),
        ("pipe", "not a file"),
        ("a\0b", "not the name of a file"),
        ("memory://nothing/at/all.zip", "no such file"),
        ("nosuch://x/y", "nosuch:// can lead to any machine"),
        ("rows.jsonl", "which column holds the HTML? its text columns are a, b; name it"),
        ("text.jsonl", "none of its first lines is a JSON object"),
        ("array.json", "none of its first lines is a JSON object"),
        ("wide.jsonl", "is in UTF-16; save it as UTF-8"),
    ],
)
def test_an_input_that_makes_no_sense(typed: str, what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("empty").mkdir()
    os.mkfifo("pipe")
    Path("rows.jsonl").write_text('{"a": "<p>", "b": "<p>", "n": 1}\n')
    Path("text.jsonl").write_text("hello\nworld\n")
    Path("array.json").write_text('[{"html": "<p>"},\n {"html": "<p>"}]')
    Path("wide.jsonl").write_text('{"html": "<p>"}\n{"html": "<p>"}\n', "utf-16")
    with pytest.raises(SourceError) as error:
        check([typed], Columns())
    assert what in str(error.value)
    assert "\n" not in str(error.value)
    (flaw,) = list_units([typed], Columns())
    assert not isinstance(flaw, Unit)
    assert what in flaw.what


@pytest.mark.parametrize("typed", ["site", "site/**", "site/**/*.html"])
def test_what_a_run_writes_is_no_input(typed: str, site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(site.parent)
    own = {str(site / "own.html"), str(site / "z")}
    before = list(list_units([typed], Columns()))
    (site / "own.html").write_bytes(page(1))
    moved = [item.name for one in before if isinstance(one, Unit) for item in read_unit(one)]
    left = [
        item.name for one in list_units([typed], Columns(), own) if isinstance(one, Unit) for item in read_unit(one)
    ]
    assert left == [name for name in moved if os.path.relpath(name).split("/")[1] != "z"]
    assert left != moved
    for inside in ("site/own.html", "site/z", "site/z/*.html", str(site / "z" / "x.html")):
        with pytest.raises(SourceError, match="is where the result of the run goes"):
            check([inside], Columns(), own)


def test_a_file_that_grows_is_read_as_it_is_now(tmp_path: Path) -> None:
    path = tmp_path / "a.html"
    path.write_bytes(page(1))
    (unit,) = [one for one in list_units([str(path)], Columns()) if isinstance(one, Unit)]
    path.write_bytes(page(1) + b"<p>more</p>" * 1000)
    (item,) = read_unit(unit)
    assert isinstance(item, Capture)
    assert item.body == path.read_bytes()


def test_a_good_input_passes_the_check(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_bytes(page(1))
    (tmp_path / "x.jsonl").write_bytes(making.lines(pages(3)))
    check([str(tmp_path), f"{tmp_path}/*.jsonl", f"{tmp_path}/a.html"], Columns())
    with pytest.raises(SourceError, match="no input"):
        check([], Columns())


def test_a_file_whose_name_looks_like_a_pattern_is_that_file(tmp_path: Path) -> None:
    (tmp_path / "a[1].html").write_bytes(page(1))
    assert len(read_all(tmp_path / "a[1].html").pages) == 1


def test_pages_know_where_they_were_saved_from(tmp_path: Path) -> None:
    body = b"<!DOCTYPE html><!-- saved from url=(0023)http://example.org/list --><html>"
    (tmp_path / "a.html").write_bytes(body)
    (tmp_path / "b.zip").write_bytes(making.zipped([("c.html", body)]))
    found = read_all(tmp_path / "a.html", tmp_path / "b.zip")
    assert [(one.url, one.folder) for one in found.captures] == [
        ("http://example.org/list", str(tmp_path)),
        ("http://example.org/list", None),
    ]


@pytest.fixture
def memory() -> Iterator[str]:
    system, folder = fsspec.filesystem("memory"), f"/{uuid4().hex}"
    some = pages(300)
    for name, body in some[:20]:
        system.pipe(f"{folder}/{name}", body)
    system.pipe(f"{folder}/b.tar", making.tar(some))
    system.pipe(f"{folder}/c.zip", making.zipped(some))
    system.pipe(f"{folder}/d.warc.gz", making.warc(some, zips=True))
    system.pipe(f"{folder}/e.jsonl.gz", gzip.compress(making.lines(some)))
    system.pipe(f"{folder}/f.jsonl", making.lines(some))
    yield f"memory:/{folder}"
    system.rm(folder, recursive=True)


def test_what_lies_elsewhere_is_read_as_if_it_were_here(memory: str, tmp_path: Path) -> None:
    some = pages(300)
    making.parquet(tmp_path / "g.parquet", some)
    with fsspec.open(f"{memory}/g.parquet", "wb") as file:
        file.write((tmp_path / "g.parquet").read_bytes())
    folder = read_all(memory)
    assert sorted(folder.pages) == sorted((f"{memory}/{name}", body) for name, body in some[:20])
    assert folder.units[0].source == memory
    for name in "bc":
        path = f"{memory}/{'b.tar' if name == 'b' else 'c.zip'}"
        assert read_all(path).pages == [(f"{path}/{name}", body) for name, body in some]
    for name in ("d.warc.gz", "e.jsonl.gz", "f.jsonl", "g.parquet"):
        assert read_all(f"{memory}/{name}").pages == [(address(name), body) for name, body in some]
    everything = read_all(f"{memory}/**")
    assert (len(everything.pages), everything.flaws) == (20 + 6 * 300, [])
    check([memory, f"{memory}/**/*.html", f"{memory}/g.parquet"], Columns())


def test_file_addresses(tmp_path: Path) -> None:
    some = pages(5)
    (tmp_path / "x.zip").write_bytes(making.zipped(some))
    (tmp_path / "a.html").write_bytes(page(1))
    assert [body for _, body in read_all(f"file://{tmp_path}/x.zip").pages] == [body for _, body in some]
    assert read_all(f"file://{tmp_path}").pages == [(f"file://{tmp_path}/a.html", page(1))]
    inside = read_all(f"zip://::file://{tmp_path}/x.zip")
    assert sorted(body for _, body in inside.pages) == sorted(body for _, body in some)


def test_pages_that_must_not_be_touched_are_not(tmp_path: Path) -> None:
    some = pages(10)
    (tmp_path / "x.tar").write_bytes(making.tar([("a.png", b""), *some]))
    (unit,) = list_units([str(tmp_path / "x.tar")], Columns())
    assert isinstance(unit, Unit)
    items = list(read_unit(unit, without={2, 5}))
    assert [place for place, one in enumerate(items) if isinstance(one, Unreadable)] == [2, 5]
    assert items[2].name == f"{tmp_path}/x.tar/{some[1][0]}"


@pytest.mark.parametrize("name", ["x.tar", "x.jsonl", "x.parquet"])
@pytest.mark.slow
def test_who_is_interrupted_may_ask_for_the_next_page(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    some = pages(10)
    path = tmp_path / name
    if name == "x.parquet":
        making.parquet(path, some)
    else:
        path.write_bytes(making.tar(some) if name == "x.tar" else making.lines(some))
    (unit,) = list_units([str(path)], Columns())
    assert isinstance(unit, Unit)

    def slow(body: bytes) -> None:
        if b"<title>4<" in body:
            time.sleep(60)

    class Late(BaseException):
        pass

    def ring(*_: object) -> None:
        raise Late

    monkeypatch.setattr(bodies, "binary_kind", slow)
    before = signal.signal(signal.SIGALRM, ring)
    got, late = [], 0
    reader = read_unit(unit)
    try:
        while True:
            signal.setitimer(signal.ITIMER_REAL, 2.0)
            try:
                got.append(next(reader).name)
            except Late:
                late += 1
            except StopIteration:
                break
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert (len(got), late) == (9, 1)
