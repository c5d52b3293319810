"""Scripts are read whole and checked before anything is asked; what is wrong is told with its line and step."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.conftest import ROOT
from wrapture.errors import ScriptError
from wrapture.site.script import load_script, parse_script
from wrapture.site.script.script_steps import (
    Choose,
    Click,
    Fill,
    LogIn,
    Next,
    Open,
    SavePage,
    Secret,
    Send,
    Wait,
    WaitFor,
    described,
)

if TYPE_CHECKING:
    from pathlib import Path

ALL = """\
# a login, a search, its pages
steps:
  - open: https://example.org/login
  - log in: {user: ann, password: {secret: SHOP_PASSWORD}, with: {realm: north}}
  - open: /reports
  - fill:
      q: court
      key: {secret: KEY}
  - choose: {year: 2024, open: no, kind: [a, b]}
  - click: Search
  - click: {text: Delete, number: 2, sure: yes}
  - send: q
  - wait: 0.5
  - wait: {for: " two   words "}
  - save: results
  - next: {pages: 5, save: results}
"""


def test_every_step_reads() -> None:
    script = parse_script(ALL)
    assert [placed.step for placed in script.steps] == [
        Open("https://example.org/login"),
        LogIn("ann", Secret("SHOP_PASSWORD"), (("realm", "north"),)),
        Open("/reports"),
        Fill((("q", "court"), ("key", Secret("KEY")))),
        Choose((("year", ("2024",)), ("open", ("no",)), ("kind", ("a", "b")))),
        Click("Search"),
        Click("Delete", 2, sure=True),
        Send("q"),
        Wait(0.5),
        WaitFor("two words", 20.0),
        SavePage("results"),
        Next(5, "results"),
    ]
    assert script.secrets == ("SHOP_PASSWORD", "KEY")
    assert [placed.place for placed in script.steps][3:5] == ["step 4 (line 6)", "step 5 (line 9)"]
    assert "court" not in "".join(described(placed.step) for placed in script.steps)


def first(*steps: str) -> str:
    return "steps:\n  - open: https://example.org/\n" + "".join(f"  - {step}\n" for step in steps)


@pytest.mark.parametrize(
    ("text", "place", "what"),
    [
        ("", "", "is empty"),
        ("# nothing", "", "is empty"),
        ("- open: https://example.org/", "", "holds no steps"),
        ("steps: open", "", "holds no steps"),
        ("steps: []", "", "holds no steps"),
        ("steps: [{open: 'https://a.example'}]\nuser: ann", "", "unknown key 'user'"),
        ("steps: [{open: 'https://a.example'}", "line 1", "is not YAML"),
        ("steps:\n  - open: 'x\n", "line 3", "is not YAML"),
        ("steps: \x01", "", "is not YAML"),
        (first("opne: /x"), "step 2 (line 3)", "unknown step 'opne'; the steps are open, log in"),
        (first("save"), "step 2 (line 3)", "a step is one key"),
        (first("{save: a, click: b}"), "step 2 (line 3)", "a step is one key"),
        (first("open: ftp://example.org/"), "step 2 (line 3)", "only addresses such as"),
        (first("open: 'javascript:alert(1)'"), "step 2 (line 3)", "only addresses such as"),
        (first("open: 'file:///etc/passwd'"), "step 2 (line 3)", "only addresses such as"),
        (first("open: https://ann:key@example.org/"), "step 2 (line 3)", "must not be in the file"),
        (first("open:"), "step 2 (line 3)", "write it as open: ADDRESS"),
        ("steps: [{open: /relative}]", "step 1 (line 1)", "begins with open: and a whole address"),
        ("steps: [{save: x}]", "step 1 (line 1)", "begins with open:"),
        (first("log in: {user: ann, password: hunter22}"), "step 2 (line 3)", "a password must not be in the file"),
        (first("log in: {user: ann}"), "step 2 (line 3)", "a password must not be in the file"),
        (first("log in: {password: {secret: A-B}}"), "step 2 (line 3)", "not a name for an environment variable"),
        (first("log in: {password: {secret: A, x: y}}"), "step 2 (line 3)", "unknown key 'x'"),
        (first("log in: {name: ann, password: {secret: A}}"), "step 2 (line 3)", "unknown key 'name'"),
        (first("fill: [a, b]"), "step 2 (line 3)", "write it as fill:"),
        (first("fill: {q: [a]}"), "step 2 (line 3)", "write it as fill:"),
        (first("choose: {q: {secret: A}}"), "step 2 (line 3)", "write it as choose:"),
        (first("click: {number: 1}"), "step 2 (line 3)", "write it as click:"),
        (first("click: {text: a, number: 1.5}"), "step 2 (line 3)", "whole number"),
        (first("click: {text: a, sure: maybe}"), "step 2 (line 3)", "write it as click:"),
        (first("wait: 301"), "step 2 (line 3)", "a number up to 300"),
        (first("wait: nan"), "step 2 (line 3)", "a number up to 300"),
        (first("wait: -1"), "step 2 (line 3)", "a number up to 300"),
        (first("wait: {until: x}"), "step 2 (line 3)", "unknown key 'until'"),
        (first("save: ../x"), "step 2 (line 3)", "is not a name for a page"),
        (first("save: a/b"), "step 2 (line 3)", "is not a name for a page"),
        (first("save: .x"), "step 2 (line 3)", "is not a name for a page"),
        (first("save: index"), "step 2 (line 3)", "is not a name for a page"),
        (first("next: {pages: 0, save: x}"), "step 2 (line 3)", "a number up to 1000"),
        (first("next: {pages: 3}"), "step 2 (line 3)", "write it as next:"),
        (first("fill: {q: a, q: b}"), "line 3", "duplicate key 'q'"),
        (first("fill: {<<: {q: a}}"), "line 3", "a key is not a text"),
        (first("fill: {[a]: b}"), "line 3", "a key is not a text"),
        (first("fill: &a {q: b}"), "line 3", "anchor or alias"),
        (first("fill: *a"), "line 3", "anchor or alias"),
        (first("fill: !!python/object:os.system {q: b}"), "line 3", "has a tag"),
        (first("fill: {q: !!int 3}"), "line 3", "has a tag"),
        (first("fill: " + "[" * 9), "line 3", "is nested deeper than 8"),
        (first() + "---\nsteps: []", "line 3", "begins a second document"),
        ("steps:\n" + "  - open: https://a.example/\n" * 1001, "", "more than 1000 steps"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(text: str, place: str, what: str) -> None:
    with pytest.raises(ScriptError) as caught:
        parse_script(text, "shop.yaml")
    assert caught.value.place == place
    assert what in caught.value.what
    assert str(caught.value).startswith("shop.yaml: ")
    assert "\n" not in str(caught.value)


def test_a_bomb_of_aliases_costs_nothing() -> None:
    lines = ["a0: &a0 [x, x]", *(f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 9)}]" for i in range(1, 9))]
    with pytest.raises(ScriptError, match="line 1: has an anchor"):
        parse_script("\n".join(lines))


def test_a_deep_file_costs_nothing() -> None:
    with pytest.raises(ScriptError, match="nested deeper"):
        parse_script("[" * 60_000)


def test_files_are_bounded_and_of_one_encoding(tmp_path: Path) -> None:
    path = tmp_path / "s.yaml"
    path.write_text(first("save: x"), encoding="utf-8")
    assert len(load_script(path).steps) == 2
    for raw, what in [(b"#" * 70_000, "larger than 64 KiB"), ("steps: ü".encode("latin-1"), "is not UTF-8")]:
        path.write_bytes(raw)
        with pytest.raises(ScriptError, match=what):
            load_script(path)
    for wrong in (tmp_path / "gone.yaml", tmp_path):
        with pytest.raises(ScriptError, match=r"no such file or folder|is a folder"):
            load_script(wrong)


def test_the_example_reads() -> None:
    script = load_script(ROOT / "examples" / "login.yaml")
    assert script.secrets == ("SHOP_PASSWORD",)
