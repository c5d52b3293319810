"""Hypothesis strategies: symbol strings, patterns, ugly HTML, and pages rendered from known rows.

A `Listing` is drawn from the answer: first the rows, then a template, then the page.  So the result of a learner can be
compared with the rows without labelling anything.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Final

from hypothesis import strategies as st

from wrapture.algo.pattern import Pattern, Position

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

SLOT: Final = "{}"
"""The position of a field in the markup around it."""


def symbols(alphabet: str = "abc", min_size: int = 0, max_size: int = 40) -> st.SearchStrategy[str]:
    """Draw symbol strings over a small alphabet: long enough to repeat themselves."""
    return st.text(st.sampled_from(alphabet), min_size=min_size, max_size=max_size)


@st.composite
def tandems(draw: st.DrawFn, alphabet: str = "abc") -> str:
    """Draw strings that repeat by construction: blocks, some of them changed a little, with other symbols between them."""
    block = draw(symbols(alphabet, 1, 6))
    pieces = st.one_of(st.just(block), st.just(block), symbols(alphabet, 0, 6))
    return "".join(draw(st.lists(pieces, max_size=10)))


@st.composite
def positions(draw: st.DrawFn, alphabet: str = "abc") -> Position:
    """Draw one position of a pattern."""
    allowed = draw(st.sets(st.sampled_from(alphabet), min_size=1, max_size=3))
    return Position("".join(sorted(allowed)), draw(st.booleans()))


def patterns(alphabet: str = "abc", max_size: int = 8) -> st.SearchStrategy[Pattern]:
    """Draw patterns with alternatives and optional positions."""
    return st.lists(positions(alphabet), min_size=1, max_size=max_size).map(tuple).map(Pattern)


def occurrences(min_size: int = 2) -> st.SearchStrategy[list[int]]:
    """Draw ascending positions."""
    return st.sets(st.integers(0, 300), min_size=min_size, max_size=20).map(sorted)


# --- ugly HTML ---

_TAG_NAMES: Final = (
    "a b i p br hr li ul ol dl dt dd div span table tr td th tbody form select option img input svg math title text "
    "script style template textarea noscript frameset frame iframe h1 center font my-card object button p:x body html "
    "head"
)
_TAGS: Final = _TAG_NAMES.split()
_ODDITIES: Final = [
    "<!--",
    "-->",
    "<!-- x -->",
    "<!doctype html>",
    "<",
    ">",
    "&amp;",
    "&#0;",
    "\0",
    "<?x?>",
    "</",
    "<![CDATA[",
]
_PIECES: Final = st.one_of(
    st.sampled_from(_TAGS).map("<{}>".format),
    st.sampled_from(_TAGS).map("</{}>".format),
    st.sampled_from(_TAGS).map('<{} href="x" class="K l" src=y>'.format),
    st.sampled_from(_TAGS).map("<{}/>".format),
    st.sampled_from(_ODDITIES),
    st.sampled_from(["word", " ", "\n", "two words", "é", "數", "\N{NO-BREAK SPACE}", "4.1K"]),
    st.text(max_size=5),
)
ugly_html: Final = st.lists(_PIECES, max_size=40).map("".join)
"""Tags opened, closed and torn at random, with texts between them."""


# --- pages drawn from the answer ---


@dataclass(frozen=True)
class Listing:
    """A page, the rows it was rendered from, and each row as the page displays it."""

    html: str
    cells: tuple[tuple[str | None, ...], ...]

    @property
    def rows(self) -> tuple[str, ...]:
        """The displayed text of each row."""
        return tuple(" ".join(cell for cell in row if cell is not None) for row in self.cells)


@dataclass(frozen=True)
class Template:
    """The markup that turns rows into a page: around all rows, around each row, and around each field."""

    listing: str
    row: str
    fields: tuple[str, ...]

    def render(self, rows: Sequence[Sequence[str | None]], between: Callable[[int], str] = lambda _: "") -> str:
        """Return the markup of the rows; ``between`` gives the markup after the row with a number."""
        rendered = (self.render_row(row) + between(number) for number, row in enumerate(rows))
        return self.listing.replace(SLOT, "\n".join(rendered))

    def render_row(self, row: Sequence[str | None]) -> str:
        """Return the markup of one row; missing fields are left out with the markup around them."""
        pairs = zip(self.fields, row, strict=True)
        return self.row.replace(SLOT, " ".join(f.replace(SLOT, escape(cell)) for f, cell in pairs if cell is not None))


INLINE: Final = ("<b>{}</b>", "<i>{}</i>", '<a href="/x">{}</a>', "<span>{}</span>", "<em>{}</em>")
BLOCKS: Final = ("<h3>{}</h3>", "<p>{}</p>", "<div>{}</div>", '<div class="f"><a href="/y">{}</a></div>')
CONTAINERS: Final = {
    "list": ("<ul>{}</ul>", "<li>{}</li>"),
    "unclosed list": ("<ol>{}</ol>", "<li>{}"),
    "cards": ("<div>{}</div>", '<div class="card">{}</div>'),
    "articles": ("<main>{}</main>", "<article>{}</article>"),
    "custom elements": ("<x-results>{}</x-results>", "<x-result>{}</x-result>"),
    "deep cards": ("<section>{}</section>", "<div><div><div>{}</div></div></div>"),
}
"""The markup around all rows and around each row: containers that can hold any field."""

HEAD: Final = "<!doctype html><title>results</title><h1>Results</h1><form><input name=q></form>"
FOOT: Final = "<hr><address>Somebody</address>"

_WORD: Final = st.text(st.sampled_from("abcdefgXYZ0123456789é數&<'"), min_size=1, max_size=8)
words: Final = st.lists(_WORD, min_size=1, max_size=4).map(" ".join)
"""The text of a field, with words separated by single spaces, as a page displays it."""


def tables_of_text(width: int, min_rows: int = 5, max_rows: int = 12) -> st.SearchStrategy[list[list[str]]]:
    """Draw rows of text fields."""
    return st.lists(st.lists(words, min_size=width, max_size=width), min_size=min_rows, max_size=max_rows)


@st.composite
def templates(draw: st.DrawFn, fields: Sequence[str] = BLOCKS, min_width: int = 1, max_width: int = 4) -> Template:
    """Draw a template: any container, and around each field any of the given markup."""
    listing, row = draw(st.sampled_from(list(CONTAINERS.values())))
    return Template(
        listing, row, tuple(draw(st.lists(st.sampled_from(fields), min_size=min_width, max_size=max_width)))
    )


@st.composite
def table_templates(draw: st.DrawFn) -> Template:
    """Draw a template of table rows, with or without the optional end tags."""
    end = draw(st.booleans())
    cell = "<td>{}</td>" if end else "<td>{}"
    inner = draw(st.lists(st.sampled_from(("{}", *INLINE)), min_size=2, max_size=4))
    fields = tuple(cell.replace(SLOT, markup) for markup in inner)
    return Template("<table>{}</table>", "<tr>{}</tr>" if end else "<tr>{}", fields)


def listing(
    template: Template, rows: Sequence[Sequence[str | None]], between: Callable[[int], str] = lambda _: ""
) -> Listing:
    """Return the page of the rows, with a head and a foot that are not rows."""
    return Listing(HEAD + template.render(rows, between) + FOOT, tuple(map(tuple, rows)))


@st.composite
def listings(draw: st.DrawFn, template: st.SearchStrategy[Template] | None = None) -> Listing:
    """Draw a page on which every row has every field."""
    chosen = draw(templates() if template is None else template)
    return listing(chosen, draw(tables_of_text(len(chosen.fields))))


@st.composite
def gapped_listings(draw: st.DrawFn) -> Listing:
    """Draw a page on which a row may lack its last fields, or one in the middle of other markup than its neighbours."""
    chosen = draw(templates(max_width=1))
    width = draw(st.integers(1, 2))
    optional = ("<p>{}</p>", "<h4>{}</h4>")[:width]
    full = Template(chosen.listing, chosen.row, ("<h2>{}</h2>", *optional, "<blockquote>{}</blockquote>"))
    rows: list[list[str | None]] = []
    for row in draw(tables_of_text(width + 2, min_rows=6)):
        missing = draw(st.sets(st.integers(1, width), max_size=width))
        rows.append([None if i in missing else cell for i, cell in enumerate(row)])
    return listing(full, rows)
