"""Exported programs give the wrapper's records: each runs on its page, and its output is compared."""

from __future__ import annotations

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st
from parsel import Selector
from typer.testing import CliRunner

import wrapture
from tests.conftest import ROOT, books
from tests.contract.shapes import SHAPES
from tests.contract.test_learners import pages, repeated_rubbish
from tests.examples import scaled
from tests.labelled import shop
from tests.strategies import ugly_html
from wrapture.capture.page_sources import read
from wrapture.cli.main import app
from wrapture.errors import NothingFoundError
from wrapture.export import TARGETS, export
from wrapture.html.parsing import read_page
from wrapture.model import Capture, QueryForm
from wrapture.model.table import Failure

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.export import Target
    from wrapture.model import Wrapper
    from wrapture.model.table import Table

LINES_ONLY: Final = ("pre-lines", "pre-text-first")
"""Pages whose records or values are lines of one text: selectors give whole texts, and exports say so."""
FILES: Final = [
    *sorted((ROOT / "examples").glob("*.html")),
    *[one for one in sorted((ROOT / "tests" / "pages").glob("*/page.html")) if one.parent.name not in LINES_ONLY],
]
LONG: Final = "Title {0}<br>and a subtitle that goes on <b>for</b> a while"
MORE: Final = {
    "tags": "<article><h3>Item {0}</h3><p>by Ann<p>by Bob {0}</article>",
    "cut": "<li><b>Item {0}</b><p>{0} % | Date: 1{0} June 1999 | by Ann</li>",
    "blocks": f"<li><h3>{LONG}</h3><p>by <i>Author {{0}}</i>, <b>{{0}} euro</b></p></li>",
    "pre": "<li><b>Item {0}</b><pre>line {0}\n  of two</pre></li>",
    "long": "<li class=l><p class='a-class-with-a-very-long-name-that-needs-a-line-of-its-own-for-itself'>Item {0}<p>{0}</li>",
}


@dataclass(frozen=True)
class Case:
    """A wrapper and a page that it reads."""

    name: str
    wrapper: Wrapper
    capture: Capture

    @property
    def records(self) -> list[dict[str, Any]]:
        """The records as an exported program can read them: without values that stand outside of them."""
        outside = {one.name for one in self.wrapper.context}
        rows = plain(wrapture.extract(read_page(self.capture), self.wrapper))
        return [{name: cell for name, cell in row.items() if name not in outside} for row in rows]


def plain(table: Table) -> list[dict[str, Any]]:
    rows = table.to_dicts()
    return [{name: list(cell) if isinstance(cell, tuple) else cell for name, cell in row.items()} for row in rows]


def case(name: str, html: str) -> Case:
    page = Capture(name, html.encode(), charset="utf-8")
    return Case(name, wrapture.learn(read_page(page)), page)


def cases() -> list[Case]:
    """Return a wrapper for each example page and each shape of list."""
    found = []
    for path in FILES:
        capture = read(str(path))
        assert not isinstance(capture, Failure)
        found.append(Case(f"{path.parent.name}-{path.stem}", wrapture.learn(read_page(capture)), capture))
    found += [case(shape.name.replace(" ", "-"), f"<meta charset=utf-8>{shape.html}") for shape in SHAPES]
    for name, item in MORE.items():
        rows = "".join(item.format(i) for i in range(8))
        found.append(case(name, f"<!doctype html><meta charset=utf-8><title>t</title><ul>{rows}</ul><p>Foot"))
    return found


@pytest.fixture(scope="module")
def all_cases() -> list[Case]:
    return cases()


