"""A compiled reader reads what the reference reader reads: every kind of wrapper, any page, whatever it has read before."""

from __future__ import annotations

import json
import os
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

import wrapture
from tests.conftest import NO_COMPILER, WITHOUT_C
from tests.contract.shapes import SHAPES
from tests.contract.test_learners import pages, repeated_rubbish
from tests.examples import scaled
from tests.labelled import shop
from tests.strategies import gapped_listings, listings, table_templates
from tests.unit.reading.compiled.mutations import mutated, placeless
from wrapture.errors import HostilePageError, NothingFoundError, WraptureError
from wrapture.html import native
from wrapture.html.lexbor import parse_page
from wrapture.html.parsing import read_page
from wrapture.learning.learn_labelled import learn_labelled
from wrapture.model import (
    Capture,
    Column,
    ForestLocator,
    MaskLocator,
    PatternLocator,
    RowLocator,
    SiblingLocator,
)
from wrapture.reading.compiled import compile_wrapper
from wrapture.reading.fit import measured
from wrapture.reading.reader import extract_page

if TYPE_CHECKING:
    from wrapture.model import Wrapper
    from wrapture.model.table import Table
    from wrapture.reading.compiled import CompiledReader

needs_native = pytest.mark.skipif(
    not native.is_available(), reason=WITHOUT_C if os.environ.get("WRAPTURE_NATIVE") == "0" else NO_COMPILER
)
ROOT: Final = Path(__file__).resolve().parents[2]
OWN: Final = (*sorted((ROOT / "tests" / "pages").glob("*/page.html")), *sorted((ROOT / "examples").glob("*.html")))
"""Our own pages."""
URL: Final = "https://example.org/list/all.html?page=2"
MODERATE: Final = scaled(0.5)
MUTATIONS: Final = 25  # of each of our own pages
EVERY: Final = 25  # the sample is every 25th page of the gold
CORPUS_MUTATIONS: Final = 6
WARM: Final = 3  # readings after which a shape that a page has often is known


@cache
def learned(text: str, learner: str = "all") -> Wrapper | None:
    """Return the wrapper that a page gives, None where there is none."""
    try:
        return wrapture.learn(parse_page(text), learner=learner)
    except NothingFoundError:
        return None


def check(reader: CompiledReader, text: str, url: str | None = None) -> Table:
    """Return what both readers give, after checking that it is the same."""
    plain = placeless(extract_page(reader.wrapper, parse_page(text, name="p", url=url)))
    assert placeless(reader.read_text(text, name="p", url=url)) == plain
    return plain


def check_fit(reader: CompiledReader, capture: Capture) -> None:
    """Check that both readers find the same fit."""
    page = read_page(capture)
    table = extract_page(reader.wrapper, page)
    expected = replace(table, fit=measured(reader.wrapper, page, table))
    assert placeless(reader.read_fitted(capture)) == placeless(expected)


def test_a_single_line_is_cut_at_its_gaps() -> None:
    wrapper = wrapture.learn(ROOT / "tests" / "pages" / "pre-lines" / "page.html")
    table = check(compile_wrapper(wrapper), "<pre>Alice Adams    Sales    +1 555 0100</pre>")
    assert table.rows[0].cells[:3] == ("Alice Adams", "Sales", "+1 555 0100")


PAIRS: Final = {
    "labels, texts": "<p>{0}: {1}</p>",
    "labels, dl": "<dl><dt>{0}</dt><dd>{1}</dd></dl>",
    "labels, spans": "<div><span class=label>{0}:</span> <span>{1}</span></div>",
}
"""How a label and its value stand in a record."""


