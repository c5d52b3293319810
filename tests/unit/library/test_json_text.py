"""JSON as people read it, and values in messages."""

from __future__ import annotations

import json

import pytest

from wrapture.library.json_text import SHOWN, WIDTH, shown, write_json


@pytest.mark.parametrize("length", range(WIDTH - 8, WIDTH + 4))
def test_a_list_that_fits_with_a_comma_is_on_one_line(length: int) -> None:
    value = ["a", "b" * (length - len('["a", ""]'))]
    written = write_json(value)
    assert json.loads(written) == value
    assert (len(written.splitlines()) == 1) == (length < WIDTH)
    assert max(map(len, written.splitlines())) < WIDTH


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (None, "null"),
        (True, "true"),
        (1.5, "1.5"),
        ("a", "'a'"),
        ([1], "a list"),
        ((1,), "a list"),
        ({"a": 1}, "an object"),
        (b"", "bytes"),
        (10**SHOWN, "1" + "0" * (SHOWN - 2) + "…"),
        (10 ** (SHOWN - 1), "1" + "0" * (SHOWN - 1)),
        ("x" * (SHOWN + 1), "'" + "x" * (SHOWN - 1) + "…'"),
    ],
)
def test_a_value_in_a_message(value: object, told: str) -> None:
    assert shown(value) == told
