"""The true rows of a drawn page are among the answers of `Repeats`; what it answers is always in order and apart."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from hypothesis import event, example, given
from hypothesis import strategies as st

from tests.examples import scaled
from tests.strategies import (
    BLOCKS,
    CONTAINERS,
    FOOT,
    HEAD,
    INLINE,
    Listing,
    Template,
    gapped_listings,
    listing,
    listings,
    table_templates,
    tables_of_text,
    tandems,
    templates,
    ugly_html,
)
from wrapture.algo.regularity import density, in_vicinity, variance
from wrapture.html.lexbor import parse_page
from wrapture.html.tokens import (
    ALL_TAG,
    BLOCK_LEVEL,
    RECORD_ENCODINGS,
    TEXT_SYMBOL,
    Encoding,
    holds_text,
    symbol,
)
from wrapture.learning.repeats import Repeats
from wrapture.model import Sample
from wrapture.reading.records import find_records

if TYPE_CHECKING:
    from wrapture.html.page import Page
    from wrapture.model import PatternLocator

ADVERT = "<table><tr><td><a href=/ad><img src=ad.gif></a></td></tr></table><center>Buy now</center>"
drawn = scaled(0.5)
encodings = st.sampled_from(RECORD_ENCODINGS)


def propose(page: Page, encoding: Encoding = BLOCK_LEVEL) -> list[PatternLocator]:
    return list(Repeats(encoding)(Sample((page,))))


def read(page: Page, locator: PatternLocator) -> tuple[str, ...]:
    return tuple(page.texts_of(record) for record in find_records(locator, page))


def answers(page: Page) -> set[tuple[str, ...]]:
    """What the proposals of the block level and of all tags find on the page."""
    return {read(page, locator) for encoding in (BLOCK_LEVEL, ALL_TAG) for locator in propose(page, encoding)}


def assert_found(page: Listing) -> None:
    assert page.rows in answers(parse_page(page.html))


class TestTrueRowsAreAmongTheAnswers:
    @drawn
    @given(listings(templates(BLOCKS)))
    @example(listing(Template("<ul>{}</ul>", "<li>{}</li>", ("{}",)), [["a"], ["b"], ["c"]]))
    def test_fields_in_blocks_of_their_own(self, page: Listing) -> None:
        assert_found(page)

    @drawn
    @given(listings(templates(INLINE, 1, 4)))
    def test_fields_in_markup(self, page: Listing) -> None:
        assert_found(page)

    @drawn
    @given(listings(templates((*INLINE, *BLOCKS, "<br>{}", "{}"), 2, 5)))
    def test_fields_in_anything(self, page: Listing) -> None:
        assert_found(page)

    @drawn
    @given(listings(table_templates()))
    def test_tables(self, page: Listing) -> None:
        assert_found(page)

    @drawn
    @given(listings(st.sampled_from([
        Template("<dl>{}</dl>", "{}", ("<dt>{}</dt>", "<dd>{}</dd>")),
        Template("<dl>{}</dl>", "{}", ("<dt>{}", "<dd>{}")),
        Template("<dl>{}</dl>", "{}", ("<dt><b>{}</b>", "<dd>{}<br>", "<font>{}</font>")),
        Template("{}", "<dl>{}</dl>", ("<dt>{}", "<dd>{}")),
    ])))  # fmt: skip
    def test_definition_lists(self, page: Listing) -> None:
        assert_found(page)

    @drawn
    @given(listings(st.sampled_from([
        Template("<div>{}</div>", "{}<br>", ("<b>{}</b>", "<i>{}</i>")),
        Template("<pre>{}</pre>", "{}<br>", ('<a href="/x">{}</a>', "{}")),
        Template("<div>{}</div>", "{}<hr>", ("{}<br>", "{}<br>", "{}")),
        Template("<div>{}</div>", "{}<br><br>", ('<a href="/x">{}</a><br>', "<font>{}</font>")),
    ])))  # fmt: skip
    def test_records_set_apart_by_breaks_alone(self, page: Listing) -> None:
        assert_found(page)

    @drawn
    @given(gapped_listings())
    def test_optional_fields(self, page: Listing) -> None:
        event(f"shapes: {len({tuple(cell is None for cell in row) for row in page.cells})}")
        assert_found(page)

    @drawn
    @given(
        templates(BLOCKS, 2, 3).filter(lambda template: template.row != "<li>{}"),  # the advert would be in the record
        tables_of_text(3, min_rows=8),
        st.sets(st.integers(0, 6), min_size=1, max_size=2),
    )
    def test_adverts_between_records(self, template: Template, rows: list[list[str]], after: set[int]) -> None:
        rows = [row[: len(template.fields)] for row in rows]
        assert_found(listing(template, rows, lambda number: ADVERT * 3 if number in after else ""))

    def test_a_short_advert_between_records(self) -> None:
        template = Template(*CONTAINERS["deep cards"], (BLOCKS[0], BLOCKS[3], BLOCKS[3]))
        rows = [[f"a{i}", f"b{i}", f"c{i}"] for i in range(8)]
        assert_found(listing(template, rows, lambda number: ADVERT if number == 0 else ""))

    @drawn
    @given(tables_of_text(2), tables_of_text(3))
    def test_two_lists(self, first: list[list[str]], second: list[list[str]]) -> None:
        left = Template("<ul>{}</ul>", "<li>{}</li>", ("<b>{}</b>", "{}"))
        right = Template("<div>{}</div>", "<article>{}</article>", ("<h3>{}</h3>", "<p>{}</p>", "<span>{}</span>"))
        both = (listing(left, first), listing(right, second))
        html = HEAD + left.render(first) + "<h2>More</h2>" + right.render(second) + FOOT
        found = answers(parse_page(html))
        assert all(one.rows in found for one in both)

    @pytest.mark.parametrize("rows", [3, 5, 8])
    def test_two_lists_that_differ_in_their_tags_alone(self, rows: int) -> None:
        """As many records in both, of as many tokens: the repeats of both have the same gaps."""
        left = Template("<ul>{}</ul>", "<li>{}</li>", ("<b>{}</b>", "{}"))
        right = Template("<div>{}</div>", "<p>{}</p>", ("<i>{}</i>", "{}"))
        first, second = ([[f"{side}{i}", f"about {side}{i}"] for i in range(rows)] for side in "ab")
        page = parse_page(HEAD + left.render(first) + "<h2>More</h2>" + right.render(second) + FOOT)
        for encoding in (BLOCK_LEVEL, ALL_TAG):
            found = {read(page, locator) for locator in propose(page, encoding)}
            assert listing(left, first).rows in found
            assert listing(right, second).rows in found

    @drawn
    @given(st.sampled_from(list(CONTAINERS)), tables_of_text(2), st.integers(0, 3))
    def test_lists_in_records(self, container: str, rows: list[list[str]], tags: int) -> None:
        """Every record has a list of its own; the records are found, not only the inner list's."""
        around, row = CONTAINERS[container]
        inner = "<ul>" + "".join(f"<li>tag {n}</li>" for n in range(tags)) + "</ul>"
        template = Template(around, row, ("<h3>{}</h3>", "<p>{}</p>" + inner))
        truth = tuple(" ".join([*cells, *(f"tag {n}" for n in range(tags))]) for cells in rows)
        assert truth in answers(parse_page(listing(template, rows).html))

    @pytest.mark.parametrize("count", [3, 4, 5, 200])
    @pytest.mark.parametrize("container", CONTAINERS)
    def test_any_number_of_records_from_three_on(self, container: str, count: int) -> None:
        template = Template(*CONTAINERS[container], ("<h3>{}</h3>", "<p>{}</p>"))
        assert_found(listing(template, [[f"name {i}", f"about {i}"] for i in range(count)]))

    def test_several_pages_teach_more_than_one(self) -> None:
        template = Template("<ul>{}</ul>", "<li>{}</li>", ("<b>{}</b>",))
        other = Template("<table>{}</table>", "<tr>{}</tr>", ("<td>{}</td>",))
        pages = [listing(t, [[f"{i}"] for i in range(5)]) for t in (template, other)]
        parsed = tuple(parse_page(page.html) for page in pages)
        together = list(Repeats()(Sample(parsed)))
        apart = [locator for page in parsed for locator in Repeats()(Sample((page,)))]
        assert together == list(dict.fromkeys(apart))


