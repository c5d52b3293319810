"""One way to read with the fit: from captures, texts and parsed pages alike, and from many threads at once."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING, Final

import pytest

import wrapture
from tests.unit.reading.compiled.mutations import placeless
from wrapture.html import native
from wrapture.html.parsing import read_page
from wrapture.library.library_reader import LibraryReader
from wrapture.model import Capture
from wrapture.reading.fit import measured
from wrapture.reading.fitted_reading import fit_in, read_capture, read_parsed, reader_for
from wrapture.reading.reader import extract_page

if TYPE_CHECKING:
    from pathlib import Path

    from wrapture.model import Wrapper
    from wrapture.model.table import Table

URL: Final = "https://shop.example/list?page=2"


def html(first: int = 0, count: int = 12) -> str:
    """Return a page of a shop."""
    rows = "".join(
        f"<li class=hit><a href=/p/{n}>Item {n}</a> <b>{n} euro</b>{'<p>new' * (n % 3 == 0)}</li>"
        for n in range(first, first + count)
    )
    menu = "".join(f"<a class=menu{n} href=/m{n}>Topic {n}</a>" for n in range(6))
    return f"<title>Shop</title><div class=top>{menu}</div><ul class=list>{rows}</ul><p class=foot>Terms of use"


WRAPPER: Final = wrapture.learn(html(), name="shop")


def by_reference(wrapper: Wrapper, capture: Capture) -> Table:
    page = read_page(capture)
    table = extract_page(wrapper, page)
    return placeless(replace(table, fit=measured(wrapper, page, table)))


CAPTURES: Final = [
    Capture("p", html(5).encode(), url=URL),
    Capture("p", html(5).encode("utf-16"), url=URL),
    Capture("p", html(5, 2).encode()),
    Capture("p", b"<p>Another page"),
    Capture("p", b""),
]


@pytest.mark.parametrize("number", range(len(CAPTURES)))
def test_every_way_reads_what_the_reference_reader_reads(number: int) -> None:
    capture = CAPTURES[number]
    expected = by_reference(WRAPPER, capture)
    for _ in range(3):
        assert placeless(read_capture(WRAPPER, capture)) == expected
        assert placeless(read_parsed(WRAPPER, read_page(capture))) == expected
        assert placeless(wrapture.extract(capture, WRAPPER)) == expected


def test_the_library_call_measures_the_fit(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(html(5), "utf-8")
    for source in (path, str(path), html(5), html(5).encode()):
        table = wrapture.extract(source, WRAPPER)
        assert (len(table), fit_in(table).value) == (12, 1.0)
    table = wrapture.extract(wrapture.parse(html(5)), WRAPPER)
    assert table.fit is None
    assert all(row.record for row in table.rows)  # a page that is parsed is pointed at


def test_a_table_without_a_fit_says_so() -> None:
    with pytest.raises(ValueError, match="the fit was not measured"):
        fit_in(replace(read_capture(WRAPPER, CAPTURES[0]), fit=None))


def test_a_wrapper_is_compiled_once() -> None:
    assert reader_for(WRAPPER) is reader_for(replace(WRAPPER))
    assert reader_for(WRAPPER) is not reader_for(replace(WRAPPER, name="other"))


def test_threads_share_a_reader() -> None:
    captures = [Capture(f"{n}", html(n, 4 + n % 20).encode(), url=URL) for n in range(60)]
    expected = [by_reference(WRAPPER, capture) for capture in captures]
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda capture: placeless(read_capture(WRAPPER, capture)), captures))
    assert found == expected


def test_the_native_extension_reads_where_it_is_there() -> None:
    reader = reader_for(WRAPPER)
    reader.read_fitted(CAPTURES[0])
    assert reader.is_compiled == native.is_available()


@pytest.mark.parametrize("url", [None, URL, "https://elsewhere.example/"])
def test_a_library_reads_by_the_wrapper_that_it_matches(tmp_path: Path, url: str | None) -> None:
    library = wrapture.Library(tmp_path / "library")
    table = "".join(f"<tr><td>Name {n}<td>{n} kg<td>{n} pieces" for n in range(9))
    library.add(
        replace(WRAPPER, addresses=("https://shop.example/list?page=*",)), wrapture.learn(f"<table>{table}</table>")
    )
    read = LibraryReader(library)
    for capture in (Capture("p", html(3).encode(), url=url), Capture("p", b"<p>Nothing", url=url)):
        matches, found = library.match(read_page(capture)), read(capture)
        if not matches:
            assert found is None
            continue
        assert found is not None
        assert (found.name, fit_in(found.table)) == (matches[0].name, matches[0].fit)
        assert placeless(found.table) == by_reference(matches[0].wrapper, capture)


def test_reading_by_a_wrapper_loads_neither_numpy_nor_a_learner(tmp_path: Path) -> None:
    wrapture.save(WRAPPER, tmp_path / "shop.json")
    (tmp_path / "page.html").write_text(html(5), "utf-8")
    code = (
        "import sys, wrapture; print(len(wrapture.extract('page.html', 'shop.json')));"
        "print([name for name in ('numpy', 'wrapture.learning.repeats') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.stdout == "12\n[]\n", done.stderr
