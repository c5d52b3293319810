"""The worked examples of Chang, Hsu: Automatic extraction of information blocks using PAT trees, 1999."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.pat_tree import PatTree
from wrapture.algo.maximal_repeats import Repeat, maximal_repeats
from wrapture.algo.regularity import in_vicinity, localization, variance
from wrapture.html.lexbor import parse_page
from wrapture.html.tokens import (
    ALL_TAG,
    TEXT_LEVEL,
    Encoding,
    begins_with_end_tag,
    encode,
    holds_text,
    name_of,
    symbol,
)
from wrapture.learning.repeats import Repeats
from wrapture.model import PatternLocator, Sample
from wrapture.reading.records import find_records

if TYPE_CHECKING:
    from wrapture.html.page import Page

COUNTRY_CODES = """<HTML><TITLE>Some Country Codes</TITLE><BODY>
<B>Congo</B> <I>242</I><BR>
<B>Egypt</B> <I>20</I><BR>
<B>Belize</B> <I>501</I><BR>
<B>Spain</B> <I>34</I><BR>
</BODY></HTML>"""
"""Figure 1: the page P_cc."""

ALPHA = "LI A TEXT /A TEXT /LI"
"""A record of six tokens, for the tandem repeat of Figure 7."""


def token_string(*names: str) -> str:
    return "".join(symbol(name) for name in " ".join(names).split())


def word(s: str, repeat: Repeat) -> str:
    return s[repeat.positions[0] : repeat.positions[0] + repeat.length]


def answers(page: Page, learner: Repeats) -> list[list[str]]:
    return [[page.texts_of(record) for record in find_records(locator, page)] for locator in learner(Sample((page,)))]


class TestCountryCodes:
    @pytest.mark.parametrize(
        ("encoding", "record"),
        [(ALL_TAG, "B TEXT /B I TEXT /I BR"), (TEXT_LEVEL, "B C1Alph /B I Num /I BR")],
        ids=["all-tag", "text-level"],
    )
    def test_a_sequence_is_repeated_four_times(self, encoding: Encoding, record: str) -> None:
        s = encode(parse_page(COUNTRY_CODES), encoding).symbols
        assert " ".join([record] * 4) in " ".join(map(name_of, s))
        repeats = maximal_repeats(s, min_count=4, min_length=3)
        assert [(word(s, repeat), len(repeat.positions)) for repeat in repeats] == [(token_string(record), 4)]

    @pytest.mark.parametrize("encoding", [ALL_TAG, TEXT_LEVEL], ids=["all-tag", "text-level"])
    def test_its_records_are_found(self, encoding: Encoding) -> None:
        expected = ["Congo 242", "Egypt 20", "Belize 501", "Spain 34"]
        assert expected in answers(parse_page(COUNTRY_CODES), Repeats(encoding))


class TestPatTree:
    def test_figure_3_eight_sistrings_of_a_bit_string(self) -> None:
        """Each sistring can be told from all others, and each internal node names the bit that does."""
        tree = PatTree("01100100", {"0": "00", "1": "01"})
        assert len(list(tree.nodes())) == 7
        for node, suffixes in tree.nodes():
            assert len({tree.suffix(p)[: node.bit - 1] for p in suffixes}) == 1
            assert len({tree.suffix(p)[node.bit - 1] for p in suffixes}) == 2

    def test_lemma_a_path_label_is_a_maximal_repeat_where_the_node_is_left_diverse(self) -> None:
        tree = PatTree("xabcyabcz")
        assert [word("xabcyabcz", repeat) for repeat in tree.maximal_repeats()] == ["abc"]
        bc = next(below for _, below in tree.nodes() if sorted(below) == [3, 7])
        assert not tree.left_diverse(bc)

    def test_left_diversity_propagates_up_the_tree(self) -> None:
        tree = PatTree("abcabdacbabcabd")
        diverse = [set(below) for _, below in tree.nodes() if tree.left_diverse(below)]
        for _, below in tree.nodes():
            if any(inner <= set(below) for inner in diverse):
                assert tree.left_diverse(below)


class TestValidation:
    def test_regularity(self) -> None:
        """The deviation of the gaps is less than half their mean."""
        assert variance([0, 6, 12, 18, 24]) == 0
        assert variance([0, 4, 12, 16, 24]) == pytest.approx(1 / 3)
        assert variance([0, 1, 20, 21, 40]) > 0.5

    def test_localization(self) -> None:
        assert localization([0, 10, 20, 30], 5) == pytest.approx(20 / 35)
        assert localization([0, 50, 100, 150], 5) == pytest.approx(20 / 155)

    @pytest.mark.parametrize(("theta", "kept"), [(0.45, False), (0.15, True)])
    def test_the_loose_bound_keeps_what_the_strict_one_drops(self, theta: float, kept: bool) -> None:
        assert (localization([0, 20, 40, 60], 5) > theta) is kept

    def test_a_tandem_repeat_repeats_in_multiples(self) -> None:
        s = token_string(*[ALPHA] * 10)
        assert [len(word(s, repeat)) for repeat in maximal_repeats(s, 2, 3)] == [6 * n for n in range(9, 0, -1)]

    def test_vicinity_drops_the_multiples_and_keeps_the_record(self) -> None:
        s = token_string(*[ALPHA] * 10)
        near = [repeat for repeat in maximal_repeats(s, 2, 3) if in_vicinity(repeat.positions, repeat.length)]
        assert near == [Repeat(6, tuple(range(0, 60, 6)))]

    def test_vicinity_is_three_quarters_of_the_length(self) -> None:
        assert in_vicinity([0, 6, 12], 8)
        assert not in_vicinity([0, 6, 12], 9)

    def test_the_learner_keeps_the_record_and_not_its_multiples(self) -> None:
        s = token_string("UL", *[ALPHA] * 10, "/UL")
        lengths = {length for _, length in Repeats(min_count=2).runs(s)}
        assert 6 in lengths
        assert not lengths & {12, 18, 24}


class TestHeuristics:
    def test_h1_a_repeat_without_text_is_dropped(self) -> None:
        s = token_string("TABLE", *["TR TD /TD /TR"] * 8, "/TABLE")
        assert not holds_text(s)
        assert maximal_repeats(s, 5, 3)
        assert list(Repeats(min_count=5).runs(s)) == []

    def test_h1_keeps_the_same_repeat_with_a_text(self) -> None:
        s = token_string("TABLE", *["TR TD TEXT /TD /TR"] * 8, "/TABLE")
        assert [length for _, length in Repeats(min_count=5).runs(s)] == [5]

    def test_h2_no_pattern_begins_with_an_end_tag(self) -> None:
        page = parse_page("<ul>" + "".join(f"<li><b>{i}</b> text</li>" for i in range(8)) + "</ul>")
        for learner in (Repeats(), Repeats(ALL_TAG)):
            proposals = list(learner(Sample((page,))))
            assert proposals
            assert not any(begins_with_end_tag(symbol(locator.patterns[0].split()[0])) for locator in proposals)


class TestAltaVista:
    """Figures 2 and 5: ten matches, each a ``DL`` of its own."""

    def page(self) -> Page:
        rows = (
            f"<dl><dt><b>{i}. </b><a href=http://x.org/{i}><b>Site {i}</b></a><dd>About site {i}.<br><b>URL:</b> "
            f"<font color=gray>x.org/{i}<br>Last modified {i}-Oct-98 - page size {i}K</font> "
            f"[<a href=/t{i}>Translate</a>]</dl>"
            for i in range(1, 11)
        )
        return parse_page(f"<font size=-1>Found 10 pages</font><p>{' '.join(rows)}<hr>")

    @pytest.mark.parametrize("encoding", ["all-tag", "block-level"])
    def test_the_repeat_occurs_ten_times_in_a_row(self, encoding: str) -> None:
        learner = Repeats(ALL_TAG) if encoding == "all-tag" else Repeats()
        found = answers(self.page(), learner)
        expected = [
            f"{i}. Site {i} About site {i}. URL: x.org/{i} Last modified {i}-Oct-98 - page size {i}K [Translate]"
            for i in range(1, 11)
        ]
        assert expected in found

    def test_the_pattern_begins_with_dl_and_ends_with_its_end_tag(self) -> None:
        locators = list(Repeats()(Sample((self.page(),))))
        pattern = "DL DT TEXT /DT DD TEXT BR TEXT BR TEXT /DD /DL"
        assert PatternLocator("block-level", (pattern,)) in locators


class TestHeuristicsOf1999:
    """H1 always holds; H2, H3 and the bound θ on the density of 1999 are there to be switched on."""

    S = symbol("/LI") + symbol("LI") + symbol("TEXT")

    def lengths(self, learner: Repeats, s: str) -> set[str]:
        return {s[run[0] : run[0] + length][0] for run, length in learner.runs(s)}

    def test_h2_drops_what_begins_with_an_end_tag(self) -> None:
        s = symbol("UL") + self.S * 6 + symbol("P")
        assert self.lengths(Repeats(min_length=2), s)
        assert symbol("/LI") not in self.lengths(Repeats(min_length=2, drop_end_starts=True), s)

    def test_h3_drops_what_begins_with_a_text(self) -> None:
        s = symbol("P") + (symbol("TEXT") + symbol("BR")) * 6 + symbol("P")
        assert symbol("TEXT") in self.lengths(Repeats(min_length=2), s)
        assert symbol("TEXT") not in self.lengths(Repeats(min_length=2, drop_text_starts=True), s)

    def test_theta_bounds_the_density_of_1999(self) -> None:
        fillers = [symbol(name) * 6 for name in ("H1", "H2", "H3", "H4", "H5", "H6", "HR")]
        s = "".join(symbol("LI") + symbol("TEXT") + symbol("/LI") + filler for filler in fillers)  # density 21 / 57
        assert list(Repeats(min_density=0).runs(s))
        assert not list(Repeats(min_density=0, min_localization=0.45).runs(s))
