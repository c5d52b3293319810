"""``wrapture paging``: what is printed of the links to other pages."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from wrapture.cli.paging import run
from wrapture.model import Capture

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

PAGE = (
    "<p><a href=/item/1>A thing to be had</a> is listed here, for one</p><div class=pager>"
    "<a href='/list?page=1'>Previous</a> <a href='/list?page=1'>1</a> <b>2</b> <a href='/list?page=3'>3</a> "
    "<a href='/list?page=3'>Next</a></div>"
)


def fetched(address: str) -> Capture:
    return Capture(address, PAGE.encode(), url=address)


def test_paging_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    address = "http://shop.example/list?page=2"
    assert run([address], as_json=True, fetch=fetched) == 0
    (shown,) = json.loads(capsys.readouterr().out)
    first, third = "http://shop.example/list?page=1", "http://shop.example/list?page=3"
    assert shown == {
        "page": address,
        "next": {"url": third, "text": "Next"},
        "previous": {"url": first, "text": "Previous"},
        "first": None,
        "last": None,
        "onward": {"url": third, "text": "Next"},
        "pages": [{"number": 1, "url": first, "text": "1"}, {"number": 3, "url": third, "text": "3"}],
    }


def test_paging_as_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.html"
    page.write_text(PAGE, encoding="utf-8")
    assert run([str(page)], as_json=False) == 0
    shown = capsys.readouterr().out
    assert "links to 2 numbered pages, this is page 2" in " ".join(shown.split())
    assert "/list?page=3" in shown


def test_a_page_without_paging_and_one_that_is_not_there(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.html"
    page.write_text("<p>Nothing here</p>", encoding="utf-8")
    assert run([str(page), str(tmp_path / "none.html")], as_json=False) == 0
    told = capsys.readouterr().err
    assert "no links to other pages of a list" in told
    assert "no such file" in told
    assert run([str(tmp_path / "none.html")], as_json=True) == 1
    (failed,) = json.loads(capsys.readouterr().out)
    assert failed["next"] is None
    assert "no such file" in failed["error"]
