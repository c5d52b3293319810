"""``wrapture paging``: what is printed of the links to other pages."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.command import Command

PAGE = (
    "<p><a href=/item/1>A thing to be had</a> is listed here, for one</p><div class=pager>"
    "<a href='/list?page=1'>Previous</a> <a href='/list?page=1'>1</a> <b>2</b> <a href='/list?page=3'>3</a> "
    "<a href='/list?page=3'>Next</a></div>"
)
SAVED_FROM = "<!-- saved from url=(0031)http://shop.example/list?page=2 -->\n"


def test_paging_as_json(wrapture: Command, page: Callable[..., Path]) -> None:
    done = wrapture("paging", page("list.html", SAVED_FROM + PAGE), "-f", "json")
    (shown,) = json.loads(done.out)
    first, third = "http://shop.example/list?page=1", "http://shop.example/list?page=3"
    assert shown == {
        "page": str(page("list.html", SAVED_FROM + PAGE)),
        "next": {"url": third, "text": "Next"},
        "previous": {"url": first, "text": "Previous"},
        "first": None,
        "last": None,
        "onward": {"url": third, "text": "Next"},
        "pages": [{"number": 1, "url": first, "text": "1"}, {"number": 3, "url": third, "text": "3"}],
    }
    assert done.code == 0


def test_paging_as_a_table(wrapture: Command, page: Callable[..., Path]) -> None:
    done = wrapture("paging", page("page.html", PAGE))
    assert done.code == 0
    assert "links to 2 numbered pages, this is page 2" in " ".join(done.out.split())
    assert "/list?page=3" in done.out


def test_a_page_without_paging_and_one_that_is_not_there(wrapture: Command, page: Callable[..., Path]) -> None:
    done = wrapture("paging", page("page.html", "<p>Nothing here</p>"), "none.html")
    assert done.code == 0
    assert "no links to other pages of a list" in done.err
    assert "no such file" in done.err
    done = wrapture("paging", "none.html", "-f", "json")
    assert done.code == 1
    (failed,) = json.loads(done.out)
    assert failed["next"] is None
    assert "no such file" in failed["error"]
