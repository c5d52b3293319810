from __future__ import annotations

import json
from typing import Any, get_args

import pytest

from wrapture.errors import WrapperFileError
from wrapture.library import file_versions as versions
from wrapture.library.file_format import WrapperModel
from wrapture.library.file_versions import upgraded
from wrapture.library.wrapper_file import dumps, loads

from .conftest import BOOKS


def with_version(version: object) -> str:
    return json.dumps({**json.loads(dumps(BOOKS)), "version": version})


def refusal(version: object) -> str:
    with pytest.raises(WrapperFileError) as caught:
        loads(with_version(version), "shop.json")
    assert caught.value.field == "version"
    return caught.value.what


def test_a_newer_file() -> None:
    assert refusal(7) == "written by a newer Wrapture (format 7, this version reads up to 2); upgrade wrapture"
    assert len(refusal(10**4000)) < 200


def test_a_newer_file_is_told_even_where_nothing_else_can_be_read() -> None:
    with pytest.raises(WrapperFileError, match="upgrade wrapture"):
        loads('{"format": "wrapture", "version": 3, "rules": []}')


@pytest.mark.parametrize("version", [0, -1, -(10**30)])
def test_a_version_that_never_was(version: int) -> None:
    assert refusal(version) == f"unknown format {version} (this version reads up to 2); learn the wrapper again"


def test_an_older_file_goes_through_every_step(monkeypatch: pytest.MonkeyPatch) -> None:
    def first(data: dict[str, Any]) -> dict[str, Any]:
        return {**data, "steps": ["first"]}

    def second(data: dict[str, Any]) -> dict[str, Any]:
        return {**data, "steps": [*data["steps"], f"from {data['version']}"]}

    monkeypatch.setattr(versions, "FORMAT", 3)
    monkeypatch.setattr(versions, "MIGRATIONS", {1: first, 2: second})
    data = {"format": "wrapture", "version": 1}
    assert upgraded(data, "x") == {"format": "wrapture", "version": 3, "steps": ["first", "from 2"]}
    assert data == {"format": "wrapture", "version": 1}


def test_every_older_version_has_its_step() -> None:
    assert sorted(versions.MIGRATIONS) == list(range(1, versions.FORMAT))
    assert get_args(WrapperModel.model_fields["version"].annotation) == (versions.FORMAT,)
    assert get_args(WrapperModel.model_fields["format"].annotation) == (versions.MARK,)
