"""``wrapture forms``: what is printed of the forms of a page."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.command import Command

PAGE = (
    "<form action=http://a.example/find><label>Words <input name=q></label><select name=in><option value=b>Books"
    "<option selected value=m>Music</select><input type=submit value=Search></form>"
    "<form method=post action=/login><input name=user><input type=password name=pass value=geheim>"
    "<input type=checkbox name=remember checked><button>Log in</button></form>"
)


def test_forms_as_json(wrapture: Command, page: Callable[..., Path]) -> None:
    path = page("page.html", PAGE)
    done = wrapture("forms", path, "-f", "json")
    assert done.code == 0
    (shown,) = json.loads(done.out)
    search, login = shown["forms"]
    assert shown["page"] == str(path)
    assert (search["kind"], search["method"], search["action"], search["query"]) == (
        "search",
        "GET",
        "http://a.example/find",
        "q",
    )
    assert search["search"] > 0.5 > search["login"]
    assert search["fields"][1] == {
        "name": "in",
        "kind": "select",
        "value": "m",
        "label": "",
        "choices": [
            {"value": "b", "text": "Books", "chosen": False},
            {"value": "m", "text": "Music", "chosen": True},
        ],
    }
    assert (login["kind"], login["query"]) == ("login", None)
    assert [field["checked"] for field in login["fields"] if field["kind"] == "checkbox"] == [True]


def test_a_password_is_not_shown(wrapture: Command, page: Callable[..., Path]) -> None:
    path = page("page.html", PAGE)
    shown = [wrapture("forms", path, "-f", name).out for name in ("json", "table")]
    assert all(shown)
    assert "geheim" not in "".join(shown)


def test_forms_for_the_eye(wrapture: Command, page: Callable[..., Path]) -> None:
    done = wrapture("forms", page("page.html", PAGE))
    assert done.code == 0
    shown = " ".join(done.out.split())
    assert "form 1 of 2: search" in shown
    assert "q ← the query" in shown
    assert "m, b" in shown


def test_a_page_that_is_not_there_and_one_without_forms(wrapture: Command, page: Callable[..., Path]) -> None:
    assert wrapture("forms", "none.html", "-f", "json").code == 1
    done = wrapture("forms", "none.html", page("empty.html", "<p>no forms"))
    assert done.code == 0
    assert "no forms on this page" in done.err
