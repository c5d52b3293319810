"""Whatever is done to a wrapper file, it loads or it is refused in one line."""

from __future__ import annotations

import json
from typing import Any

from hypothesis import example, given
from hypothesis import strategies as st

from wrapture.errors import WrapperFileError
from wrapture.library.describe import describe
from wrapture.library.wrapper_file import dumps, loads

from .conftest import BOOKS

GOOD = dumps(BOOKS)
words = st.sampled_from(["LI", "[A|-]", "[", "", " ", "text", "link", "all-tag", "pattern", "*", "/", "\ud800", "\x1b"])
scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | words
values = st.recursive(scalars, lambda v: st.lists(v, max_size=3) | st.dictionaries(words, v, max_size=3), max_leaves=5)


def loads_or_says_why(text: str) -> None:
    try:
        wrapper = loads(text)
    except WrapperFileError as error:
        check_message(str(error))
    else:
        assert loads(dumps(wrapper)) == wrapper
        assert describe(wrapper)


def check_message(said: str) -> None:
    assert said.isprintable()
    assert len(said) < 600


def nodes(value: Any, way: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Return the ways to all values in a value, itself first."""
    steps = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [way, *(deeper for step, item in steps for deeper in nodes(item, (*way, step)))]


WAYS = nodes(json.loads(GOOD))[1:]


def mutate(data: Any, way: tuple[Any, ...], do: str, value: object) -> None:
    for step in way[:-1]:
        if not isinstance(data, (dict, list)) or (isinstance(data, dict) and step not in data):
            return
        if isinstance(data, list) and (not isinstance(step, int) or step >= len(data)):
            return
        data = data[step]
    last = way[-1]
    if isinstance(data, dict):
        data.pop(last, None) if do == "remove" else data.update({last: value} if do == "set" else {str(value): 1})
    elif isinstance(data, list) and isinstance(last, int) and last < len(data):
        data.pop(last) if do == "remove" else data.__setitem__(last, value if do == "set" else data[0])


edits = st.tuples(st.sampled_from(WAYS), st.sampled_from(["set", "remove", "add"]), values)


@given(st.lists(edits, min_size=1, max_size=4))
@example([(("columns", 0, "fill"), "set", float("nan"))])
@example([(("locator", "patterns", 0), "set", "LI \ud800")])
@example([(("version",), "set", -(10**4000))])
def test_edited_data(changes: list[tuple[tuple[Any, ...], str, object]]) -> None:
    data = json.loads(GOOD)
    for change in changes:
        mutate(data, *change)
    loads_or_says_why(json.dumps(data))


@given(st.integers(0, len(GOOD)), st.integers(0, 40), st.text(max_size=6) | st.sampled_from(['"', "{", "]", ",", "9"]))
def test_edited_text(start: int, length: int, put_in: str) -> None:
    loads_or_says_why(GOOD[:start] + put_in + GOOD[start + length :])


@given(values)
def test_any_json(value: object) -> None:
    loads_or_says_why(json.dumps(value))


@given(st.integers(1, 100_000), st.sampled_from(["[", '{"a":', '[{"a":']))
def test_nesting_where_a_text_should_be(depth: int, opening: str) -> None:
    closing = {"[": "]", '{"a":': "}", '[{"a":': "}]"}[opening]
    nested = opening * depth + "1" + closing * depth
    loads_or_says_why(GOOD.replace('"books"', nested, 1))
    loads_or_says_why(GOOD.replace('"name": "books"', f'"name": "books", "other": {nested}', 1))
