"""JSON as people read it, and values in messages."""

from __future__ import annotations

import json

import pytest

from wrapture.errors import WrapperFileError
from wrapture.library.json_text import MAX_KEYS, SHOWN, WIDTH, read_json, shown, write_json


def test_objects_have_a_limited_number_of_keys() -> None:
    assert MAX_KEYS == 1000
    assert len(read_json(json.dumps(dict.fromkeys(map(str, range(MAX_KEYS)))), "x")) == MAX_KEYS  # type: ignore[arg-type]
    with pytest.raises(WrapperFileError, match="an object has 1001 keys"):
        read_json(json.dumps(dict.fromkeys(map(str, range(MAX_KEYS + 1)))), "x")


def test_keys_are_written_as_people_read_them() -> None:
    assert "Größe" in write_json({"Größe": ["x" * 100, "y" * 100]})


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
