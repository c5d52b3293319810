"""What the documentation says of the API: every call, the OpenAPI document, and an example that runs."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

from tests.conftest import ROOT
from wrapture.studio.openapi import openapi
from wrapture.studio.operations import OPERATIONS

if TYPE_CHECKING:
    import pytest

    from tests.studio.running import Studio

REFERENCE = ROOT / "docs" / "reference"
PAGE = (REFERENCE / "studio-api.md").read_text(encoding="utf-8")


def test_the_reference_has_every_call_and_no_other() -> None:
    told = re.findall(r"^\| `(\w+ /api/\S+)` \| (.+) \|$", PAGE, re.MULTILINE)
    assert sorted(told) == sorted((f"{one.method} {one.path}", one.summary) for one in OPERATIONS)


def test_the_document_is_up_to_date() -> None:
    published = json.loads((REFERENCE / "studio.openapi.json").read_text(encoding="utf-8"))
    advice = "run: python -m wrapture.studio.openapi > docs/reference/studio.openapi.json"
    assert published == json.loads(json.dumps(openapi(OPERATIONS))), advice


def test_the_example_runs(studio: Studio, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"^```py\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
    code = code.replace("http://127.0.0.1:40123", f"http://127.0.0.1:{studio.port}").replace('"…"', repr(studio.token))
    code = code.replace(
        'open("examples/books-1.html", "rb").read()', repr((ROOT / "examples/books-1.html").read_bytes())
    )
    code = code.replace('"name": "books"', '"name": "from the example"')  # other tests save books, too
    exec(compile(code, "studio-api.md", "exec"), {})
    assert capsys.readouterr().out.endswith("from-the-example.json\n")