class TestRuns:
    @given(tandems("abc"), st.integers(0, 30), tandems("abc"))
    @example("abc" * 5, 30, "abc" * 6)
    def test_a_run_is_regular_dense_and_does_not_overlap_itself(self, before: str, advert: int, after: str) -> None:
        """Letters stand for tags; an advert of rules stands between two tandem repeats."""
        tags = {"a": symbol("LI"), "b": TEXT_SYMBOL, "c": symbol("BR")}
        s = "".join(tags[x] for x in before) + symbol("HR") * advert + "".join(tags[x] for x in after)
        for run, length in Repeats().runs(s):
            assert len(run) >= 3
            assert len({s[p : p + length] for p in run}) == 1
            assert holds_text(s[run[0] : run[0] + length])
            assert variance(run) < 0.5
            assert density(run, length) > 0.2
            assert in_vicinity(run, length)


class TestAnyPage:
    @given(st.one_of(ugly_html, ugly_html.map(lambda html: html * 5), st.text(max_size=60)), encodings)
    @example("", BLOCK_LEVEL)
    @example("<frameset><frame></frameset>", BLOCK_LEVEL)
    @example("a<br>" * 50, BLOCK_LEVEL)
    @example("<svg><text>a</text></svg>" * 9, ALL_TAG)
    @example("<x|y>a</x|y>" * 9, ALL_TAG)
    @example("<p>" + "one 2, three; " * 50, RECORD_ENCODINGS[-1])
    def test_records_are_in_order_and_apart(self, html: str, encoding: Encoding) -> None:
        page = parse_page(html)
        for locator in propose(page, encoding):
            spans = [span for record in find_records(locator, page) for span in record]
            assert all(page.body.start <= span.start < span.stop <= page.body.stop for span in spans)
            assert all(a.stop <= b.start for a, b in pairwise(spans))

    @given(
        st.one_of(ugly_html.map(lambda html: html * 5), listings().map(lambda page: page.html)),
        encodings.filter(lambda encoding: not encoding.lexical),  # a pattern within one text stands for no node
    )
    @example("<svg><text>a</text></svg>" * 9, ALL_TAG)
    @example("<x|y>a</x|y>" * 9, ALL_TAG)
    @example("<text><b>a</b></text>" * 9, BLOCK_LEVEL)
    def test_a_proposal_finds_records_on_the_page_it_comes_from(self, html: str, encoding: Encoding) -> None:
        page = parse_page(html)
        for locator in propose(page, encoding):
            assert len(find_records(locator, page)) > 0

    @scaled(0.5)
    @given(st.one_of(ugly_html.map(lambda html: html * 5), listings().map(lambda page: page.html)), encodings)
    def test_same_sample_same_answer(self, html: str, encoding: Encoding) -> None:
        first, second = propose(parse_page(html), encoding), propose(parse_page(html), encoding)
        assert first == second
        assert len(set(first)) == len(first)
        assert all(locator.encoding == encoding.name for locator in first)

    def test_a_page_without_repetition_has_no_answer(self) -> None:
        page = parse_page("<h1>One</h1><p>two</p><ul><li>three</ul><table><tr><td>four</table>")
        assert propose(page) == []

    def test_too_few_records_are_no_answer(self) -> None:
        page = parse_page("<ul><li><b>a</b><p>x</p><li><b>c</b><p>y</p></ul>")
        assert propose(page) == []
        assert list(Repeats(min_count=2)(Sample((page,)))) != []

    def test_the_limit_on_proposals_nearly_holds(self) -> None:
        """The bound is looked at before each run of occurrences; one run gives at most five patterns."""
        filler = "<p>b<br>c</p><div>d<p>e</p></div>"
        html = "".join(f"<h{n % 6 + 1}>a</h{n % 6 + 1}>" * 3 + filler * (n % 4) for n in range(60))
        page = parse_page(html)
        assert len(propose(page)) > 7
        assert len(list(Repeats(max_proposals=1)(Sample((page,))))) <= 5

    def test_too_many_mismatches_are_no_pattern(self) -> None:
        ragged = "".join(f"<li><b>a</b><p>{'<br>x' * (n % 4)}</p></li>" for n in range(12))
        page = parse_page(f"<ul>{ragged}</ul>")
        patterns = [locator.patterns[0] for locator in Repeats(max_mismatches=0)(Sample((page,)))]
        assert not any("[" in pattern for pattern in patterns)
        assert any("[" in locator.patterns[0] for locator in propose(page))

    def test_a_learner_says_its_name(self) -> None:
        assert Repeats(ALL_TAG).name == "repeats all-tag"
