"""Wrappers: an example learned from a page, and a Hypothesis strategy."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hypothesis import strategies as st

from wrapture.columns.layout_learning import learn_layout
from wrapture.html.lexbor import parse_page
from wrapture.html.tokens import ENCODINGS
from wrapture.learning.repeats import Repeats
from wrapture.library.profile import profile_of
from wrapture.model import (
    Block,
    Column,
    Layout,
    Part,
    PatternLocator,
    Profile,
    Sample,
    ValueType,
    Wrapper,
)
from wrapture.reading.reader import divide
from wrapture.reading.records import find_records

if TYPE_CHECKING:
    from wrapture.html.page import Page
    from wrapture.model import Kind

BOOKS = Wrapper(
    name="books",
    locator=PatternLocator("block-level", ("LI TEXT P TEXT /P [P|-] [TEXT|-] [/P|-] /LI", "DD [TEXT|BR] HR")),
    layout=Layout(
        "block-class",
        "LI TEXT P TEXT /P P.NOTE TEXT /P.NOTE /LI",
        (
            Block(1, "all-tag", "A B TEXT /B IMG /A", (Part(0), Part(2), Part(4))),
            Block(3, "no-markup", "TEXT", (Part(0, ("|", ":")),)),
            Block(6, "all-tag", "TEXT", (Part(0),)),
        ),
        (
            Column("Titel", "text", (0, 1)),
            Column("cover", "image", (0, 2)),
            Column("año", "text", (1, 0, 2)),
            Column("author", "text", (1, 0, 0)),
            Column("page", "link", (0, 0, 0)),
            Column("note", "text", (2, 0), keep=False),
        ),
    ),
    profile=Profile(2, 20, 25, (1.0, 0.5, 0.9333, 1.0, 1.0, 0.0)),
    addresses=("https://books.example/search*",),
    learned_from=("search-1.html", "search-2.html"),
    learner="repeats block-level",
)

ROWS = [("The Trial", "Kafka", 1925), ("Emma", "Austen", 1815), ("Dune", "Herbert", 1965), ("Ice", "Kavan", 1967)]


def books_page() -> Page:
    """Return a page of four books, every other one with a note."""
    items = [
        f'<li><a href="/{n}"><b>{title}</b></a><p>{author} | {year}</p>{"<p class=note>On loan</p>" * (n % 2)}</li>'
        for n, (title, author, year) in enumerate(ROWS)
    ]
    text = f"<h1>Books</h1><ul>{''.join(items)}</ul><hr>"
    return parse_page(text, name="books.html", url="https://books.example/list")


def learned() -> Wrapper:
    """Return the wrapper learned from the page of four books."""
    page = books_page()
    found = ((locator, find_records(locator, page)) for locator in Repeats()(Sample((page,))))
    locator, records = next((locator, records) for locator, records in found if len(records) == len(ROWS))
    layout = learn_layout([(page, records)])
    profile = profile_of(layout, [[divide(layout, page, record) for record in records]])
    return Wrapper("books", locator, layout, profile, learned_from=(page.name,), learner="repeats block-level")


KINDS: dict[str, Kind] = {"TEXT": "text", "A": "link", "IMG": "image"}
texts = st.text(st.characters(exclude_categories=["Cs"]), min_size=1, max_size=12)
names = texts.filter(lambda name: not name.isspace())
encodings = st.sampled_from(sorted(ENCODINGS))
tokens = st.sampled_from(["TEXT", "A", "/A", "IMG", "LI", "/LI", "MY-CARD", "DIV.PRICE", "*00F", "TD"])
templates = st.lists(tokens, min_size=1, max_size=8).map(" ".join)
positions = tokens | st.lists(tokens, min_size=1, max_size=3).map(lambda names: f"[{'|'.join([*names, '-'])}]")
patterns = st.lists(positions, min_size=1, max_size=8).map(" ".join)
locators = st.builds(PatternLocator, encodings, st.lists(patterns, min_size=1, max_size=3).map(tuple))
shares = st.floats(0, 1)
types = st.builds(
    ValueType,
    st.sampled_from(["text", "number", "price", "date", "percentage", "rating", "link"]),
    st.sampled_from(["", ".", ","]),
    st.sampled_from(["", "EUR", "$"]),
    st.sampled_from(["", "dmy", "mdy", "ymd"]),
    st.none() | st.sampled_from([5.0, 10.0]),
    st.just("") | texts,
    st.just("") | texts,
)
counts = st.integers(0, 10**9)


marks = st.lists(texts, min_size=1, max_size=2).map(tuple)
cuts = st.tuples(marks, st.integers(0, 1))


@st.composite
def drawn_parts(draw: st.DrawFn, position: int) -> list[Part]:
    """Draw the parts of a text: the whole text, or the pieces it is cut into."""
    within = st.lists(cuts, max_size=2).map(tuple)
    ways = draw(st.lists(st.tuples(marks, within), max_size=2, unique=True))
    return [Part(position, separators, within=before) for separators, before in ways] or [Part(position)]


@st.composite
def drawn_blocks(draw: st.DrawFn, position: int) -> Block:
    template = draw(templates)
    data = [n for n, token in enumerate(template.split()) if token in KINDS]
    taken = sorted(draw(st.sets(st.sampled_from(data)))) if data else []
    parts = [draw(drawn_parts(n)) if template.split()[n] == "TEXT" else [Part(n)] for n in taken]
    return Block(position, draw(encodings), template, tuple(part for some in parts for part in some))


def _shape(block: Block) -> tuple[object, ...]:
    """Return the key that no two blocks may share; for bare text it ignores the encoding."""
    return block.position, block.template, "" if block.template == "TEXT" else block.encoding


@st.composite
def drawn_divisions(draw: st.DrawFn, position: int) -> list[Block]:
    """Draw the blocks of one position: most often one."""
    blocks = draw(st.lists(drawn_blocks(position), min_size=1, max_size=2, unique_by=_shape))
    bare = [block.template == "TEXT" and block.encoding == "block-level" for block in blocks]
    labels = draw(st.lists(texts, max_size=2, unique=True))
    labelled = [Block(position, "block-level", "TEXT", (Part(0),), label=label) for label in labels]
    return (blocks[:1] if any(bare) else blocks) + labelled


def _following(place: tuple[int, ...], others: list[tuple[int, ...]]) -> st.SearchStrategy[tuple[tuple[int, ...], ...]]:
    """Return a strategy for the places that follow that of a column: most often none."""
    rest = [other for other in others if _meaning(other) != _meaning(place)]
    following = st.lists(st.sampled_from(rest), max_size=2, unique_by=_meaning).map(tuple) if rest else st.just(())
    return st.just(()) | following


def _meaning(place: tuple[int, ...]) -> tuple[int, ...]:
    return (*place, 0)[:3]


@st.composite
def drawn_layouts(draw: st.DrawFn) -> Layout:
    template = draw(templates)
    taken = sorted(draw(st.sets(st.integers(0, len(template.split()) - 1))))
    blocks = tuple(block for position in taken for block in draw(drawn_divisions(position)))
    places: list[tuple[Kind, tuple[int, ...]]] = [
        (KINDS[block.template.split()[part.position]], place)
        for b, block in enumerate(blocks)
        for p, part in enumerate(block.parts)
        for place in [*((b, p, piece) for piece in range(len(part.separators) + 1)), *[(b, p)][len(part.separators) :]]
    ]
    chosen = draw(st.lists(st.sampled_from(places), max_size=6)) if places else []
    named = draw(st.lists(names, unique=True, min_size=len(chosen), max_size=len(chosen)))
    others = [place for kind, place in places if kind == "text"]
    columns = [
        Column(
            name,
            *place,
            draw(st.booleans()),
            draw(types) if place[0] == "text" else ValueType(),
            draw(st.booleans()),
            draw(_following(place[1], others)) if place[0] == "text" else (),
            draw(st.just("") | texts),
        )
        for name, place in zip(named, chosen, strict=True)
    ]
    return Layout(draw(encodings), template, blocks, tuple(columns))


@st.composite
def drawn_wrappers(draw: st.DrawFn) -> Wrapper:
    layout = draw(drawn_layouts())
    low, high = sorted([draw(counts), draw(counts)])
    fill = tuple(draw(shares) for _ in layout.columns)
    some = st.lists(texts, max_size=3).map(tuple)
    profile = Profile(draw(counts), low, high, fill)
    learner = draw(st.just("") | names)
    return Wrapper(draw(names), draw(locators), layout, profile, draw(some), draw(some), learner)
