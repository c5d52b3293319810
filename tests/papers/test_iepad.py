"""The worked examples of IEPAD.

Chang, Hsu, Lui: Automatic information extraction from semi-structured Web pages by pattern discovery. 2003.

Section numbers are those of ``spec/iepad.md``.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from math import sqrt
from typing import TYPE_CHECKING

import pytest

import wrapture
from tests.pat_tree import PatTree
from wrapture.algo.align import align, center_of, center_star
from wrapture.algo.maximal_repeats import Repeat, maximal_repeats
from wrapture.algo.pattern import Matcher, Pattern, rotate_left, rotate_right
from wrapture.algo.regularity import density, partitions, variance
from wrapture.columns.layout_learning import learn_layout
from wrapture.html.lexbor import parse_page
from wrapture.html.tokens import (
    ALL_TAG,
    BLOCK_LEVEL,
    ENCODINGS,
    Encoding,
    encode,
    name_of,
    symbol,
    tokens_of,
)
from wrapture.learning.repeats import Repeats
from wrapture.model import PatternLocator, Record, Sample
from wrapture.reading.reader import divide
from wrapture.reading.records import find_records

if TYPE_CHECKING:
    from wrapture.html.page import Page

CONGO = """<html><head><title>Some Country Codes</title></head><body>
<h1>Country Code</h1>
<ul>
<li>Congo <i>242</i>
<li>Egypt <i>20</i>
<li>Belize <i>501</i>
<li>Spain <i>34</i>
</ul>
</body></html>"""
CONGO_TOKENS = ["H1", "TEXT", "/H1", "UL", *["LI", "TEXT"] * 4, "/UL"]
CONGO_CODES = {"H1": "100", "TEXT": "110", "/H1": "101", "UL": "000", "LI": "010", "/UL": "001"}
CONGO_BITS = "100110101000010110010110010110010110001"
WITHOUT_END_TAGS = replace(BLOCK_LEVEL, end_tags=False)


def names(page: Page, encoding: Encoding) -> list[str]:
    return [name_of(character) for character in encode(page, encoding).symbols]


def congo_tree() -> PatTree:
    codes = {symbol(name): code for name, code in CONGO_CODES.items()}
    return PatTree("".join(map(symbol, CONGO_TOKENS)), codes)


def page_of(*records: str) -> Page:
    return parse_page(f"<h1>Results</h1>{''.join(records)}<hr>", url="http://x.org/")


def records_of(page: Page, pattern: str, encoding: Encoding = BLOCK_LEVEL) -> tuple[Record, ...]:
    return find_records(PatternLocator(encoding.name, (pattern,)), page)


class TestEncoding:
    """Section 1 and Figure 4(a)."""

    def test_the_congo_page_has_13_tokens(self) -> None:
        assert names(parse_page(CONGO), WITHOUT_END_TAGS) == CONGO_TOKENS
        assert len(CONGO_TOKENS) == 13

    @pytest.mark.parametrize(
        ("scheme", "tokens"),
        [
            ("all-tag", "P A TEXT /A B TEXT /B EM TEXT /EM BR TEXT /P"),
            ("no-physical", "P A TEXT /A TEXT EM TEXT /EM BR TEXT /P"),
            ("no-logical", "P A TEXT /A B TEXT /B TEXT BR TEXT /P"),
            ("no-special", "P TEXT B TEXT /B EM TEXT /EM BR TEXT /P"),
            ("block-level", "P TEXT BR TEXT /P"),
        ],
    )
    def test_the_five_schemes(self, scheme: str, tokens: str) -> None:
        page = page_of("<p><a href=1>t</a><b>u</b><em>v</em><br>w</p>")
        assert f" {tokens} " in " ".join(names(page, ENCODINGS[scheme]))

    def test_a_token_can_be_traced_back_to_its_piece_of_page(self) -> None:
        page = parse_page(CONGO)
        tokens = tokens_of(page)
        texts = [i for i, character in enumerate(tokens.symbols) if name_of(character) == "TEXT"]
        assert [page.text(tokens.span(i, i + 1)) for i in texts] == [
            "Country Code",
            "Congo 242",
            "Egypt 20",
            "Belize 501",
            "Spain 34",
        ]


class TestPatTree:
    """Section 2 and Figure 4(b)."""

    def test_the_bits(self) -> None:
        tree = congo_tree()
        assert tree.bits.startswith(CONGO_BITS)
        assert len(CONGO_BITS) == 3 * 13

    @pytest.mark.parametrize(
        ("position", "bits"),
        [
            (1, "10011010100001011"),
            (2, "11010100001011001"),
            (3, "10100001011001011"),
            (4, "00001011001011001"),
            (5, "01011001011001011"),
            (6, "11001011001011001"),
            (7, "01011001011001011"),
            (8, "110010110010110001"),
            (9, "010110010110001"),
            (10, "110010110001"),
            (11, "010110001"),
            (12, "110001"),
            (13, "001"),
        ],
    )
    def test_the_suffixes(self, position: int, bits: str) -> None:
        assert congo_tree().suffix(position).startswith(bits)

    def test_suffix_5_and_suffix_9_first_differ_at_bit_14(self) -> None:
        tree = congo_tree()
        assert tree.first_difference(5, 9) == 14
        assert any(node.bit == 14 and {5, 9} <= set(below) for node, below in tree.nodes())

    def test_13_external_and_12_internal_nodes(self) -> None:
        tree = congo_tree()
        nodes = list(tree.nodes())
        assert len(nodes) == 12
        assert sorted(nodes[-1][1]) == list(range(1, 14))
        assert [line.strip() for line in tree.draw().splitlines()].count("[7]") == 1
        assert tree.draw().count("[") == 13
        assert tree.draw().count("(") == 12

    def test_the_node_of_suffixes_6_8_10_12_is_not_left_diverse(self) -> None:
        tree = congo_tree()
        assert [node.bit for node, below in tree.nodes() if sorted(below) == [6, 8, 10, 12]] == [5]
        assert not tree.left_diverse([6, 8, 10, 12])
        assert tree.left_diverse([5, 7, 9, 11])

    def test_li_text_is_the_maximal_repeat_that_occurs_four_times(self) -> None:
        repeats = congo_tree().maximal_repeats(min_count=4, min_length=2)
        assert repeats == [Repeat(2, (4, 6, 8, 10))]
        assert repeats == maximal_repeats("".join(map(symbol, CONGO_TOKENS)), min_count=4, min_length=2)

    def test_the_records_are_found_on_the_page(self) -> None:
        page = parse_page(CONGO)
        answers = [[page.texts_of(r) for r in find_records(locator, page)] for locator in Repeats()(Sample((page,)))]
        assert ["Congo 242", "Egypt 20", "Belize 501", "Spain 34"] in answers


class TestSifting:
    """Section 3."""

    def test_variance(self) -> None:
        positions = [3, 9, 19, 29]  # gaps 6, 10, 10 with the mean 26/3
        assert variance(positions) == pytest.approx(sqrt(((6 - 26 / 3) ** 2 + 2 * (10 - 26 / 3) ** 2) / 3) / (26 / 3))
        assert variance(positions) == pytest.approx(0.2175713)
        assert variance([0, 10, 30]) == pytest.approx(1 / 3)

    def test_density(self) -> None:
        assert density([3, 9, 19, 29], 4) == pytest.approx(12 / 26)
        assert density([0, 5, 10, 15], 5) == 1

    def test_an_advert_between_results_makes_two_clusters(self) -> None:
        before, after = tuple(range(0, 50, 10)), tuple(range(120, 170, 10))
        positions = before + after
        assert variance(positions) > 0.5
        assert partitions(positions, 0.5) == [before, after]
        assert all(variance(run) == 0 for run in partitions(positions, 0.5))

    def test_results_before_and_after_an_advert_are_candidates(self) -> None:
        """The symbols: five records, an advert much longer than a record, six records."""
        record, advert = "LI TEXT BR TEXT /LI", " ".join(f"H{i} TEXT /H{i}" for i in range(1, 7))
        s = "".join(map(symbol, " ".join([record] * 5 + [advert] * 3 + [record] * 6).split()))
        runs = [tuple(run) for run, _ in Repeats(min_count=5).runs(s)]
        gap = s.index(symbol("H1"))
        assert any(len(run) == 5 and run[-1] < gap for run in runs)
        assert any(len(run) == 6 and run[0] > gap for run in runs)

    def test_records_around_an_advert_are_all_extracted(self) -> None:
        rows = [f"<dl><dt><a href=/{i}>Title {i}</a><dd>About {i}</dl>" for i in range(10)]
        advert = "<table><tr><td><img src=ad.gif></td><td><h2>Buy</h2><ul><li>now</li></ul></td></tr></table>"
        page = page_of(*rows[:5], (advert + "<center>Ad</center>") * 3, *rows[5:])
        answers = [[page.texts_of(r) for r in find_records(locator, page)] for locator in Repeats()(Sample((page,)))]
        assert [f"Title {i} About {i}" for i in range(10)] in answers


class TestComposing:
    """Section 4."""

    def test_alignment_of_three_strings(self) -> None:
        strings = ["adcbd", "adcxb", "adcxbd"]
        aligned = center_star(strings)
        assert center_of(strings) == "adcxbd"
        assert aligned is not None
        pattern, columns = aligned
        assert str(pattern) == "adc[x|-]b[d|-]"
        drawn = ["".join(dict(zip(columns[s], s, strict=True)).get(i, "-") for i in range(6)) for s in strings]
        assert drawn == ["adc-bd", "adcxb-", "adcxbd"]

    def test_the_strings_come_from_one_occurrence_to_the_next(self) -> None:
        s = "adcbdadcxbadcxbdadcb"
        adc = next(repeat for repeat in maximal_repeats(s, 4, 3) if s[repeat.positions[0] :].startswith("adc"))
        assert [s[a:b] for a, b in pairwise(adc.positions)] == ["adcbd", "adcxb", "adcxbd"]
        aligned = center_star([s[a:b] for a, b in pairwise(adc.positions)])
        assert aligned is not None
        assert Matcher([aligned[0]]).find(s) == [(0, 5), (5, 10), (10, 16), (16, 20)]

    def test_a_string_is_aligned_beside_the_center(self) -> None:
        assert align("adcxbd", "adcbd") == [(0, 0), (1, 0), (2, 0), (4, 0), (5, 0)]

    @pytest.mark.parametrize("attributes", ["UNAM", "UNA", "UNM", "NA"])
    def test_permutations_as_missing_attributes(self, attributes: str) -> None:
        assert Matcher([Pattern.parse("[U|-]N[A|-][M|-]")]).find(attributes) == [(0, len(attributes))]

    def test_what_has_no_name_is_no_record(self) -> None:
        assert Matcher([Pattern.parse("[U|-]N[A|-][M|-]")]).find("UAM") == []

    def test_the_permutations_align_to_a_pattern_of_theirs(self) -> None:
        permutations = ["UNAM", "UNA", "UNM", "NA"]
        aligned = center_star(permutations)
        assert aligned is not None
        assert str(aligned[0]).startswith("[U|-]N")
        assert all(Matcher([aligned[0]]).find(s) == [(0, len(s))] for s in permutations)

    def test_more_than_ten_mismatched_columns_are_too_many(self) -> None:
        ten = ["a" + "b" * 10 + "c", "ac"]
        eleven = ["a" + "b" * 11 + "c", "ac"]
        assert center_star(ten, max_mismatches=10) is not None
        assert center_star(eleven, max_mismatches=10) is None
        assert center_star(eleven) is not None

    def test_right_rotation_finds_the_start_before_the_first_occurrence(self) -> None:
        """The record is abc, but the repeat was found from its b on: ``x a [bca] [bca] bc``."""
        assert str(rotate_right(Pattern.parse("bca"), "xabcabcabc", 2)) == "abc"

    def test_right_rotation_stops_at_the_first_symbol_that_differs(self) -> None:
        assert str(rotate_right(Pattern.parse("cab"), "xbcabcab", 2)) == "bca"
        assert str(rotate_right(Pattern.parse("abc"), "xabcabc", 1)) == "abc"

    def test_left_rotation_finds_the_end_after_the_last_occurrence(self) -> None:
        assert str(rotate_left(Pattern.parse("cab"), "cabcabcx", 6)) == "abc"
        assert str(rotate_left(Pattern.parse("abc"), "abcabcx", 6)) == "abc"

    def test_rotation_takes_a_position_with_alternatives_as_one_symbol(self) -> None:
        assert str(rotate_right(Pattern.parse("b[c|d]a[x|-]"), "axbcaxb", 2)) == "a[x|-]b[c|d]"


class TestDivision:
    """Section 5: the page is Infoseek's of the paper's Figure 5, four blocks to a record."""

    PATTERN = "P TEXT BR TEXT BR TEXT BR TEXT /P"
    ROWS = tuple(
        (
            f"/{i}",
            f"Title {i}",
            f"About {i}",
            f"{99 - i}%",
            f"{i} Jun 1999",
            f"size {i}K, http://x/{i}",
            f"More like {i}",
        )
        for i in range(1, 6)
    )

    def page(self) -> Page:
        return page_of(
            *(
                f"<p><a href={link}>{title}</a><br>{about}<br>"
                f"<font size=-1>{score} <b>{date}</b> {size}</font><br>{more}</p>"
                for link, title, about, score, date, size, more in self.ROWS
            )
        )

    def test_the_pattern_is_discovered(self) -> None:
        page = self.page()
        assert PatternLocator("block-level", (self.PATTERN,)) in list(Repeats()(Sample((page,))))

    def test_each_text_of_the_pattern_is_a_block(self) -> None:
        page = self.page()
        layout = learn_layout([(page, records_of(page, self.PATTERN))])
        assert len({block.position for block in layout.blocks}) == 4  # the third is there as a whole too

    def test_the_third_block_splits_into_score_date_and_size(self) -> None:
        page = self.page()
        records = records_of(page, self.PATTERN)
        layout = learn_layout([(page, records)])
        third = layout.blocks[2]
        assert third.encoding == ALL_TAG.name
        assert third.template == "FONT TEXT B TEXT /B TEXT /FONT"
        columns = [i for i, column in enumerate(layout.columns) if column.place[0] == 2]
        uncut = [i for i in columns if len(layout.columns[i].place) == 2]
        cells = [divide(layout, page, record) for record in records]
        assert [tuple(row[i] for i in uncut) for row in cells] == [row[3:6] for row in self.ROWS]

    def test_links_and_texts_of_all_blocks(self) -> None:
        page = self.page()
        records = records_of(page, self.PATTERN)
        layout = learn_layout([(page, records)])
        assert {column.kind for column in layout.columns[1:]} == {"text"}
        for record, row in zip(records, self.ROWS, strict=True):
            cells = divide(layout, page, record)
            assert cells[0] == f"http://x.org{row[0]}"
            assert set(row[1:]) <= set(cells)

    def test_images_are_blocks_too(self) -> None:
        page = page_of(*(f"<li><img src={i}.gif> Name {i}</li>" for i in range(4)))
        records = records_of(page, "LI TEXT /LI")
        layout = learn_layout([(page, records)])
        assert [divide(layout, page, record) for record in records] == [
            (f"http://x.org/{i}.gif", f"Name {i}") for i in range(4)
        ]

    def test_an_image_at_the_end_of_a_block_keeps_its_address(self) -> None:
        """Markup that the second level skips comes after it; the records differ in their marked words."""
        titles = ["a", "<b>b</b> c", "d <b>e</b> f", "<b>g</b>", "h <b>i</b>"]
        page = page_of(*(f"<li>{title} <img src={n}.gif><i></i></li>" for n, title in enumerate(titles)))
        records = records_of(page, "LI TEXT /LI")
        layout = learn_layout([(page, records)])
        image = [column.kind for column in layout.columns].index("image")
        found = [divide(layout, page, record)[image] for record in records]
        assert found == [f"http://x.org/{n}.gif" for n in range(5)]

    def test_a_gap_is_null(self) -> None:
        page = page_of(*(f"<div><h3>Name {i}</h3>{f'<p>Note {i}</p>' if i % 2 else ''}</div>" for i in range(6)))
        records = records_of(page, "DIV H3 TEXT /H3 [P|-] [TEXT|-] [/P|-] /DIV")
        layout = learn_layout([(page, records)])
        assert [divide(layout, page, record) for record in records] == [
            (f"Name {i}", f"Note {i}" if i % 2 else None) for i in range(6)
        ]

    def test_the_third_level_cuts_a_text_at_its_marks(self) -> None:
        page = page_of(*(f"<li>{90 - i}% | Date: {i} Jun</li>" for i in range(1, 6)))
        records = records_of(page, "LI TEXT /LI")
        layout = learn_layout([(page, records)])
        assert [divide(layout, page, record) for record in records] == [
            (f"{90 - i}%", "Date", f"{i} Jun", f"{90 - i}% | Date: {i} Jun") for i in range(1, 6)
        ]


class TestTextAroundRecords:
    """Section 4: records that begin with a text (1999 loses them with H3), and records inside ``pre`` (IAF)."""

    def test_records_that_begin_with_plain_text_are_found(self) -> None:
        rows = (f"Person {i} <b>{i}55</b> <a href=/{i}>home page</a><br>" for i in range(1, 9))
        page = parse_page(f"<h1>People</h1><div>{''.join(rows)}</div><p>The end</p>")
        table = wrapture.extract(page)
        assert [row.text for row in table.rows] == [f"Person {i} {i}55 home page" for i in range(1, 9)]

    def test_records_of_several_lines_that_begin_with_plain_text_are_found(self) -> None:
        rows = (f"{i}. Person {i}<br><b>{i}55</b> <a href=/{i}>home page</a><p>" for i in range(1, 9))
        table = wrapture.extract(parse_page(f"<h1>People</h1><div>{''.join(rows)}</div><p>The end</p>"))
        assert [row.text for row in table.rows] == [f"{i}. Person {i} {i}55 home page" for i in range(1, 9)]

    def test_records_inside_pre_are_found_where_tags_tell_them_apart(self) -> None:
        rows = (f"<a href=/{i}>Document {i}</a>  12{i} bytes\n" for i in range(1, 9))
        table = wrapture.extract(parse_page(f"<h1>Search</h1><pre>{''.join(rows)}</pre><p>Bye</p>"))
        assert [row.text.split() for row in table.rows] == [
            ["Document", str(i), f"12{i}", "bytes"] for i in range(1, 9)
        ]


class TestExtractor:
    """Section 6."""

    def test_longest_match_wins(self) -> None:
        page = page_of("<p>a<br>b</p>", "<p>c<br>d<br>e</p>", "<p>f</p>")
        patterns = ("P TEXT", "P TEXT BR TEXT", "P TEXT [BR|-] [TEXT|-] [BR|-] [TEXT|-] /P")
        records = find_records(PatternLocator("block-level", patterns), page)
        assert [page.texts_of(record) for record in records] == ["a b", "c d e", "f"]

    def test_a_rule_set_holds_several_patterns_of_one_site(self) -> None:
        page = page_of("<ul><li>a</li></ul>", "<dl><dt>b<dd>c</dl>", "<ul><li>d</li></ul>")
        locator = PatternLocator("block-level", ("LI TEXT /LI", "DT TEXT /DT DD TEXT /DD"))
        assert [page.texts_of(record) for record in find_records(locator, page)] == ["a", "b c", "d"]

    def test_a_rule_learned_on_one_page_reads_another(self) -> None:
        learned = parse_page(CONGO)
        unseen = parse_page("<h1>Codes</h1><ul><li>Peru <i>51</i><li>Chad <i>235</i></ul>")
        locator = PatternLocator("block-level", ("LI TEXT /LI",))
        layout = learn_layout([(learned, find_records(locator, learned))])
        cells = [divide(layout, unseen, record) for record in find_records(locator, unseen)]
        assert cells == [("Peru", "51", "Peru 51"), ("Chad", "235", "Chad 235")]
