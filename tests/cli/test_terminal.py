"""A terminal is never sent a control character or one that reorders text, whatever the format; a pipe gets the data."""

from __future__ import annotations

import json
import re
import unicodedata
from typing import TYPE_CHECKING

import pytest

from wrapture.cli.messages import BIDI, CONTROLS
from wrapture.cli.options import TableFormat
from wrapture.cli.table_display import print_tables
from wrapture.model.table import Row, Table

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.command import Command

NASTY = "\x1b[2J\x07\x9b31m\u202eevil\u2066\u200f\x7f"
ROWS = "".join(f"<li><b>Book {i}{NASTY}</b><p>by {i}</p></li>" for i in range(6))


@pytest.fixture
def hostile(page: Callable[..., Path]) -> None:
    page("hostile.html", f"<meta charset=utf-8><ul>{ROWS}</ul>")


def assert_harmless(shown: str) -> None:
    found = {one for one in shown if ord(one) in BIDI or (unicodedata.category(one) == "Cc" and one != "\n")}
    assert not found


@pytest.mark.parametrize("form", ["csv", "json", "jsonl"])
def test_a_terminal_shows_escapes_and_a_pipe_gets_the_data(wrapture: Command, hostile: None, form: str) -> None:
    code, shown = wrapture.asked(b"", "extract", "hostile.html", "--format", form)
    assert code == 0
    assert_harmless(shown)
    assert "\\u202eevil\\u2066\\u200f\\u007f" in shown
    piped = wrapture("extract", "hostile.html", "--format", form).out
    assert "\u202eevil\u2066\u200f\x7f" in piped
    if form == "json":
        assert json.loads(shown) == json.loads(piped)


@pytest.mark.parametrize("command", [("discover", "-f", "json"), ("extract", "-f", "table"), ("discover",)])
def test_other_commands_too(wrapture: Command, hostile: None, command: tuple[str, ...]) -> None:
    code, shown = wrapture.asked(b"", *command, "hostile.html")
    assert code == 0
    for style in ("\x1b[1m", "\x1b[0m", "\x1b[2m", "\x1b[1;2m"):  # the grid's own
        shown = shown.replace(style, "")
    assert_harmless(shown)
    assert "\\u202eevil" in shown


FORM = f"<form action='/{NASTY}'><input name='q{NASTY}' title='{NASTY}'><button>Search {NASTY}</button></form>"
PAGES = "".join(f"<a href='?p={i}'>{i} {NASTY}</a> " for i in range(1, 9))


@pytest.mark.parametrize(
    "command",
    [
        ("forms", "hostile.html"),
        ("forms", "hostile.html", "-f", "json"),
        ("paging", "hostile.html"),
        ("paging", "hostile.html", "-f", "json"),
        ("extract", "hostile.html", "--all"),
        ("discover", "hostile.html", "--sections"),
        ("show", "hostile.json"),
        ("library", "list", "hostile"),
        ("library", "match", "hostile", "hostile.html"),
        ("export", "hostile.json", "--to", "css", "hostile.html"),
        ("export", "hostile.json", "--to", "parsel", "hostile.html"),
        *(("extract", "hostile.html", "-w", "hostile.json", "-f", form.value) for form in TableFormat),
        *(("sql", "select * from records", "hostile.jsonl", "-f", form.value) for form in TableFormat),
        ("-vv", "extract", "hostile.html", f"no{NASTY}.html"),
        ("check", "hostile.json", "hostile.html"),
        ("repair", "hostile.json", "hostile.html", "-o", f"new{NASTY}.json"),
        ("refresh", "hostile.json", "hostile.html", "-o", f"new{NASTY}.json"),
        ("learn", "hostile.html", "-o", f"new{NASTY}.json"),
        ("label", "hostile.html", "-o", f"labels{NASTY}.json"),
        ("watch", "hostile.json", "--from", "hostile.html", "-o", f"watched{NASTY}", "--once"),
        ("sql", "--tables", "hostile.jsonl"),
        ("sql", f"select 'a{NASTY}' as \"b{NASTY}\"", "hostile.jsonl"),
        ("sql", f"select x{NASTY} from records", "hostile.jsonl"),
        ("bulk", "hostile.html", "-w", "hostile.json", "-o", f"out{NASTY}.csv"),
        ("extract", "hostile.html", "-o", f"out{NASTY}.csv"),
    ],
    ids=lambda command: " ".join(command).encode("unicode_escape").decode(),
)
def test_every_command(wrapture: Command, page: Callable[..., Path], command: tuple[str, ...]) -> None:
    text = f"<meta charset=utf-8><title>{NASTY}</title>{FORM}<h2>{NASTY}</h2><ul>{ROWS}</ul>{PAGES}"
    page("hostile.html", text)
    wrapture("learn", "hostile.html", "-o", "hostile.json", "--names", f"a{NASTY},b{NASTY}")
    wrapture("library", "add", "hostile", "hostile.json")
    wrapture("extract", "hostile.html", "-w", "hostile.json", "-o", "hostile.jsonl")
    code, shown = wrapture.asked(b"", *command)
    assert code != 2, "the command line is wrong"
    for style in re.findall(
        r"\x1b\[[0-9;?]*[a-zA-Z]", shown
    ):  # of the grid and the progress bar, none of them in NASTY
        assert style not in NASTY
        shown = shown.replace(style, "")
    assert_harmless(shown.replace("\r", ""))


def test_messages_too(wrapture: Command) -> None:
    code, shown = wrapture.asked(b"", "extract", f"no{NASTY}.html")
    assert code == 1
    assert_harmless(shown)


def test_every_control_of_unicode_is_known() -> None:
    reordering = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
    for code in range(0x110000):
        if unicodedata.category(chr(code)) == "Cc" or unicodedata.bidirectional(chr(code)) in reordering:
            assert code in CONTROLS


def test_duplicates_are_shown_in_a_narrow_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The message "see duplicate_of" was followed by a table without that column, because it is mostly empty."""
    monkeypatch.setenv("COLUMNS", "60")
    rows = tuple(
        Row("", ("a site", "1" if n == 3 else None, f"A title that is long, {n}", f"Author {n}", f"Maker {n}"))
        for n in range(5)
    )
    columns = ("source", "duplicate_of", "title", "author", "maker")
    print_tables([Table("search: x", columns, rows)])
    assert "duplicate_of" in capsys.readouterr().out.splitlines()[2]
    print_tables([Table("search: x", columns, rows[:3])])
    assert "duplicate_of" not in capsys.readouterr().out.splitlines()[2]
