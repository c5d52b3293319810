"""Written Python: a text stays a text, whatever it contains."""

from __future__ import annotations

import ast

from hypothesis import given
from hypothesis import strategies as st

from wrapture.export.code import CodeCall, comment, constant, laid_out, listed, literal, tuple_of


@given(st.text())
def test_a_literal_is_the_text_again(text: str) -> None:
    assert ast.literal_eval(literal(text)) == text


@given(st.text())
def test_a_comment_stays_a_comment(text: str) -> None:
    assert ast.parse(f"{comment(text)}\n").body == []


@given(st.text(max_size=120))
def test_a_constant_is_one_assignment(text: str) -> None:
    (statement,) = ast.parse("\n".join(constant("ROWS", text))).body
    assert isinstance(statement, ast.Assign)
    assert ast.literal_eval(statement.value) == text


@given(st.lists(st.text(max_size=60), max_size=4))
def test_a_list_holds_its_items(items: list[str]) -> None:
    (statement,) = ast.parse("\n".join(listed("found = ", items))).body
    assert isinstance(statement, ast.Assign)
    assert ast.literal_eval(statement.value) == items


def test_a_call_that_is_too_long_has_a_line_for_each_argument() -> None:
    call = CodeCall("piece", (CodeCall("text", (literal("a" * 60),)), tuple_of([literal(", ")]), "1"))
    assert laid_out('"name": ', call, ",", 1) == [
        '    "name": piece(',
        f'        text("{"a" * 60}"),',
        '        (", ",),',
        "        1,",
        "    ),",
    ]
