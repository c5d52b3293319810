"""``wrapture forms``: what is printed of the forms of a page."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from wrapture.cli.forms import run

if TYPE_CHECKING:
    from pathlib import Path

    import pytest

PAGE = (
    "<form action=http://a.example/find><label>Words <input name=q></label><select name=in><option value=b>Books"
    "<option selected value=m>Music</select><input type=submit value=Search></form>"
    "<form method=post action=/login><input name=user><input type=password name=pass value=geheim>"
    "<input type=checkbox name=remember checked><button>Log in</button></form>"
)


def test_forms_as_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.html"
    page.write_text(PAGE, encoding="utf-8")
    assert run([str(page)], as_json=True) == 0
    (shown,) = json.loads(capsys.readouterr().out)
    search, login = shown["forms"]
    assert shown["page"] == str(page)
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


def test_a_password_is_not_shown(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.html"
    page.write_text(PAGE, encoding="utf-8")
    run([str(page)], as_json=True)
    run([str(page)], as_json=False)
    assert "geheim" not in capsys.readouterr().out


def test_forms_for_the_eye(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "page.html"
    page.write_text(PAGE, encoding="utf-8")
    assert run([str(page)], as_json=False) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "form 1 of 2: search" in shown
    assert "q ← the query" in shown
    assert "m, b" in shown


def test_a_page_that_is_not_there_and_one_without_forms(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    empty = tmp_path / "empty.html"
    empty.write_text("<p>no forms", encoding="utf-8")
    assert run([str(tmp_path / "none.html")], as_json=True) == 1
    assert run([str(tmp_path / "none.html"), str(empty)], as_json=False) == 0
    assert "no forms on this page" in capsys.readouterr().err