def run(program: Path, *arguments: str | Path) -> list[dict[str, Any]]:
    """Return the records that a program prints."""
    done = subprocess.run(
        [sys.executable, "-W", "error", program, *arguments],
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def written(folder: Path, one: Case, to: Target) -> Path:
    """Return the program of a case, beside its page."""
    made = export(one.wrapper, [one.capture], to)
    said = [line for line in made.complaints if "outside the records" not in line]
    assert not said, f"{one.name}: {said}"
    (folder / f"{one.name}.html").write_bytes(one.capture.body)
    program = folder / f"{one.name}.py"
    program.write_text(made.text, encoding="utf-8")
    return program


@pytest.mark.slow
def test_programs_for_parsel_give_the_records_of_the_wrapper(all_cases: list[Case], tmp_path: Path) -> None:
    programs = [written(tmp_path, one, "parsel") for one in all_cases]
    with ThreadPoolExecutor(2) as pool:
        printed = list(pool.map(lambda program: run(program, program.with_suffix(".html")), programs))
    assert len(printed) > 20
    for one, records in zip(all_cases, printed, strict=True):
        assert records == one.records, one.name
        assert records, one.name


@pytest.mark.parametrize("name", LINES_ONLY)
def test_an_export_says_that_no_selector_reaches_lines_of_a_text(name: str) -> None:
    capture = read(str(ROOT / "tests" / "pages" / name / "page.html"))
    assert not isinstance(capture, Failure)
    made = export(wrapture.learn(read_page(capture)), [capture], "parsel")
    assert any("no selector gives" in line or "nothing for" in line for line in made.complaints)


@pytest.mark.slow
def test_programs_are_formatted_and_clean(all_cases: list[Case], tmp_path: Path) -> None:
    for to in TARGETS[:3]:
        for one in [*all_cases, hostile()]:
            text = export(one.wrapper, [one.capture], to).text
            (tmp_path / f"{to}-{one.name}.py").write_text(text, encoding="utf-8")
    for command in (["format", "--check"], ["check"]):
        done = subprocess.run(
            [Path(sys.executable).parent / "ruff", *command, "--isolated", "-q", tmp_path],
            capture_output=True,
            encoding="utf-8",
            check=False,
        )
        assert done.returncode == 0, done.stdout


# --- selectors ---


def by_selectors(found: dict[str, Any], page: Selector) -> list[dict[str, Any]]:
    """Return the records that somebody reads who has the selectors and parsel; no cuts, no siblings."""
    select = Selector.css if found["language"] == "css" else Selector.xpath
    return [
        {
            name: " ".join(column.get("join", "").join(select(row, column["selector"]).getall()).split()) or None
            for name, column in found["columns"].items()
            if not column.get("list") and not column.get("cut") and column.get("join") not in ("blocks", "lines")
        }
        for row in select(page, found["records"])
    ]


@pytest.mark.parametrize("to", ["css", "xpath"])
def test_selectors_give_the_cells_that_need_no_more(all_cases: list[Case], to: Target) -> None:
    compared = 0
    for one in all_cases:
        made = export(one.wrapper, [one.capture], to)
        found = json.loads(made.text)
        if not made.comparison.is_same or "following" in found:
            assert "differs" in found["checked"] or "following" in found
            continue
        rows = by_selectors(found, Selector(text=one.capture.body.decode()))
        links = {column.name for column in one.wrapper.layout.columns if column.kind != "text"}
        for row, record in zip(rows, one.records, strict=True):
            assert {name: record[name] for name in row if name not in links} == {
                name: value for name, value in row.items() if name not in links
            }
            compared += len(row)
    assert compared > 100


# --- hostile wrappers ---

NAMES: Final = (
    'title"]; __import__("os").abort() #',
    "price\n__import__('os').abort()",
    '"""\\',
)


def hostile() -> Case:
    """Return a wrapper whose names would be code if they were written unescaped."""
    one = case("hostile", books())
    names = [*NAMES, *(f"{{{n}}}" for n in range(9))]
    columns = [replace(column, name=names[n]) for n, column in enumerate(one.wrapper.layout.columns)]
    wrapper = replace(
        one.wrapper,
        name='x"""\n__import__("os").abort()\n#',
        layout=replace(one.wrapper.layout, columns=tuple(columns)),
        learned_from=('http://x"\n__import__("os").abort()',),
        query_form=QueryForm('http://x/"\n', 'http://x/"\n', 'q"\n', (('q"\n', "__import__('os').abort()"),)),
    )
    return Case("hostile", wrapper, replace(one.capture, name='p"""\n__import__("os").abort()'))


def test_names_stay_names(tmp_path: Path) -> None:
    one = hostile()
    (tmp_path / "page.html").write_bytes(one.capture.body)
    program = tmp_path / "program.py"
    program.write_text(export(one.wrapper, [one.capture], "parsel").text, encoding="utf-8")
    records = run(program, tmp_path / "page.html")
    assert len(records) == 8
    assert records == one.records
    assert set(NAMES) <= set(records[0])


@pytest.mark.parametrize("to", TARGETS)
def test_whatever_is_written_of_a_hostile_wrapper_is_no_code(to: Target) -> None:
    one = hostile()
    text = export(one.wrapper, [one.capture], to).text
    if to in ("css", "xpath"):
        assert json.loads(text)["wrapper"] == one.wrapper.name
    else:
        code = compile(text, "program", "exec")
        assert "__import__" not in _names(code)


def _names(code: Any) -> set[str]:
    inner = [one for one in code.co_consts if hasattr(one, "co_names")]
    return {*code.co_names, *(name for one in inner for name in _names(one))}


# --- more pages than one, labels, addresses ---


def test_a_program_reads_the_other_pages_of_the_site(tmp_path: Path) -> None:
    captures = [_read(ROOT / "examples" / f"books-{n}.html") for n in (1, 2, 3)]
    wrapper = wrapture.learn([read_page(one) for one in captures[:2]])
    program = tmp_path / "books.py"
    program.write_text(export(wrapper, captures[:2], "parsel").text, encoding="utf-8")
    other = captures[2]
    assert run(program, ROOT / "examples" / "books-3.html") == plain(wrapture.extract(read_page(other), wrapper))


def _read(path: Path) -> Capture:
    capture = read(str(path))
    assert not isinstance(capture, Failure)
    return capture


def test_a_page_that_says_the_wrong_encoding_is_read_as_the_wrapper_reads_it(tmp_path: Path) -> None:
    body = books().replace("charset=utf-8", "charset=latin1").replace("Book", "Bücher").encode()
    page = Capture("books", body)
    wrapper = wrapture.learn(read_page(page))
    for to in TARGETS[:3]:
        (tmp_path / f"by_{to}.py").write_text(export(wrapper, [page], to).text, encoding="utf-8")
    (tmp_path / "page.html").write_bytes(body)
    records = run(tmp_path / "by_parsel.py", tmp_path / "page.html")
    assert records == plain(wrapture.extract(read_page(page), wrapper))
    assert records[0]["title"] == "Bücher 0"
    assert 'ENCODING = "utf-8"' in (tmp_path / "by_scrapy.py").read_text("utf-8")


def test_a_mask_becomes_selectors_too(tmp_path: Path) -> None:
    labelled = [shop(6), shop(7, 9, without_price=[10])]
    wrapper = wrapture.learn_labelled(labelled)
    page = Capture("shop", labelled[1].text.encode(), charset="utf-8")
    made = export(wrapper, [page], "parsel")
    assert made.comparison.same_rows, made.complaints
    (tmp_path / "page.html").write_bytes(b"<meta charset=utf-8>" + page.body)
    (tmp_path / "program.py").write_text(made.text, encoding="utf-8")
    records = run(tmp_path / "program.py", tmp_path / "page.html")
    wanted = plain(wrapture.extract(read_page(page), wrapper))
    assert len(records) == len(wanted)
    unlike = {difference.column for difference in made.comparison.differences}
    kept = [[{n: v for n, v in row.items() if n not in unlike} for row in rows] for rows in (records, wanted)]
    assert kept[0] == kept[1]
    assert len(unlike) < len(wanted[0])


# --- any page, and what may be missing ---


@scaled(0.5)
@given(html=st.one_of(pages, repeated_rubbish, ugly_html))
def test_any_page_can_be_exported_from(html: str) -> None:
    page = Capture("p", html.encode("utf-8", "replace"), charset="utf-8")
    try:
        wrapper = wrapture.learn(read_page(page))
        texts = {to: export(wrapper, [page], to).text for to in TARGETS}
    except NothingFoundError:
        return
    for to in TARGETS[:3]:
        compile(texts[to], to, "exec")


@pytest.mark.parametrize(
    ("package", "line"),
    [
        ("parsel", "from wrapture.export.trees import parsel_of; parsel_of('looking for selectors')"),
        ("scrapy", "import wrapture.scrapy"),
    ],
)
def test_a_package_that_is_missing_is_named(package: str, line: str) -> None:
    code = f"import sys; sys.modules[{package!r}] = None; {line}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=False)
    assert "needs an optional package: pip install 'wrapture[scrapy]'" in done.stderr.splitlines()[-1]


# --- the command ---


def command(*arguments: str | Path) -> Any:
    return CliRunner().invoke(app, ["export", *map(str, arguments)])


@pytest.fixture
def wrapper_file(tmp_path: Path) -> Path:
    page = tmp_path / "books.html"
    page.write_text(books(), encoding="utf-8")
    wrapper = wrapture.learn(wrapture.parse(page))
    wrapture.save(wrapper, tmp_path / "books.json")
    return tmp_path / "books.json"


def test_the_command_writes_a_program_checked_on_the_pages_of_the_wrapper(wrapper_file: Path, tmp_path: Path) -> None:
    done = command(wrapper_file, "--to", "parsel", "-o", tmp_path / "books.py")
    assert done.exit_code == 0, done.output
    assert "8 records on 1 page, the same as the wrapper reads" in done.output
    assert len(run(tmp_path / "books.py", tmp_path / "books.html")) == 8
    assert command(wrapper_file, "--to", "parsel", "-o", tmp_path / "books.py").exit_code == 1  # it is there already


def test_the_command_says_that_nothing_was_checked(wrapper_file: Path, tmp_path: Path) -> None:
    (tmp_path / "books.html").unlink()
    done = command(wrapper_file, "--to", "xpath")
    assert done.exit_code == 1
    assert "not checked on a page" in done.output


def test_the_command_says_what_differs(wrapper_file: Path, tmp_path: Path) -> None:
    rows = "".join(f"<li><b>Book {i}</b> by Author {i}<br>{i}.50 euro</li>" for i in range(8))
    (tmp_path / "other.html").write_text(f"<ul>{rows}</ul>", encoding="utf-8")
    wrapture.save(wrapture.learn(wrapture.parse(tmp_path / "other.html")), wrapper_file, force=True)
    done = command(wrapper_file, tmp_path / "other.html", "--to", "css")
    assert done.exit_code == 1
    assert "differs in 8 of 8 records" in done.output
    assert '"records":' in done.output


def test_the_programs_know_nothing_of_wrapture(all_cases: Sequence[Case]) -> None:
    for to in TARGETS[:3]:
        text = export(all_cases[0].wrapper, [all_cases[0].capture], to).text
        assert "import wrapture" not in text
        assert "from wrapture" not in text


def test_columns_from_outside_the_records_are_named_as_left_out() -> None:
    page = Capture("two-sections", (ROOT / "tests" / "pages" / "two-sections" / "page.html").read_bytes())
    wrapper = wrapture.learn(read_page(page))
    (said,) = export(wrapper, [page], "parsel").complaints
    assert said == "column section: left out: its values stand outside the records, where selectors don't look"
