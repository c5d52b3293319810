"""The published schema and the reference page say what the code does."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import jsonschema
import pytest
from hypothesis import given

from wrapture.errors import WrapperFileError
from wrapture.html.tokens import ENCODINGS
from wrapture.library.schema import json_schema, schema_text
from wrapture.library.wrapper_file import dumps, loads

from .conftest import BOOKS, drawn_wrappers, learned

if TYPE_CHECKING:
    from wrapture.model import Wrapper

REFERENCE = Path(__file__).parents[3] / "docs" / "reference"
PAGE = (REFERENCE / "wrapper-file.md").read_text(encoding="utf-8")
SCHEMA = json_schema()
VALIDATOR = jsonschema.Draft202012Validator(SCHEMA)


def test_the_published_schema_is_the_export() -> None:
    published = (REFERENCE / "wrapper.schema.json").read_text(encoding="utf-8")
    advice = "run: python -m wrapture.library.schema > docs/reference/wrapper.schema.json"
    assert published == schema_text(), advice


def test_the_module_prints_the_schema() -> None:
    command = [sys.executable, "-m", "wrapture.library.schema"]
    printed = subprocess.run(command, capture_output=True, check=True, encoding="utf-8")
    assert printed.stdout == schema_text()


def test_the_schema_is_one() -> None:
    VALIDATOR.check_schema(SCHEMA)


@given(drawn_wrappers())
def test_every_file_fits_the_schema(wrapper: Wrapper) -> None:
    VALIDATOR.validate(json.loads(dumps(wrapper)))


def test_a_learned_wrapper_fits_the_schema() -> None:
    VALIDATOR.validate(json.loads(dumps(learned())))


def test_the_schema_refuses_what_is_no_wrapper() -> None:
    data = json.loads(dumps(BOOKS))
    with pytest.raises(jsonschema.ValidationError):
        VALIDATOR.validate({**data, "other": 1})
    with pytest.raises(jsonschema.ValidationError):
        VALIDATOR.validate({**data, "version": 3})


def test_every_field_is_in_the_reference() -> None:
    forms = [SCHEMA, *SCHEMA["$defs"].values()]
    fields = {field for form in forms for field in form["properties"]}
    assert len(fields) > 20
    assert not {field for field in fields if not re.search(rf"^\| `{field}` \|", PAGE, re.MULTILINE)}


def test_every_encoding_is_in_the_reference() -> None:
    assert not {name for name in ENCODINGS if f"| `{name}` |" not in PAGE}


def test_the_example_is_a_wrapper_file() -> None:
    (example,) = re.findall(r"^```json\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    wrapper = loads(example)
    assert dumps(wrapper) == example


def test_the_error_in_the_reference_is_what_is_said() -> None:
    broken = dumps(BOOKS).replace("[P|-]", "[P|-", 1)
    with pytest.raises(WrapperFileError) as caught:
        loads(broken, "books.json")
    assert f"    {caught.value}\n" in PAGE
