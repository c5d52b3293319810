"""What is decided for a form holds for all of its records."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tests.examples import scaled
from wrapture.html.fine_tokens import fine_tokens, pieces_of
from wrapture.html.lexbor import excerpt, parse_page, parse_tree
from wrapture.model import RowLocator, Span
from wrapture.reading.compiled.row_judging import RowJudge, marks_in
from wrapture.reading.row_matching import matches

TAGS = ("<b>", "</b>", "<i>", "</i>", "<br>", "<p class=x>", "</p>")
WORDS = ("A:", "B", "c|", "d", "A: B|", "x; y; z; w", "l" * 120)
templates = st.lists(st.sampled_from((*TAGS, "A:", "B", "c|", 1, 2)), min_size=1, max_size=8)
bodies = st.lists(st.sampled_from((*TAGS, *WORDS, " ")), max_size=14).map("".join)
locators = st.builds(
    lambda template, longest, similarity: RowLocator(("<li>", *template), 1, longest, similarity=similarity),
    templates,
    st.integers(2, 14),
    st.sampled_from((0.3, 0.5, 0.7, 0.9)),
)


def is_row(locator: RowLocator, html: str) -> bool:
    """Return what the plain path says of a list's only item."""
    page = parse_page(f"<ul><li>{html}</li></ul>")
    return bool(matches(locator, fine_tokens(page, page.contents)))


@scaled(4)
@given(locators, bodies, st.lists(st.sampled_from((*WORDS, "q")), min_size=8, max_size=8))
def test_a_verdict_holds_for_other_texts(locator: RowLocator, html: str, words: list[str]) -> None:
    judge = RowJudge(locator)
    body = parse_tree(f"<ul><li>{html}</li></ul>").body
    assert body is not None
    page = excerpt([body.css("li")[0]])
    tokens = fine_tokens(page, Span(0, len(page)))
    assert judge.accepts(judge.coded(tokens.texts[1:])) == is_row(locator, html)
    verdict = judge.verdict(page, tokens)
    shown = [node for node, text in enumerate(page.texts) if text and not text.isspace()]
    texts = {node: words[n % 8] for n, node in enumerate(shown)}
    accepted = judge.accepts(judge.coded(replaced(tokens.texts, tokens.firsts, texts)[1:]))
    if verdict.answer == "never":
        assert not accepted
    elif verdict.answer == "always":
        assert accepted or marks_in([" ".join(texts.values())])[0] > verdict.room
    else:
        window = "".join(one if isinstance(one, str) else judge.characters(texts[one]) for one in verdict.window)
        assert judge.accepts(window) == accepted


def replaced(tokens: list[str], firsts: list[int], texts: dict[int, str]) -> list[str]:
    """Return tokens with other texts."""
    found: list[str] = []
    done: set[int] = set()
    for token, node in zip(tokens, firsts, strict=False):
        if token.startswith("<"):
            found.append(token)
        elif node not in done:
            done.add(node)
            found += pieces_of(texts[node])
    return found


@given(st.lists(st.text(max_size=40), min_size=1, max_size=4))
def test_there_are_marks_for_all_pieces(texts: list[str]) -> None:
    lines = [" ".join(text.split()) for text in texts]
    marks = marks_in(lines)
    assert len(marks) == len(lines)
    for text, count in zip(lines, marks, strict=True):
        assert len(pieces_of(text)) <= count + 1
