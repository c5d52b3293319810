"""The paper's masks as published: costs by the definition, zones from the outside in."""

from __future__ import annotations

import numpy as np
import pytest
from baselines.published import CLASSES, NOTHING, learn_published, truths
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.benchmarks.drawn import PLAIN, UNSEEN
from wrapture.algo.mask_costs import detector_cost, frequencies, occurrence_truth, position_truth
from wrapture.html.source import lex_source
from wrapture.learning.fuzzy import LabelledPage
from wrapture.model import places_in

REACHES = st.integers(1, 7)


@given(
    REACHES.flatmap(
        lambda reach: st.lists(st.lists(st.integers(0, 3), min_size=reach, max_size=reach), min_size=1, max_size=5)
    )
)
def test_the_fast_truths_are_the_definition(detectors: list[list[int]]) -> None:
    reach, instances = len(detectors[0]), len(detectors)
    counts = frequencies(detectors)
    table = truths(np.array(detectors))
    for distance in range(1, reach + 1):
        for symbol in range(4):
            learned = [i for i, other in counts if other == symbol]
            slow = position_truth(learned, distance, reach) * occurrence_truth(counts, symbol, distance, instances)
            assert table[distance - 1, symbol] == pytest.approx(slow, abs=1e-6)


def test_the_papers_example_costs_what_the_paper_says() -> None:
    first, html, other, listed = (CLASSES.index(name) for name in ("C1Alph", "Html", "Punc", "Lst"))
    learned = [[first, first, listed, first], [first, other, listed, first], [html, first, CLASSES.index("Any"), first]]
    detector = [html, listed, first, first]
    table = truths(np.array(learned))
    cost = sum(table[distance, symbol] for distance, symbol in enumerate(detector))
    assert cost == pytest.approx(2.27, abs=0.01)
    assert cost == pytest.approx(detector_cost(frequencies(learned), detector, 3, 4))


def test_what_stands_outside_of_the_page_costs_nothing() -> None:
    assert not truths(np.array([[NOTHING, NOTHING], [0, NOTHING]]))[:, NOTHING].any()


def test_every_lexeme_has_one_of_the_twelve_classes() -> None:
    wrapper = learn_published(PLAIN)
    assert wrapper is not None
    assert wrapper.left.tables.shape == (wrapper.reach, len(CLASSES) + 1, 2 * (2 + wrapper.width))


def test_the_detectors_reach_over_an_average_tuple() -> None:
    sources = [(page, lex_source(page.text)) for page in PLAIN]
    cells = [(source, page.cells(record)) for page, source in sources for record in page.records]
    lengths = [source.lexemes_in(own[0][0][0], own[-1][0][1]) for source, own in cells]
    wrapper = learn_published(PLAIN)
    assert wrapper is not None
    assert wrapper.reach == round(sum(stop - start for start, stop in lengths) / len(lengths))


def test_found_places_lie_in_order_inside_the_page() -> None:
    wrapper = learn_published(PLAIN)
    assert wrapper is not None
    found = wrapper.extract(UNSEEN.text)
    assert found
    places = [[place for label in record for place in places_in(label)] for record in found]
    spans = [(min(some)[0], max(end for _, end in some)) for some in places]
    assert spans == sorted(spans)
    assert all(0 <= start <= end <= len(UNSEEN.text) for start, end in spans)


def test_pages_without_records_teach_nothing() -> None:
    assert learn_published([LabelledPage("none", "<p>Nothing</p>", ())]) is None


def test_an_empty_page_has_no_records() -> None:
    wrapper = learn_published(PLAIN)
    assert wrapper is not None
    assert wrapper.extract("") == []
