from __future__ import annotations

import json
import os
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given

from wrapture.errors import OutputError, WrapperFileError
from wrapture.library import wrapper_file as file
from wrapture.library.wrapper_file import dumps, load, loads, save
from wrapture.model import Layout, PatternLocator, Profile, Wrapper
from wrapture.reading.reader import divide
from wrapture.reading.records import find_records

from .conftest import BOOKS, books_page, drawn_wrappers, learned

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def refusal(path: str | os.PathLike[str]) -> str:
    """Return why a file is refused: one line that begins with its name."""
    with pytest.raises(WrapperFileError) as caught:
        load(path)
    assert str(caught.value).isprintable()
    return str(caught.value).removeprefix(f"{os.fspath(path)}: ")


def text_refusal(text: str) -> str:
    with pytest.raises(WrapperFileError) as caught:
        loads(text, "shop.json")
    assert str(caught.value).isprintable()
    return str(caught.value)


@given(drawn_wrappers())
def test_a_wrapper_survives_the_disk(wrapper: Wrapper) -> None:
    text = dumps(wrapper)
    assert loads(text) == wrapper
    assert dumps(loads(text)) == text


def test_a_learned_wrapper_survives_the_disk_and_reads_the_page(tmp_path: Path) -> None:
    wrapper, page = learned(), books_page()
    save(wrapper, tmp_path / "books.json")
    loaded = load(tmp_path / "books.json")
    assert loaded == wrapper
    cells = [divide(loaded.layout, page, record) for record in find_records(loaded.locator, page)]
    assert cells[1] == ("https://books.example/1", "Emma", "Austen", "1815", "Austen | 1815", "On loan")


def test_the_text_is_stable_and_readable() -> None:
    text = dumps(BOOKS)
    assert text == dumps(replace(BOOKS))
    assert text.endswith("}\n")
    assert '    {"name": "año", "kind": "text", "keep": true, "fill": 0.9333, "place":' in text
    assert max(map(len, text.splitlines())) <= 120
    assert list(json.loads(text))[:4] == ["format", "version", "name", "addresses"]


def test_a_long_pattern_stays_on_its_line() -> None:
    patterns = (" ".join(["TEXT"] * 400), "LI")
    text = dumps(replace(BOOKS, locator=PatternLocator("all-tag", patterns)))
    assert f'    "patterns": [\n      "{patterns[0]}",\n      "LI"\n    ]' in text


def test_a_record_without_data_has_an_empty_layout() -> None:
    bare = replace(BOOKS, layout=Layout("block-level", "", (), ()), profile=Profile(0, 0, 0, ()))
    assert loads(dumps(bare)) == bare


def test_names_that_utf8_cannot_hold_are_mended() -> None:
    odd = replace(BOOKS, name="caf\udce9", learned_from=("\ud83d\ude00.html", "caf\udce9.html"))
    loaded = loads(dumps(odd))
    assert (loaded.name, loaded.learned_from) == ("caf�", ("😀.html", "caf�.html"))


def test_an_editor_may_leave_a_mark_at_the_beginning(tmp_path: Path) -> None:
    path = tmp_path / "books.json"
    path.write_text(dumps(BOOKS), encoding="utf-8-sig", newline="\r\n")
    assert load(path) == BOOKS


def test_saving_keeps_what_is_there(tmp_path: Path) -> None:
    path = tmp_path / "books.json"
    save(BOOKS, path)
    with pytest.raises(OutputError, match="already there"):
        save(replace(BOOKS, name="other"), path)
    assert load(str(path)) == BOOKS
    save(replace(BOOKS, name="other"), path, force=True)
    assert load(path).name == "other"
    assert path.read_bytes().decode() == dumps(load(path))
    assert [entry.name for entry in tmp_path.iterdir()] == ["books.json"]


def _with_columns(**changes: object) -> Wrapper:
    columns = BOOKS.layout.columns
    changed = (columns[0], replace(columns[1], **changes), *columns[2:])  # type: ignore[arg-type]
    return replace(BOOKS, layout=replace(BOOKS.layout, columns=changed))


@pytest.mark.parametrize(
    ("wrapper", "what"),
    [
        (replace(BOOKS, name=""), "name: string should have at least 1 character, found ''"),
        (replace(BOOKS, name=" "), "name: expected a text that is not blank, found ' '"),
        (_with_columns(name="Titel"), "columns[1].name: another column has this name already; give each its own"),
        (_with_columns(name="\ud800"), r"columns[1].name: expected a text without lone surrogates, found '\ud800'"),
        (_with_columns(place=(0, 9)), "columns[1].place: (0, 9) leads to no part of the layout"),
        (_with_columns(place=(-1, 0)), "columns[1].place: (-1, 0) leads to no part of the layout"),
        (_with_columns(place=(0,)), "columns[1].place: (0,) leads to no part of the layout"),
        (_with_columns(place=(0, 2, 1)), "columns[1].place.piece: expected a piece from 0 to 0"),
        (replace(BOOKS, profile=Profile(1, 1, 1, ())), "columns: there are 6 columns but 0 fill rates in the profile"),
        (
            replace(BOOKS, locator=PatternLocator("new", ("LI",))),
            "locator.encoding: no encoding has this name",
        ),
    ],
)
def test_what_could_not_be_loaded_is_not_saved(tmp_path: Path, wrapper: Wrapper, what: str) -> None:
    path = tmp_path / "books.json"
    with pytest.raises(WrapperFileError) as caught:
        save(wrapper, path)
    assert str(caught.value).startswith(f"{path}: {what}")
    assert not list(tmp_path.iterdir())


