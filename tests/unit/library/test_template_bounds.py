"""A wrapper that can't fit a page by its elements alone does not fit it, and pages are read the same with and without that."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.bulk.site import page_text, wrapper_of
from tests.examples import scaled
from tests.unit.reading.compiled.mutations import mutated
from wrapture import api
from wrapture.html.lexbor import marks_in
from wrapture.html.parsing import read_page
from wrapture.library import library_reader
from wrapture.library.library_reader import LibraryReader, TemplateBound
from wrapture.model import Capture
from wrapture.reading.fit import accepts, measured

if TYPE_CHECKING:
    from pathlib import Path

SITES = ("shop", "market")


def capture(text: str, url: str | None = None) -> Capture:
    return Capture("page", text.encode("utf-8", "replace"), url=url)


@scaled(2)
@given(st.sampled_from(SITES), st.sampled_from(SITES), st.integers(0, 9), st.integers(0, 1 << 30))
def test_what_fits_may_fit(site: str, own: str, number: int, seed: int) -> None:
    wrapper, page = wrapper_of(own), capture(mutated(page_text(number, site=site), Random(seed)))
    if accepts(measured(wrapper, read_page(page))):
        assert TemplateBound(wrapper.profile.template).may_fit(marks_in(page))


def test_other_pages_end_there() -> None:
    bound = TemplateBound(wrapper_of().profile.template)
    assert bound.may_fit(marks_in(capture(page_text(3))))
    assert not bound.may_fit(marks_in(capture("<h1>News</h1><p>" * 9)))
    assert not bound.may_fit(marks_in(capture("")))


@pytest.mark.parametrize("few", [0, 100])
def test_the_same_is_read(few: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(library_reader, "FEW", few)
    api.Library(tmp_path).add(*map(wrapper_of, SITES))
    reader = LibraryReader(api.Library(tmp_path))
    pages = [capture(page_text(n, site=site)) for n in range(3) for site in (*SITES, "bazaar")]
    found = [reader(page) for page in pages]
    assert [one.name if one is not None else "" for one in found] == ["shop", "market", ""] * 3
    assert reader(capture("<ul>" + "<li>x" * 9, "https://shop.example/list")) is None
