"""Pages as people save them, among the inputs of a bulk run."""

from __future__ import annotations

import pytest

from tests.unit.capture.test_saved_formats import FORMATS, HTML, URL
from wrapture.bulk.inputs.chunks import Passed, Unreadable
from wrapture.bulk.inputs.member_names import is_page_name
from wrapture.bulk.inputs.page_bodies import capture_of
from wrapture.model import Capture


@pytest.mark.parametrize(
    ("name", "saved", "url"),
    [("a.mhtml", "mhtml", URL), ("b.webarchive", "web archive", URL), ("c.html.gz", "gzip", None)],
)
def test_a_saved_page_is_unpacked(name: str, saved: str, url: str | None) -> None:
    assert is_page_name(name)
    page = capture_of(name, FORMATS[saved], named=True)
    assert isinstance(page, Capture)
    assert (page.body.decode(), page.url) == (HTML, url)


def test_a_damaged_one_is_refused_with_the_reason() -> None:
    page = capture_of("a.html.gz", FORMATS["gzip"][:40], named=True)
    assert isinstance(page, Unreadable)
    assert "can't be decompressed" in page.reason


def test_other_names_are_not_looked_into() -> None:
    assert isinstance(capture_of("a.bin", FORMATS["gzip"], named=False), Passed)
    assert isinstance(capture_of("a.html", FORMATS["gzip"], named=True), Unreadable)
