"""Every item of bad input: a clear one-line error or a flagged result, and nothing lost."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

from tests.conftest import books
from wrapture import api

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.command import Command, Done

ROWS = "".join(f"<li><b>Item {i}</b><p>{i} euro</p></li>" for i in range(8))


def records_of(done: Done) -> list[dict[str, Any]]:
    assert done.code == 0, done.err
    found: list[dict[str, Any]] = json.loads(done.out)[0]["records"]
    return found


def titles(records: list[dict[str, Any]]) -> list[str]:
    return [record["fields"]["title"] for record in records]


def says_nothing_was_found(done: Done) -> bool:
    return (done.code, done.out) == (0, "") and done.err.endswith(": no records found\n")


# --- files that are no pages ---


def test_an_empty_file_has_no_records(wrapture: Command, page: Callable[..., Path]) -> None:
    page("empty.html", b"")
    page("blank.html", b" \n\t\n")
    assert says_nothing_was_found(wrapture("extract", "empty.html"))
    assert wrapture("extract", "empty.html", "blank.html", "--strict").code == 3
    assert json.loads(wrapture("discover", "empty.html", "-f", "json").out) == [
        {"page": "empty.html", "confidence": 0.0, "candidates": []}
    ]


BINARY = {
    "a PNG image": b"\x89PNG\r\n\x1a\n" + bytes(range(256)),
    "a PDF file": b"%PDF-1.7\n<< /Type /Catalog >>\n",
    "a ZIP archive": b"PK\x03\x04" + bytes(64),
    "a gzip file": b"\x1f\x8b\x08" + bytes(64),
    "a SQLite file": b"SQLite format 3\x00" + bytes(64),
    "binary data": random.Random(7).randbytes(20_000),
    "is binary data": bytes(range(256)) * 40,
}


def test_a_binary_file_is_named_for_what_it_is(wrapture: Command, page: Callable[..., Path]) -> None:
    names = [page(f"{i}.html", body).name for i, body in enumerate(BINARY.values())]
    done = wrapture("extract", *names)
    assert (done.code, done.out) == (1, "")
    for line, name, kind in zip(done.err.splitlines(), names, BINARY, strict=True):
        assert line.startswith(f"wrapture: {name}: ")
        assert kind in line
        assert line.endswith(("not a page; give an HTML file", "; save the page again"))


def test_standard_input_may_be_binary_too(wrapture: Command) -> None:
    assert "a PNG image" in wrapture("extract", "-", stdin=BINARY["a PNG image"]).fails_with_one_line()


def test_a_folder_without_pages_is_an_error(wrapture: Command, page: Callable[..., Path]) -> None:
    page("site/notes.txt")
    assert "site: no pages in this folder" in wrapture("extract", "site").fails_with_one_line()
    answer = json.loads(wrapture("extract", "site", "-f", "json").out)
    assert [list(one) for one in answer] == [["page", "records", "error"]]


def test_a_missing_file_is_an_error(wrapture: Command) -> None:
    assert "gone.html: no such file or folder" in wrapture("extract", "gone.html").fails_with_one_line()


@pytest.mark.skipif(os.geteuid() == 0, reason="runs as root")
def test_a_file_without_permission_is_an_error(wrapture: Command, page: Callable[..., Path]) -> None:
    page().chmod(0)
    assert "no permission to read it" in wrapture("extract", "books.html").fails_with_one_line()


# --- size and structure ---


@pytest.mark.slow
def test_a_page_of_50_mb_is_read(wrapture: Command, page: Callable[..., Path]) -> None:
    filler = "lorem ipsum " * 800
    rows = (f"<li><b>Item {i}</b><p>{i} {filler}</p></li>\n" for i in range(5_300))
    path = page("large.html", f"<!doctype html><ul>{''.join(rows)}</ul>")
    assert path.stat().st_size > 50_000_000
    done = wrapture("extract", "large.html", "-o", "out.csv")
    assert (done.code, done.err) == (0, "wrapture: 5300 records written to out.csv\n")
    assert (wrapture.folder / "out.csv").stat().st_size > 50_000_000


def test_a_million_nested_tags_are_refused_at_once(wrapture: Command, page: Callable[..., Path]) -> None:
    page("nested.html", "<div>" * 1_000_000 + "x")
    done = wrapture.started("extract", "nested.html")
    assert "nested.html: " in done.fails_with_one_line()
    assert "nested too deep" in done.err


def test_200_000_attributes_are_refused_at_once(wrapture: Command, page: Callable[..., Path]) -> None:
    page("attributes.html", "<p " + " ".join(f"a{i}=1" for i in range(200_000)) + ">x")
    done = wrapture.started("extract", "attributes.html")
    assert "attributes on one tag" in done.fails_with_one_line()


def test_a_hostile_page_does_not_stop_the_others(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    page("nested.html", "<div>" * 1_000_000)
    answer = json.loads(wrapture("extract", "nested.html", "books.html", "-f", "json").out)
    assert list(answer[0]) == ["page", "records", "error"]
    assert len(answer[1]["records"]) == 8


@pytest.mark.slow
def test_20_000_nested_tags_are_read_from_end_to_end(wrapture: Command, page: Callable[..., Path]) -> None:
    page("deep.html", "<div>" * 20_000 + f"<ul>{ROWS}</ul>")
    assert titles(records_of(wrapture.started("extract", "deep.html", "-f", "json"))) == [f"Item {i}" for i in range(8)]
    assert wrapture.started("learn", "deep.html", "-o", "deep.json").code == 0
    assert len(records_of(wrapture.started("extract", "-w", "deep.json", "deep.html", "-f", "json"))) == 8


@pytest.mark.slow
def test_records_may_be_deep_themselves(wrapture: Command, page: Callable[..., Path]) -> None:
    depth = 2_000
    rows = "".join(f"{'<div>' * depth}<p>row {i}</p>{'</div>' * depth}" for i in range(5))
    page("deep.html", f"<h1>Deep</h1>{rows}")
    texts = [record["text"] for record in records_of(wrapture.started("extract", "deep.html", "-f", "json"))]
    assert texts == [f"row {i}" for i in range(5)]


# --- text ---


def test_nul_bytes_are_no_obstacle(wrapture: Command, page: Callable[..., Path]) -> None:
    page("nul.html", f"\0<ul>{ROWS}</ul>".replace("Item", "It\0em").replace("<p>", "\0<p>").encode())
    records = records_of(wrapture("extract", "nul.html", "-f", "json"))
    assert [text.replace("\0", "").replace("\N{REPLACEMENT CHARACTER}", "") for text in titles(records)] == [
        f"Item {i}" for i in range(8)
    ]
    outputs = ("out.csv", "out.sqlite", "out.parquet")
    for done in wrapture.each(["extract", "nul.html", "-o", name] for name in outputs):
        assert done.code == 0, done.err


def test_lone_surrogates_in_text_come_out_as_text(wrapture: Command, page: Callable[..., Path]) -> None:
    rows = "".join(f"<li><b>Item &#xD800; {i}</b><p>\ud800 \udfff</p></li>" for i in range(8))
    page("halves.html", f"<meta charset=utf-8><ul>{rows}</ul>")  # written with surrogatepass: not valid UTF-8
    records = records_of(wrapture("extract", "halves.html", "-f", "json"))
    assert titles(records)[3] == "Item \N{REPLACEMENT CHARACTER} 3"
    assert wrapture("extract", "halves.html", "-o", "out.csv").code == 0
    assert wrapture("extract", "halves.html").code == 0


@pytest.mark.skipif(sys.platform == "darwin", reason="names of files are always UTF-8 here")
def test_lone_surrogates_in_names_do_no_harm(wrapture: Command) -> None:
    name = os.fsdecode(b"caf\xe9.html")
    (wrapture.folder / name).write_text(books())
    answer = json.loads(wrapture("extract", name, "-f", "json").out)
    assert answer[0]["page"] == "caf\N{REPLACEMENT CHARACTER}.html"
    assert len(answer[0]["records"]) == 8
    runs = [
        ["extract", name],
        ["extract", name, "-o", os.fsdecode(b"\xe9.csv")],
        ["extract", name, "-o", "out.parquet"],
        ["learn", name, "-o", "cafe.json"],
    ]
    for done in wrapture.each(runs):
        assert done.code == 0, done.err
    assert "caf\N{REPLACEMENT CHARACTER}" in wrapture("show", "cafe.json").out
    missing = os.fsdecode(b"gone\xe9.html")
    assert "no such file" in wrapture("extract", missing).fails_with_one_line()


@pytest.mark.parametrize(
    ("declared", "actual"), [("utf-8", "iso-8859-1"), ("utf-16", "utf-8"), ("klingon", "utf-8"), ("shift_jis", "utf-8")]
)
def test_a_lying_charset_costs_no_records(declared: str, actual: str) -> None:
    html = f"<meta charset={declared}>{books(8, 'Käse')}".replace("<meta charset=utf-8><title>", "<title>")
    table = api.extract(api.parse(html.encode(actual)))
    assert [cells["link"] for cells in table] == [f"/b/{i}" for i in range(8)]


def test_utf_16_with_a_mark_is_read(wrapture: Command, page: Callable[..., Path]) -> None:
    page("wide.html", f"<ul>{ROWS}</ul>".encode("utf-16"))
    assert titles(records_of(wrapture("extract", "wide.html", "-f", "json")))[0] == "Item 0"


# --- markup ---


def test_unclosed_everything_is_read(wrapture: Command, page: Callable[..., Path]) -> None:
    rows = "".join(f"<li><b>Item {i}</b><p>{i} euro" for i in range(8))
    page("open.html", f"<html><body><div><ul>{rows}")
    assert titles(records_of(wrapture("extract", "open.html", "-f", "json"))) == [f"Item {i}" for i in range(8)]


@pytest.mark.parametrize("tail", ["<!-- never closed", "<script>", "<a href='", "<", "<title>", "<![CDATA["])
def test_a_page_may_break_off_anywhere(tail: str) -> None:
    table = api.extract(api.parse(f"<ul>{ROWS}</ul>{tail}"))
    assert [cells["title"] for cells in table] == [f"Item {i}" for i in range(8)]


def test_a_frameset_names_the_pages_in_it(wrapture: Command, page: Callable[..., Path]) -> None:
    page("frames.html", '<frameset cols="20%,*"><frame src="menu.html"><frame src="list.html"></frameset>')
    done = wrapture("extract", "frames.html")
    assert (done.code, done.out) == (0, "")
    others = "menu.html, list.html; --render reads them with it"
    assert done.err.splitlines() == [
        f"wrapture: frames.html: is a frameset, whose lists stand in other pages: {others}",
        "wrapture: frames.html: no records found",
    ]


# --- wrapper files ---


@pytest.fixture
def wrapper(wrapture: Command, page: Callable[..., Path]) -> dict[str, Any]:
    page()
    assert wrapture("learn", "books.html", "--learner", "repeats", "-o", "w.json").code == 0
    data: dict[str, Any] = json.loads((wrapture.folder / "w.json").read_bytes())
    return data


BROKEN: dict[str, Callable[[dict[str, Any]], object]] = {
    "newer Wrapture": lambda data: data | {"version": 99},
    "unknown format 0": lambda data: data | {"version": 0},
    "not a wrapper file": lambda data: [data],
    "locator": lambda data: {key: value for key, value in data.items() if key != "locator"},
    "locator.patterns[0]": lambda data: data | {"locator": data["locator"] | {"patterns": ["LI [TEXT"]}},
}


def test_a_wrapper_file_that_is_broken_older_or_newer_is_an_error(wrapture: Command, wrapper: dict[str, Any]) -> None:
    runs = []
    for i, change in enumerate(BROKEN.values()):
        (wrapture.folder / f"{i}.json").write_text(json.dumps(change(wrapper)))
        runs.append(["extract", "-w", f"{i}.json", "books.html"] if i % 2 else ["show", f"{i}.json"])
    for i, (done, complaint) in enumerate(zip(wrapture.each(runs), BROKEN, strict=True)):
        line = done.fails_with_one_line()
        assert line.startswith(f"wrapture: {i}.json: ")
        assert complaint in line


CORRUPT = {"empty": b"", "torn": b'{"format": "wrapture", "ver', "binary": bytes(range(256)), "deep": b"[" * 100_000}


def test_a_corrupt_wrapper_file_is_an_error(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    for name, body in CORRUPT.items():
        page(f"{name}.json", body)
    for done, name in zip(wrapture.each(["show", f"{name}.json"] for name in CORRUPT), CORRUPT, strict=True):
        assert done.fails_with_one_line().startswith(f"wrapture: {name}.json: ")


# --- outputs ---


@pytest.mark.skipif(os.geteuid() == 0, reason="runs as root")
def test_a_folder_without_permission_is_an_error(wrapture: Command, page: Callable[..., Path]) -> None:
    page()
    (wrapture.folder / "closed").mkdir(mode=0o500)
    for arguments in (
        ["extract", "books.html", "-o", "closed/out.csv"],
        ["learn", "books.html", "-o", "closed/w.json"],
    ):
        assert "no permission to write there" in wrapture(*arguments).fails_with_one_line()


def test_an_output_on_a_full_disk_is_an_error_and_the_old_one_stays(
    wrapture: Command, page: Callable[..., Path]
) -> None:
    page()
    out = wrapture.folder / "out.csv"
    out.write_text("precious")
    limited = f"ulimit -f 1; trap '' XFSZ; exec '{wrapture.line()[0]}' extract big.html -o out.csv --force"
    page("big.html", books(2_000))
    env = wrapture.env({"PYTHONDONTWRITEBYTECODE": "1"})  # Python would leave torn files in the place of its own
    done = subprocess.run(["/bin/bash", "-c", limited], cwd=wrapture.folder, capture_output=True, env=env, check=False)
    assert (done.returncode, done.stdout) == (1, b"")
    assert done.stderr.startswith(b"wrapture: out.csv: can't be written")
    assert len(done.stderr.splitlines()) == 1
    assert out.read_text() == "precious"
    assert sorted(path.name for path in wrapture.folder.iterdir()) == ["big.html", "books.html", "out.csv"]


# --- arguments that are not UTF-8 ---


@pytest.mark.parametrize(
    "arguments",
    [
        "extract \udcff.html",
        "extract http://127.0.0.1/\udcff",
        "extract http://\udcff/",
        "extract books.html --no-result \udcff",
        "extract books.html -o \udcff/out.csv",
        "discover \udcff",
        "learn \udcff -o w.json",
        "show \udcff",
        "wrap http://127.0.0.1/\udcff -o w.json",
        "search \udcff word",
        "run \udcff -o out",
        "bulk \udcff -w \udcff -o out.csv",
        "sql \udcff books.html",
        "bulk books.html -w books.json -o out.csv --engine dask --scheduler tcp://\udcff",
        "library list \udcff",
        "export \udcff --to css",
    ],
)
def test_an_argument_that_is_not_utf_8(wrapture: Command, page: Callable[..., Path], arguments: str) -> None:
    page()
    wrapture("learn", "books.html", "-o", "books.json")
    assert wrapture(*arguments.split()).fails_with_one_line()
