"""Errors as one line."""

from __future__ import annotations

import ast
import errno
import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import wrapture as package
from wrapture.error_lines import described, one_line, output_errors, read_problem, reason_of, write_problem
from wrapture.errors import OutputError
from wrapture.wording import OPTIONS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.command import Command


@given(st.text(), st.integers(1, 50))
def test_any_text_is_one_line_of_bounded_length(text: str, most: int) -> None:
    line = one_line(text, most)
    assert len(line) <= most + 1
    assert len(line.splitlines()) <= 1


@given(st.sampled_from([KeyError, OSError, ValueError, RuntimeError]), st.text())
def test_any_error_says_something(kind: type[Exception], text: str) -> None:
    for line in (described(kind(text)), reason_of(kind(text))):
        assert line
        assert len(line.splitlines()) == 1


@pytest.mark.parametrize("number", sorted(errno.errorcode))
def test_every_error_of_the_system_has_a_line_that_says_what_to_do(number: int) -> None:
    error = OSError(number, os.strerror(number))
    for line in (read_problem(error), write_problem(error)):
        assert ";" in line
        assert "\n" not in line


def test_errors_of_libraries_need_no_number() -> None:
    assert read_problem(FileNotFoundError("bucket/page")) == "no such file or folder; check the name"
    assert read_problem(ValueError("embedded\nnull byte")).startswith("not the name of a file (embedded null byte)")
    assert read_problem(IsADirectoryError(), {errno.EISDIR: "no pages in it"}) == "no pages in it"


def test_a_block_that_can_not_write_names_the_path(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match=r"gone: there is no such folder; make it first"), output_errors("gone"):
        (tmp_path / "gone" / "file").touch()
    refused = pytest.raises(OutputError, match=r"x: can't be used \(Input/output error\); try later")
    with refused, output_errors("x", "used", "try later"):
        raise OSError(errno.EIO, "Input/output error")


def test_messages_name_arguments_of_python_not_options_of_the_command_line() -> None:
    folder = Path(package.__file__).parent
    spoken = [
        path for path in folder.rglob("*.py") if path.relative_to(folder).parts[0] not in {"cli", "export", "mcp"}
    ]
    named = [
        (path.name, text)
        for path in spoken
        for text in _messages(ast.parse(path.read_text("utf-8")))
        if re.search(r"(?<![\w-])--(?!disable|force-|host-|proxy-)[a-z]{3,}", text)
    ]
    # lines for a person's shell, an error raised only by the command line, and the table of options
    assert {name for name, _ in named} == {"copied_lines.py", "errors.py", "wording.py"}, named


def _messages(tree: ast.Module) -> Iterator[str]:
    """Yield the texts of a module, without its docstrings."""
    documented = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documented:
            yield node.value


def test_every_argument_of_a_message_is_an_option(wrapture: Command) -> None:
    known = "".join(
        wrapture(name, "--help").out
        for name in ("bulk", "extract", "learn", "repair", "run", "sql", "studio", "watch", "wrap")
    )
    assert all(option in known for said in OPTIONS.values() for option in said.split(" or "))