def labelled_page(records: int, seed: int, pair: str) -> str:
    """Return a page of records that have some of six pairs each, so that columns are told by labels."""
    random, labels = Random(seed), ("Brand", "Model #", "Weight", "Colour", "Made in", "Sold by")
    rows = []
    for number in range(records):
        some = [label for label in labels if random.random() < 0.6] or ["Brand"]
        pairs = [pair.format(label, f"{random.choice('ABCDE')}{random.randrange(99)} <b>x</b> y") for label in some]
        rows.append(f"<li><h3><a href=/{number}>Item number {number}</a></h3>{''.join(pairs)}</li>")
    return f"<ul>{''.join(rows)}</ul>"


def optional_spans(records: int, seed: int) -> str:
    """Return a page of records that have some of three spans each, so that these are told by their classes."""
    random, rows = Random(seed), []
    for number in range(records):
        spans = [f"<span class={name}>{name} {random.randrange(99)}</span>" for name in ("tag", "place", "fee")]
        some = [span for span in spans if random.random() < 0.6]
        title = f"<span class=title>Item number {number}</span>"
        rows.append(f"<a href=/{number}>{title}{''.join(some)}</a>")
    return f"<div>{''.join(rows)}</div>"


def kinds() -> dict[str, tuple[Wrapper, str]]:
    """Return a wrapper of each kind with a page that it reads."""
    found: dict[str, tuple[Wrapper, str]] = {}
    for shape in SHAPES:
        for learner in ("rows", "siblings", "repeats", "visual", "all"):
            wrapper = learned(shape.html, learner)
            if wrapper is not None:
                found[f"{shape.name}, {learner}"] = wrapper, shape.html
    for path in OWN:
        text = path.read_text("utf-8")
        wrapper = learned(text)
        if wrapper is not None:
            found[path.parent.name if path.stem == "page" else path.stem] = wrapper, text
    data = json.dumps({"list": [{"title": f"Item number {n}", "price": n, "link": f"/{n}"} for n in range(6)]})
    script_built = f"<div id=app></div><script type=application/json>{data}</script>"
    wrapper = learned(script_built)
    assert wrapper is not None
    found["data"] = wrapper, script_built
    for name, pairs in PAIRS.items():
        labelled_wrapper = learned(labelled_page(12, 1, pairs))
        assert labelled_wrapper is not None
        assert labelled_wrapper.layout.labels
        found[name] = labelled_wrapper, labelled_page(12, 1, pairs)
    optional = optional_spans(12, 1)
    classed = learned(optional)
    assert classed is not None
    assert "all-field" in {block.encoding for block in classed.layout.blocks}
    found["classes, inline"] = classed, optional
    found["mask"] = learn_labelled([shop(6), shop(7, 9, without_price=[10])]), shop(5).text
    return found


KINDS: Final = kinds()
every_kind = pytest.mark.parametrize("name", sorted(KINDS))


def test_there_are_wrappers_of_every_kind() -> None:
    locators = {type(wrapper.locator).__name__ for wrapper, _ in KINDS.values()}
    assert locators == {"RowLocator", "SiblingLocator", "PatternLocator", "ForestLocator", "MaskLocator", "DataLocator"}
    rows = [wrapper.locator for wrapper, _ in KINDS.values() if isinstance(wrapper.locator, RowLocator)]
    assert {locator.siblings > 1 for locator in rows} == {True, False}


@every_kind
def test_every_kind_reads_its_own_page(name: str) -> None:
    wrapper, text = KINDS[name]
    reader = compile_wrapper(wrapper)
    for url in (None, URL, None, URL):
        assert check(reader, text, url).rows


@every_kind
def test_every_kind_reads_pages_that_have_changed(name: str) -> None:
    wrapper, text = KINDS[name]
    reader, random = compile_wrapper(wrapper), Random(name)
    for number in range(MUTATIONS):
        check(reader, mutated(text, random), URL if number % 2 else None)


@every_kind
def test_every_kind_reads_the_pages_of_the_others(name: str) -> None:
    reader = compile_wrapper(KINDS[name][0])
    for _, text in list(KINDS.values())[::3]:
        check(reader, text)


