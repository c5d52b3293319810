"""Tables of pages: Parquet and JSON Lines."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import scaled
from wrapture.bulk.inputs import check, close_files, list_units, read_unit
from wrapture.bulk.inputs.chunks import UNIT_PAGES
from wrapture.bulk.inputs.page_tables import choose_columns
from wrapture.bulk.jobs import Columns, Unit
from wrapture.capture.saved_formats import MAX_PAGE_BYTES
from wrapture.errors import SourceError
from wrapture.html.parsing import read_page

from . import making
from .making import PACKERS, address, page, pages, read_all

if TYPE_CHECKING:
    from pathlib import Path

MANY = pages(1000)


@pytest.mark.parametrize("group", [7, 300, 1000])
def test_the_pages_of_a_parquet_file(group: int, tmp_path: Path) -> None:
    path = making.parquet(tmp_path / "x.parquet", MANY, group)
    found = read_all(path)
    assert found.pages == [(address(name), body) for name, body in MANY]
    assert all(one.charset == "utf-8" and one.url == one.name for one in found.captures)
    assert found.flaws == []
    assert sum(unit.weight for unit in found.units) == pytest.approx(path.stat().st_size, abs=len(found.units))


def test_units_of_a_large_row_group_may_be_read_in_any_order(tmp_path: Path) -> None:
    path = making.parquet(tmp_path / "x.parquet", MANY, 1000)
    units = [one for one in list_units([str(path)], Columns()) if isinstance(one, Unit)]
    assert len(units) == -(-1000 // UNIT_PAGES)
    names = [address(name) for name, _ in MANY]
    read = {unit.number: [one.name for one in read_unit(unit)] for unit in (*reversed(units), *units[::2], *units)}
    close_files()
    assert [name for unit in units for name in read[unit.number]] == names


@pytest.mark.parametrize("packing", list(PACKERS))
def test_the_pages_of_json_lines(packing: str, tmp_path: Path) -> None:
    path = tmp_path / f"x.jsonl{packing}"
    path.write_bytes(PACKERS[packing](making.lines(MANY)))
    found = read_all(path)
    assert found.pages == [(address(name), body) for name, body in MANY]
    assert found.flaws == []
    assert sum(unit.weight for unit in found.units) == path.stat().st_size


@scaled(0.25)
@given(st.lists(st.sampled_from([0, 1, 100, 70_000, 1_100_000, 17_000_000]), max_size=6), st.booleans(), st.booleans())
def test_lines_of_any_length_are_cut_between_them(
    tmp_path_factory: pytest.TempPathFactory, sizes: list[int], ends: bool, packs: bool
) -> None:
    path = tmp_path_factory.mktemp("lines") / ("x.jsonl.zst" if packs else "x.jsonl")
    rows = [f'{{"html":"<p>{"x" * size}"}}' if size else "" for size in sizes]
    text = ('{"html":"<p>first"}\n' + "\n".join(rows) + ("\n" if ends else "")).encode()
    path.write_bytes(PACKERS[".zst"](text) if packs else text)
    items = [item for unit in list_units([str(path)], Columns()) if isinstance(unit, Unit) for item in read_unit(unit)]
    close_files()
    numbers = [1] + [2 + place for place, size in enumerate(sizes) if size]
    assert [item.name for item in items] == [f"{path}#{number}" for number in numbers]


def test_cells_that_hold_no_page(tmp_path: Path) -> None:
    html = ["<p>1", None, "", "<p>4"]
    pq.write_table(pa.table({"id": [1, 2, 3, 4], "body": html}), tmp_path / "x.parquet")
    rows = [{"id": 1, "body": one} for one in html]
    text = "\n".join(map(json.dumps, [*rows, {"id": 2}, {"body": ["<p>"]}])) + '\n[1]\nnull\n\n{"body": "<p>'
    (tmp_path / "x.jsonl").write_text(text)
    found = read_all(tmp_path / "x.parquet")
    assert [name for name, _ in found.pages] == [f"{tmp_path}/x.parquet#1", f"{tmp_path}/x.parquet#4"]
    assert [one.reason for one in found.unreadable] == ["has no HTML in its row"] * 2
    found = read_all(tmp_path / "x.jsonl")
    assert [(one.name.rpartition("#")[2], one.reason) for one in found.unreadable] == [
        ("2", "has no HTML in its row"),
        ("3", "has no HTML in its row"),
        ("5", "has no HTML in its row"),
        ("6", "has list where its HTML should be"),
        ("7", "is not a JSON object; it may be truncated or damaged"),
        ("8", "is not a JSON object; it may be truncated or damaged"),
        ("10", "is not a JSON object; it may be truncated or damaged"),
    ]


def test_text_is_read_as_text_whatever_the_page_says_and_bytes_as_it_says(tmp_path: Path) -> None:
    html = '<meta charset="windows-1252"><p>caf\u00e9 \u4e2d'
    pq.write_table(pa.table({"html": [html]}), tmp_path / "a.parquet")
    pq.write_table(pa.table({"html": pa.array([html]).dictionary_encode()}), tmp_path / "b.parquet")
    pq.write_table(pa.table({"html": pa.array([html], pa.large_string())}), tmp_path / "c.parquet")
    pq.write_table(pa.table({"html": ['<meta charset="koi8-r"><p>да'.encode("koi8-r")]}), tmp_path / "d.parquet")
    (tmp_path / "e.jsonl").write_text(json.dumps({"html": html + "\ud800"}))
    found = read_all(*sorted(tmp_path.iterdir()))
    texts = ["".join(read_page(capture).texts) for capture in found.captures]
    assert texts == ["café 中", "café 中", "café 中", "да", "café 中\ufffd"]


def test_a_url_names_its_page_where_there_is_one(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_text('{"URL": "http://a/", "Content": "<p>"}\n{"URL": null, "Content": "<p>"}\n')
    found = read_all(tmp_path / "x.jsonl")
    assert [(one.name, one.url) for one in found.captures] == [
        ("http://a/", "http://a/"),
        (f"{tmp_path}/x.jsonl#2", None),
    ]


def test_a_byte_order_mark_and_windows_line_ends(tmp_path: Path) -> None:
    (tmp_path / "x.jsonl").write_bytes(b'\xef\xbb\xbf{"html": "<p>1"}\r\n\r\n{"html": "<p>2"}\r\n')
    assert [body for _, body in read_all(tmp_path / "x.jsonl").pages] == [b"<p>1", b"<p>2"]


@pytest.mark.slow
def test_a_cell_over_the_limit_is_refused(tmp_path: Path) -> None:
    rows = ["<p>" + "x" * MAX_PAGE_BYTES, "<p>"]
    pq.write_table(pa.table({"html": rows}), tmp_path / "x.parquet")
    text = "".join(f'{{"html":"{row}"}}\n' for row in (rows[1], rows[0], rows[0] * 3, rows[1]))
    (tmp_path / "x.jsonl.zst").write_bytes(PACKERS[".zst"](text.encode()))
    assert [one.kind for one in read_all(tmp_path / "x.parquet").unreadable] == ["refused"]
    found = read_all(tmp_path / "x.jsonl.zst")
    assert [one.kind for one in found.unreadable] == ["refused"] * 2
    assert len(found.pages) == 2


@pytest.mark.parametrize(
    ("names", "given", "told"),
    [
        (["url", "html"], Columns(), ("html", "url")),
        (["text", "Content", "page_url"], Columns(), ("Content", "page_url")),
        (["blob"], Columns(), ("blob", "")),
        (["blob", "link"], Columns(), ("blob", "link")),
        (["a", "b"], Columns("b"), ("b", "")),
        (["html", "body", "url", "src"], Columns("body", "src"), ("body", "src")),
        (["url"], Columns("url"), ("url", "")),
    ],
)
def test_columns_are_told_by_their_names(names: list[str], given: Columns, told: tuple[str, str]) -> None:
    assert choose_columns("x", names, given) == Columns(*told)


@pytest.mark.parametrize(
    ("names", "given", "what"),
    [
        (
            ["a", "b"],
            Columns(),
            "x: which column holds the HTML? its text columns are a, b; name it with `html`",
        ),
        ([], Columns(), "x: which column holds the HTML? it has no text columns; name it with `html`"),
        (["a", "b"], Columns("c"), "x: has no text column 'c'; its text columns are a, b"),
        (["a", "html"], Columns(url="c"), "x: has no text column 'c'; its text columns are a, html"),
    ],
)
def test_columns_that_can_not_be_told_are_listed(names: list[str], given: Columns, what: str) -> None:
    with pytest.raises(SourceError) as error:
        choose_columns("x", names, given)
    assert str(error.value) == what


def test_a_table_without_html_is_told_of_before_any_work(tmp_path: Path) -> None:
    pq.write_table(pa.table({"a": ["x"], "b": ["y"], "n": [1]}), tmp_path / "x.parquet")
    with pytest.raises(SourceError, match="its text columns are a, b;"):
        check([str(tmp_path / "x.parquet")], Columns())
    found = read_all(tmp_path / "x.parquet")
    assert (found.items, len(found.flaws)) == ([], 1)


@pytest.mark.parametrize(
    ("module", "name", "extra"), [("pyarrow", "x.parquet", "parquet"), ("fsspec", "memory://x.zip", "remote")]
)
def test_a_missing_package_is_named(module: str, name: str, extra: str, tmp_path: Path) -> None:
    making.parquet(tmp_path / "x.parquet", MANY[:3])
    code = (
        f"import sys; sys.modules[{module!r}] = None\n"
        "from wrapture.bulk.inputs import check; from wrapture.bulk.jobs import Columns\n"
        "from wrapture.errors import MissingExtraError\n"
        f"try: check([{name!r}], Columns())\n"
        "except MissingExtraError as error: print(error.extra)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == extra


def test_a_page_body(tmp_path: Path) -> None:
    making.parquet(tmp_path / "x.parquet", [("a.html", page(1))])
    (capture,) = read_all(tmp_path / "x.parquet").captures
    assert capture.body == page(1)
