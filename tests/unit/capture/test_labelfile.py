"""Files of labels: what is read, what is written, and the errors, which name page and label."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from tests.labelled import NAMES, shop
from wrapture.capture.labelfile import label_sites, read_labels, write_labels
from wrapture.errors import LabelError, OutputError, SourceError
from wrapture.model import hull_of

if TYPE_CHECKING:
    from pathlib import Path

    from wrapture.learning.fuzzy import LabelledPage


def saved(folder: Path, pages: list[LabelledPage]) -> list[LabelledPage]:
    """Return some pages after saving their texts below a folder."""
    kept = [replace(page, name=str(folder / page.name)) for page in pages]
    for page in kept:
        (folder / page.name).write_text(page.text, "utf-8", newline="")
    return kept


def line(folder: Path, **changes: Any) -> Path:
    """Write one line of labels with some changes, and the page it is about; None leaves a key out."""
    (page,) = saved(folder, [shop(2)])
    row = {
        "page": "shop-0.html",
        "encoding": "utf-8",
        "names": list(NAMES),
        "records": [[place and list(place) for place in map(hull_of, record)] for record in page.records],
        **changes,
    }
    path = folder / "labels.jsonl"
    path.write_text(json.dumps({key: value for key, value in row.items() if value is not None}), "utf-8")
    return path


def test_what_is_written_is_read_again(tmp_path: Path) -> None:
    pages = saved(tmp_path, [shop(3), shop(2, 5, without_price=[5])])
    pages[0] = replace(pages[0], url="https://shop.example/", zone=(90, len(pages[0].text)))
    write_labels(pages, tmp_path / "labels.jsonl")
    assert read_labels(tmp_path / "labels.jsonl") == pages


def test_pages_lie_below_the_root(tmp_path: Path) -> None:
    (tmp_path / "site").mkdir()
    pages = saved(tmp_path / "site", [shop(3)])
    write_labels(pages, tmp_path / "labels.jsonl", tmp_path / "site")
    assert json.loads((tmp_path / "labels.jsonl").read_text())["page"] == "shop-0.html"
    assert read_labels(tmp_path / "labels.jsonl", tmp_path / "site") == pages
    with pytest.raises(SourceError, match="no such file"):
        read_labels(tmp_path / "labels.jsonl")


def test_a_file_is_replaced_only_when_told(tmp_path: Path) -> None:
    pages = saved(tmp_path, [shop(3)])
    write_labels(pages, tmp_path / "labels.jsonl")
    with pytest.raises(OutputError, match="already there"):
        write_labels(pages, tmp_path / "labels.jsonl")
    write_labels(pages[:0], tmp_path / "labels.jsonl", force=True)
    assert read_labels(tmp_path / "labels.jsonl") == []


@pytest.mark.parametrize("name", ["-", "https://shop.example/list"])
def test_labels_point_into_saved_pages(tmp_path: Path, name: str) -> None:
    with pytest.raises(OutputError, match="save it to a file first"):
        write_labels([replace(shop(1), name=name)], tmp_path / "labels.jsonl")


@pytest.mark.parametrize("encoding", ["latin-1", "ISO-8859-1", "cp1252", "windows-1252"])
def test_encodings_go_by_all_their_names(tmp_path: Path, encoding: str) -> None:
    text = "<p>Grün</p>\r\n<p>Blå</p>"
    (tmp_path / "p.html").write_bytes(text.encode("latin-1"))
    row = {"page": "p.html", "encoding": encoding, "records": [[[3, 7]], [[16, 19]]]}
    (tmp_path / "labels.jsonl").write_text(json.dumps(row))
    (page,) = read_labels(tmp_path / "labels.jsonl")
    assert [page.text[slice(*place)] for (label,) in page.records if (place := hull_of(label))] == ["Grün", "Blå"]


def test_optional_keys_may_be_missing_and_others_are_passed_over(tmp_path: Path) -> None:
    (page,) = read_labels(line(tmp_path, encoding=None, names=None, comment="by hand"))
    assert (page.names, page.zone, len(page.records)) == ((), None, 2)


def test_blank_lines_and_a_byte_order_mark_are_no_pages(tmp_path: Path) -> None:
    path = line(tmp_path)
    path.write_bytes(b"\xef\xbb\xbf\n" + path.read_bytes() + b"\r\n\n")
    assert len(read_labels(path)) == 1


def test_one_site_of_several_is_chosen(tmp_path: Path) -> None:
    first = json.loads(line(tmp_path, site="one").read_text())
    path = tmp_path / "both.jsonl"
    path.write_text(f"{json.dumps(first)}\n{json.dumps({**first, 'site': 'two'})}\n")
    with pytest.raises(LabelError, match=r"both.jsonl: has pages of 2 sites \(one, two\)"):
        read_labels(path)
    assert len(read_labels(path, site="two")) == 1
    assert label_sites(path) == ["one", "two"]
    with pytest.raises(LabelError, match="has no page of site 'three'; its sites are one, two"):
        read_labels(path, site="three")


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"page": 7}, "line 1: page: must be a text, not [7]"),
        ({"page": ""}, 'line 1: page: must be a text, not [""]'),
        ({"encoding": "klingon"}, "shop-0.html: encoding: 'klingon' is not an encoding"),
        ({"encoding": "base64"}, "shop-0.html: encoding: 'base64' is not an encoding"),
        ({"names": ["a", "a", "b"]}, "shop-0.html: names: must differ"),
        ({"names": "title"}, "shop-0.html: names: must be a text, not null"),
        ({"names": ["a", 1]}, "shop-0.html: names: must be a text"),
        ({"zone": [1]}, "shop-0.html: zone: must be [start, end)"),
        ({"zone": [0, 5]}, "shop-0.html: zone: [0, 5) does not hold record 1, attribute 1"),
        ({"site": 3}, "shop-0.html: site: must be a text"),
        ({"records": None}, "shop-0.html: records: must be a list"),
        ({"records": {}}, "shop-0.html: records: must be a list"),
        ({"records": [7]}, "shop-0.html: record 1: must be a list"),
        ({"records": [[[1, 2], None, None], [None, [3], None]]}, "shop-0.html: record 2, attribute 2: must be [start"),
        ({"records": [[[1, 2.5], None, None]]}, "shop-0.html: record 1, attribute 1: must be [start"),
        ({"records": [[[True, 2], None, None]]}, "shop-0.html: record 1, attribute 1: must be [start"),
        ({"records": [[[1, 2]]]}, "shop-0.html: record 1: has 1 attributes, not 3"),
        ({"records": [[None, None, None]]}, "shop-0.html: record 1: has no attribute at all"),
        ({"records": [[[1, 10**6], None, None]]}, "shop-0.html: record 1, attribute 1: [1, 1000000) is not a place"),
        ({"records": [[[-1, 1], None, None]]}, "shop-0.html: record 1, attribute 1: [-1, 1) is not a place"),
        ({"records": [[[9, 4], None, None]]}, "shop-0.html: record 1, attribute 1: [9, 4) is not a place"),
        (
            {"records": [[[4, 9], None, None], [[2, 6], None, None]]},
            "shop-0.html: record 2, attribute 1: begins at 2, before record 1, attribute 1 ends at 9",
        ),
    ],
)
def test_an_error_names_page_and_label(tmp_path: Path, changes: dict[str, Any], said: str) -> None:
    with pytest.raises(LabelError) as caught:
        read_labels(line(tmp_path, **changes))
    assert said in str(caught.value)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"{", "line 1: is not JSON"),
        (b'{"page": "p.html", "records": []}\n[]', "line 2: is not an object"),
        (b"[" * 100_000, "line 1: is not JSON"),
        (b"\xff\xfe", "byte 0 is not UTF-8"),
    ],
)
def test_a_file_that_is_none_says_so(tmp_path: Path, body: bytes, said: str) -> None:
    path = tmp_path / "labels.jsonl"
    path.write_bytes(body)
    with pytest.raises(LabelError) as caught:
        read_labels(path)
    assert said in str(caught.value)


def test_a_file_that_is_not_there_says_so(tmp_path: Path) -> None:
    with pytest.raises(LabelError, match="no such file or folder; check the name"):
        read_labels(tmp_path / "none.jsonl")


def test_wien_is_read_as_it_is(shared: Path) -> None:
    pages = read_labels(shared / "corpus" / "labels" / "wien.jsonl", shared / "corpus", site="wien-s13")
    assert len(pages) == 10
    assert all(page.records for page in pages)