@every_kind
def test_the_fit_is_the_same(name: str) -> None:
    wrapper, text = KINDS[name]
    reader, random = compile_wrapper(wrapper), Random(name)
    for _ in range(WARM):
        check_fit(reader, Capture("p", text.encode(), url=URL))
    for _ in range(MUTATIONS // 3):
        check_fit(reader, Capture("p", mutated(text, random).encode("utf-8", "replace")))
    check_fit(reader, Capture("p", b"<p>Nothing like it"))


def compiled_names() -> set[str]:
    """Return the wrappers whose own pages need no reference reader."""
    readers = {name: (compile_wrapper(wrapper), text) for name, (wrapper, text) in KINDS.items()}
    for reader, text in readers.values():
        reader.read_text(text)
    return {name for name, (reader, _) in readers.items() if reader.is_compiled}


@needs_native
@pytest.mark.parametrize("kind", [RowLocator, SiblingLocator, ForestLocator, PatternLocator, MaskLocator])
def test_most_wrappers_of_a_kind_are_compiled(kind: type) -> None:
    able = {name for name, (wrapper, _) in KINDS.items() if isinstance(wrapper.locator, kind)}
    assert len(compiled_names() & able) >= 0.6 * len(able)


@pytest.mark.parametrize("several", [False, True])
@pytest.mark.parametrize("tail", [1, 3])
def test_siblings_with_tails(tail: int, several: bool) -> None:
    rows = "".join(
        f"<dt class=t><a href=/{i}>Title {i}</a><dd>About {i}<dd>{'' if i % 3 else f'More of {i}'}" for i in range(9)
    )
    page = f"<h1>All</h1><dl class=l>{rows}<hr></dl><dl>{rows[:300]}</dl>"
    wrapper = learned(page, "siblings")
    assert wrapper is not None
    locator = SiblingLocator(("html", "body", "dl"), "dl.l", "dt.t", "dt a -text", 0.5, tail, several)
    reader, random = compile_wrapper(replace(wrapper, locator=locator)), Random(tail)
    for _ in range(WARM):
        assert check(reader, page, URL).rows
    assert reader.is_compiled == native.is_available()
    for _ in range(MUTATIONS):
        check(reader, mutated(page, random))


drawn = st.one_of(listings(), gapped_listings(), listings(table_templates()))


@MODERATE
@given(listing=drawn, seed=st.integers(0, 10**6), learner=st.sampled_from(["all", "repeats"]))
def test_drawn_pages(listing, seed: int, learner: str) -> None:  # type: ignore[no-untyped-def]
    wrapper = learned(listing.html, learner)
    if wrapper is None:
        return
    reader, random = compile_wrapper(wrapper), Random(seed)
    for _ in range(WARM):
        check(reader, listing.html)
    for _ in range(4):
        check(reader, mutated(listing.html, random), URL)


@MODERATE
@given(html=st.one_of(pages, repeated_rubbish), name=st.sampled_from(sorted(KINDS)))
def test_any_page(html: str, name: str) -> None:
    check(compile_wrapper(KINDS[name][0]), html, URL)


# --- captures ---

ROWS: Final = "".join(
    f"<tr><td><a href='a{i}.html'>Größe {i} <b>é{i}</b></a><td class='p x'>{i},50 €<td>{'' if i % 3 else f'note {i}'}"
    for i in range(12)
)
PAGE: Final = f"<title>t</title><h1>Preise</h1><table class=list>{ROWS}</table><p>Ende"
READER: Final = compile_wrapper(wrapture.learn(parse_page(PAGE)))


def captures(text: str) -> list[Capture]:
    """Return a page as it may come: with a charset said by many, or by none."""
    return [
        Capture("p", text.encode()),
        Capture("p", text.encode(), url=URL),
        Capture("p", text.encode("utf-8-sig")),
        Capture("p", text.encode("utf-16")),
        Capture("p", text.encode("cp1252", "replace"), charset="iso-8859-1"),
        Capture("p", text.encode("cp1252", "replace")),
        Capture("p", text.encode(), charset="utf-8"),
        Capture("p", text.encode(), charset="latin1"),
        Capture("p", text.encode("cp1252", "replace"), charset="utf-8"),
        Capture("p", b"<meta charset=latin1>" + text.encode("cp1252", "replace")),
        Capture("p", b"<meta charset=latin1>" + text.encode()),
        Capture("p", b"<meta charset=iso-2022-jp>" + text.encode("ascii", "replace") + b'\x1b$B$"\x1b(B'),
        Capture("p", b"<meta charset=shift_jis>" + text.encode("ascii", "replace") + b"\x5c\x7e\x0e\x0f"),
        Capture("p", text.encode() + b"\xff"),
        Capture("p", text.encode()[:-1] + "é".encode()[:1]),
        Capture("p", b""),
    ]


@pytest.mark.parametrize("number", range(len(captures(PAGE))))
def test_captures(number: int) -> None:
    capture = captures(PAGE)[number]
    for _ in range(WARM):
        expected = placeless(extract_page(READER.wrapper, read_page(capture)))
        assert placeless(READER.read(capture)) == expected
        check_fit(READER, capture)
    assert bool(expected.rows) == bool(capture.body)


BASES: Final = (
    "<base href=/other/>",
    "<base href='http://b.example/c/d?e'>",
    "<base>",
    "<base href=''>",
    "<base href=' '>",
    "<base target=x><base href=deep/er/>",
    "<template><base href=/no/></template>",
    "<base href='http://['>",
)


@pytest.mark.parametrize("base", BASES)
@pytest.mark.parametrize("url", [None, URL, "http://[broken", "mailto:x", "https://example.org"])
def test_addresses_start_from_the_base(base: str, url: str | None) -> None:
    for text in (base + PAGE, PAGE + base):
        check(READER, text, url)


@pytest.mark.parametrize("frames", ["<frameset><frame src=x></frameset>", "<a><frameset>"])
def test_framesets(frames: str) -> None:
    for text in (frames + PAGE, f"<head></head>{frames}{PAGE}", PAGE + frames, ROWS + frames):
        check(READER, text, URL)


def test_a_hostile_page_is_refused_by_both() -> None:
    bad = Capture("bad.html", b"<table><tr><td>" + b"<div>" * 100_000)
    for read in (READER.read, READER.read_fitted, read_page):
        with pytest.raises(HostilePageError):
            read(bad)
    with pytest.raises(HostilePageError):
        READER.read_text(bad.body.decode())


def test_a_broken_snapshot_is_refused_by_both() -> None:
    bad = Capture("bad", b"no snapshot", media="snapshot")
    with pytest.raises(WraptureError) as plain:
        read_page(bad)
    for read in (READER.read, READER.read_fitted):
        with pytest.raises(WraptureError) as compiled:
            read(bad)
        assert str(compiled.value) == str(plain.value)


def test_preformatted_text_elsewhere() -> None:
    text = PAGE.replace("é3", "é\ue00a3")
    for html in (text, f"<pre>x\ny</pre>{text}", f"{text}<xmp>x</xmp>"):
        for _ in range(WARM):
            check(READER, html)


def test_merged_columns() -> None:
    wrapper = READER.wrapper
    texts = [column for column in wrapper.layout.columns if column.kind == "text"]
    both = Column("both", "text", texts[0].place, more=tuple(column.place for column in texts[1:]))
    reader = compile_wrapper(replace(wrapper, layout=replace(wrapper.layout, columns=(*wrapper.layout.columns, both))))
    for _ in range(WARM):
        table = check(reader, PAGE, URL)
    assert reader.is_compiled == native.is_available()
    *cells, merged = map(str, table.rows[3].cells)
    assert merged == " ".join(cells[wrapper.layout.columns.index(column)] for column in texts)
    assert "é3 3,50 € note 3" in merged


SEAMS: Final = ["VW", "Ünder", "19", "97", "(", "4,", "日本", "м²", "×", "a b", " x ", "€", "¼", "\u0301e"]


@MODERATE
@given(
    texts=st.lists(st.tuples(*[st.sampled_from(SEAMS)] * 4), min_size=8, max_size=8),
    tags=st.tuples(*[st.sampled_from(["span", "a", "b", "sup", "small"])] * 3),
)
def test_texts_of_neighbouring_elements(texts: list[tuple[str, ...]], tags: tuple[str, ...]) -> None:
    one, two, three = tags
    template = f"<li><h3>Item</h3><p><{one}>%s</{one}><{two}>%s</{two}>%s<{three}>%s</{three}></p></li>"
    page = f"<ul>{''.join(template % row for row in texts)}</ul>"
    wrapper = learned(f"<ul>{''.join(template % (n, 'Tea', 'x', n * 7) for n in range(8))}</ul>")
    assert wrapper is not None
    reader = compile_wrapper(wrapper)
    for _ in range(WARM):
        check(reader, page)


def test_columns_that_are_not_kept() -> None:
    wrapper = READER.wrapper
    columns = tuple(replace(column, keep=not number % 2) for number, column in enumerate(wrapper.layout.columns))
    for layout in (
        replace(wrapper.layout, columns=columns),
        replace(wrapper.layout, columns=tuple(replace(column, keep=False) for column in columns)),
    ):
        reader = compile_wrapper(replace(wrapper, layout=layout))
        for _ in range(WARM):
            check(reader, PAGE)


def test_rows_inside_of_rows() -> None:
    inner = "".join(f"<li><b>t{n}</b><i>u{n}</i><ul><li><b>v{n}</b><i>w{n}</i></li></ul></li>" for n in range(9))
    locator = RowLocator(("<li>", "<b>", 1, "</b>", "<i>", 1, "</i>", "</li>"), siblings=1, longest=40)
    layout = READER.wrapper.layout
    for longest in (5, 8, 12, 40):
        for parent in ("", "<ul>"):
            own = replace(locator, longest=longest, parent=parent)
            wrapper = replace(READER.wrapper, locator=own, layout=layout, spares=())
            reader = compile_wrapper(wrapper)
            for text in (f"<ul>{inner}</ul>", f"<ul><li><b>x</b>{inner}</ul>", f"<ul><li><ul>{inner}<li>{inner}"):
                for _ in range(WARM):
                    check(reader, text)
                assert reader.is_compiled == native.is_available()


def test_texts_decide() -> None:
    template = ("<p>", "Price:", 1, "<b>", "Stock:", 1, "</b>", "</p>")
    wrapper = replace(READER.wrapper, locator=RowLocator(template, siblings=1, longest=12), spares=())
    reader = compile_wrapper(wrapper)
    rows = [
        "<p>Price: 5<b>Stock: 3</b></p>",
        "<p>Price: 5<b>Shop: 3</b></p>",
        "<p> Price: 1; 2; 3; 4; 5; 6; 7; 8; 9;<b>Stock: 3</b></p>",
        f"<p>Price: {'x' * 100}<b>Stock: 3</b></p>",
        f"<p>{' ' * 99}Price: {'x' * 100}<b>Stock: 3</b></p>",
        "<p>R&amp;D: 5<b>Stock: 3</b></p>",
    ]
    for _ in range(WARM):
        table = check(reader, "".join(rows * 4))
    assert reader.is_compiled == native.is_available()
    assert 0 < len(table) < 24


# --- spares ---


def hits(frame: str, count: int = 7, tag: str = "li", row: str = "hit") -> str:
    """Return a page with a list in a frame of its own."""
    rows = "".join(
        f"<{tag} class={row}><a href={n}>Item {n}</a><p>About item {n}</p><i>{n} euro</i></{tag}>" for n in range(count)
    )
    return f"<div id=menu><a class=home href=/>Home</a><b>Search</b><a class=help href=/h>Help</a></div>{frame}{rows}"


def test_spares_are_asked_where_the_locator_finds_nothing() -> None:
    wrapper = learned(hits("<ul class=results>"))
    assert wrapper is not None
    assert wrapper.spares
    reader = compile_wrapper(wrapper)
    renamed = hits("<div><ul class=results id=x>", 5, row="result")
    for text in (hits("<ul class=results>"), renamed, hits("<p>none</p>", 0), "<p>Another site</p>", renamed):
        check(reader, text)
        check_fit(reader, Capture("p", text.encode()))
    assert len(reader.read_text(renamed)) == 5
    assert len(reader.read_text(hits("<p>none</p>", 0))) == 0


@needs_native
def test_pages_that_need_no_spare_are_compiled() -> None:
    wrapper = learned(hits("<ul class=results>"))
    assert wrapper is not None
    reader = compile_wrapper(wrapper)
    for text in (hits("<ul class=results>", 9), "<p>Another site</p>"):
        reader.read_text(text)
        assert reader.is_compiled
    reader.read_text(hits("<p>none</p>", 0))
    assert not reader.is_compiled


# --- real pages ---


@pytest.mark.corpus
@pytest.mark.parametrize("learner", ["all", "repeats"])
def test_real_pages(shared: Path, learner: str) -> None:
    lines = (shared / "corpus" / "lists" / "gold.jsonl").read_text("utf-8").splitlines()
    compiled = count = 0
    for gold in map(json.loads, lines[::EVERY]):
        capture = Capture("p", (shared / "corpus" / gold["page"]).read_bytes(), url=URL)
        page = read_page(capture)
        reader, random = compile_wrapper(wrapture.learn(page, learner=learner)), Random(gold["page"])
        for _ in range(WARM):
            check(reader, page.source or "")
        compiled, count = compiled + reader.is_compiled, count + 1
        check_fit(reader, capture)
        for _ in range(CORPUS_MUTATIONS):
            check(reader, mutated(page.source or "", random), URL)
    assert compiled >= 0.7 * count or not native.is_available()


@needs_native
@pytest.mark.parametrize("pair", PAIRS.values(), ids=PAIRS)
def test_cells_beside_labels_need_no_reference_reader(pair: str) -> None:
    wrapper = learned(labelled_page(12, 1, pair))
    assert wrapper is not None
    reader = compile_wrapper(wrapper)
    for seed in range(8):
        check(reader, labelled_page(30, seed, pair))
        assert reader.is_compiled


@given(
    st.lists(
        st.lists(
            st.tuples(
                st.sampled_from(["Brand", "brand:", "Model #", "Weight：", "3 Brand", "", "Colour"]),
                st.sampled_from([": ", ":", " ", "", "</b> <i>", "<br>", "： "]),
                st.sampled_from(["A", "", " B  c ", "3 Model #", "x: y", "Brand", "a<b>b</b>c", "\u00a0", "Weight: 7"]),
            ),
            min_size=1,
            max_size=4,
        ),
        min_size=3,
        max_size=12,
    )
)
def test_any_texts_beside_labels_are_read_alike(records: list[list[tuple[str, str, str]]]) -> None:
    rows = "".join(
        f"<li><h3><a href=/{n}>Item number {n}</a></h3>{''.join(f'<p><b>{a}{b}{c}</b></p>' for a, b, c in pairs)}</li>"
        for n, pairs in enumerate(records)
    )
    for pair in PAIRS.values():
        wrapper = learned(labelled_page(12, 1, pair))
        assert wrapper is not None
        reader = compile_wrapper(wrapper)
        for _ in range(3):
            check(reader, f"<ul>{rows}</ul>")
