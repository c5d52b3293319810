"""Whatever the expression of a form matches has the same shape and strict tags, and its groups are its values."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from wrapture.compiled.expressions import NO_EDGES, Demands, Edges, Groups, expression_of
from wrapture.compiled.markup import UnprovedError, lexemes_of, unescaped
from wrapture.html.finetokens import start_tag
from wrapture.html.lexbor import excerpt, parse_tree
from wrapture.html.page import TEXT, Page

NAMES = ("a", "b", "p", "td", "br", "img", "script")
USUAL = ("", " class=hit", " class='hit odd'", " class=Hit", " href=/x", " href=/y?a&b class=hit", " align=right")
ODD = (" align='right '", " a'b=1", ' c"d=2', " =e", " href", " class")
ATTRIBUTES = USUAL + ODD
TEXTS = ("", " ", "x", " y ", "&nbsp;", "&amp;z", "&nbsp;w&nbsp;", "\n", "<!-- c -->", "<!---->", "1 < 2", "\x1f")
pieces = st.one_of(
    st.builds("<{}{}>".format, st.sampled_from(NAMES), st.sampled_from(ATTRIBUTES)),
    st.sampled_from(NAMES).map("</{}>".format),
    st.sampled_from(TEXTS),
)
records = st.lists(pieces, max_size=8).map(lambda found: f"<div>{''.join(found)}</div>")


def record(html: str) -> tuple[Page, str]:
    """Return the one element of a body, as a page and as markup."""
    body = parse_tree(html).body
    assert body is not None
    node = body.css("div")[0]
    return excerpt([node]), node.html or ""


def shape(page: Page) -> tuple[list[str], list[int], list[bool]]:
    return list(page.tags), list(page.stops), [text.isspace() for text in page.texts]


def check_groups(page: Page, groups: Groups, found: tuple[str, ...]) -> None:
    """Check that groups are what the page says."""
    for node, group in groups.texts.items():
        text, edges = page.texts[node], groups.edges.get(node, NO_EDGES)
        captured = unescaped(found[group])
        assert captured.strip() == text.strip()
        assert not edges.before or text.startswith(captured)
        assert not edges.after or text.endswith(captured)
    for node, group in groups.attributes.items():
        assert unescaped(found[group]) == page.attribute(node, "href")


@settings(max_examples=400, deadline=None)
@given(records, st.lists(records, min_size=1, max_size=6), st.data())
def test_what_an_expression_matches(html: str, others: list[str], data: st.DataObject) -> None:
    page, markup = record(html)
    strict = data.draw(st.sets(st.integers(0, len(page) - 1)))
    edges = data.draw(st.dictionaries(st.integers(0, len(page) - 1), st.builds(Edges, st.booleans(), st.booleans())))
    wanted = {node: "href" for node, tag in enumerate(page.tags) if tag == "a" and data.draw(st.booleans())}
    try:
        expression, groups = expression_of(lexemes_of(markup, page), page, Demands(strict, wanted, edges))
    except UnprovedError:
        return
    for other, written in map(record, [html, *others, html.replace("x", " &lt;v"), html.replace("hit", "hit z")]):
        match = expression.fullmatch(written)
        assert match is not None or written != markup
        if match is not None:
            assert shape(other) == shape(page)
            tags = [node for node in strict if page.tags[node] != TEXT]
            assert [start_tag(other, node) for node in tags] == [start_tag(page, node) for node in tags]
            assert {node for node in wanted if other.attribute(node, "href") is not None} == set(groups.attributes)
            check_groups(other, groups, match.groups())


def test_loose_tags_differ_in_their_attributes() -> None:
    page, markup = record("<div class=a><p id=1>x</p></div>")
    expression, groups = expression_of(lexemes_of(markup, page), page, Demands({1}, {}, {}))
    for html, matches in (
        ("<div><p id=2> y</p></div>", True),
        ("<div class=b title='>'><p id=''>&amp;</p></div>", True),
        ("<div><p>x</p></div>", False),
        ("<div><p id=1 class=a>x</p></div>", False),
        ("<div><p id=1></p></div>", False),
        ("<div><p id=1>x</p> </div>", False),
        ("<div><pre id=1>x</pre></div>", False),
    ):
        assert (expression.fullmatch(record(html)[1]) is not None) is matches, html
    assert groups.attributes == {}