def test_what_is_no_file(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert refusal(tmp_path / "none.json") == "no such file or folder; check the name"
    assert refusal(tmp_path) == "is a folder; give the name of a wrapper file in it"
    assert refusal(tmp_path / "file" / "x") == "a part of the path is a file, not a folder; check the path"
    assert refusal(tmp_path / ("x" * 300)) == "the name is too long; check it"
    assert refusal("a\0b").endswith("not the name of a file; check it")


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="runs as root")
def test_what_may_not_be_read(tmp_path: Path) -> None:
    path = tmp_path / "books.json"
    save(BOOKS, path)
    path.chmod(0)
    assert refusal(path) == "no permission to read it; change its permissions"


def test_what_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "books.json"
    path.write_bytes(b'{"name": "\xff"}')
    assert refusal(path) == "byte 10 is not UTF-8; a wrapper file is text"


def test_a_file_of_the_greatest_size_is_read(tmp_path: Path) -> None:
    path = tmp_path / "books.json"
    text = file.dumps(BOOKS).encode()
    path.write_bytes(text + b" " * (file.MAX_BYTES - len(text)))
    assert file.load(path) == BOOKS
    path.write_bytes(text + b" " * (file.MAX_BYTES + 1 - len(text)))
    assert refusal(path).startswith("larger than 16 MiB")


def test_a_huge_file_is_refused_unread(tmp_path: Path) -> None:
    path = tmp_path / "books.json"
    with path.open("wb") as sparse:
        sparse.truncate(1 << 40)
    assert refusal(path) == "larger than 16 MiB, too large for a wrapper; check the name"
    assert refusal("/dev/zero") == "larger than 16 MiB, too large for a wrapper; check the name"
    assert file.MAX_BYTES == 16 << 20


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("", "line 1, column 1: not JSON (expecting value); a wrapper file is made by wrapture learn"),
        ("<html>", "line 1, column 1: not JSON (expecting value); a wrapper file is made by wrapture learn"),
        ('{\n  "name": "x"\n  "y": 1}', "line 3, column 3: not JSON (expecting ',' delimiter); a wrapper file is"),
        ('{"name": "x', "line 1, column 10: not JSON (unterminated string starting at); a wrapper"),
        ('{"name": "\n"}', "line 1, column 11: not JSON (invalid control character at)"),
        ("[" * 1_000_000, "lists and objects are nested too deeply; a wrapper file is made by wrapture learn"),
        ('{"a":' * 1_000_000, "lists and objects are nested too deeply; a wrapper file is made by wrapture learn"),
        ('{"a": {"n\\n": 1, "n\\n": 2}}', "duplicate key 'n\\n' in one object; remove one of them"),
        ('{"fill": NaN}', "NaN is not allowed; use a finite number"),
        ('{"fill": -Infinity}', "-Infinity is not allowed; use a finite number"),
        ("9" * 5000, "a number is too long; a wrapper file is made by wrapture learn"),
        (json.dumps(dict.fromkeys(map(str, range(1001)))), "an object has 1001 keys; a wrapper file is made by"),
        ("[1, 2]", 'not a wrapper file (no "format": "wrapture"); make one with wrapture learn'),
        ("null", 'not a wrapper file (no "format": "wrapture"); make one with wrapture learn'),
        ('{"page": "a.html"}', 'not a wrapper file (no "format": "wrapture"); make one with wrapture learn'),
        ('{"format": {"a": 1}}', 'not a wrapper file (no "format": "wrapture"); make one with wrapture learn'),
    ],
)
def test_a_text_of_another_kind(text: str, what: str) -> None:
    assert text_refusal(text).startswith(f"shop.json: {what}")


def edited(edit: Callable[[dict[str, object]], object]) -> str:
    data = json.loads(dumps(BOOKS))
    edit(data)
    return text_refusal(json.dumps(data))


@pytest.mark.parametrize("value", [None, True, "1", 1.0, [], {}])
def test_the_version_is_a_whole_number(value: object) -> None:
    said = edited(lambda data: data.update(version=value))
    assert said.startswith("shop.json: version: expected a whole number up to 2, found ")


def test_the_error_has_its_parts() -> None:
    with pytest.raises(WrapperFileError) as caught:
        loads("{", "shop.json")
    assert (caught.value.path, caught.value.field) == ("shop.json", "line 1, column 2")
    assert caught.value.what.startswith("not JSON")
