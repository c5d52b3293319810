"""How the quality benchmarks score and draw."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

import fuzzy
import pytest
from curve import LINE, draw_curve, draw_distance

from tests.unit.benchmarks.drawn import PLAIN, UNSEEN

if TYPE_CHECKING:
    from wrapture.model import Labels

SVG = "{http://www.w3.org/2000/svg}"
CURVES = {"10% anomalies": {5: 1.25, 11: 3.0, 33: 6.5}, "40% anomalies": {5: -2.5, 11: 0.5, 33: 6.4}}


class Fixed:
    """Finds the same records on every page."""

    def __init__(self, *records: Labels) -> None:
        self.records = list(records)

    def extract(self, text: str) -> list[Labels]:
        return self.records


def test_the_truth_scores_all() -> None:
    assert fuzzy.score(Fixed(*UNSEEN.records), [UNSEEN]) == (100, 100, 100, 100)


def test_no_wrapper_scores_nothing() -> None:
    assert fuzzy.score(None, [UNSEEN]) == (0, 0, 0, 0)


def test_a_record_with_a_wrong_cell_is_not_found_but_its_other_cells_are() -> None:
    first, second, third = UNSEEN.records
    wrong = (first[0], first[1], None)
    score = fuzzy.score(Fixed(wrong, second), [UNSEEN])
    assert score == pytest.approx((500 / 9, 100, 100 / 3, 50))
    assert third not in (wrong, second)


@pytest.mark.parametrize("name", fuzzy.LEARNERS)
def test_every_learner_learns_and_extracts(name: str) -> None:
    wrapper = fuzzy.LEARNERS[name](PLAIN)
    assert wrapper is not None
    found = wrapper.extract(UNSEEN.text)
    assert found
    assert all(len(record) == UNSEEN.width for record in found)


def test_the_mean_of_scores_is_that_of_each_measure() -> None:
    assert fuzzy.mean([fuzzy.Score(0, 10, 20, 30), fuzzy.Score(100, 30, 40, 50)]) == (50, 20, 30, 40)


def test_masks_are_ahead_by_their_record_recall() -> None:
    scores = {("masks", 5): fuzzy.Score(1, 2, 90, 3), ("SoftMealy", 5): fuzzy.Score(4, 5, 97, 6)}
    assert fuzzy.ahead(scores, 5) == -7


def texts(picture: str) -> list[str]:
    return ["".join(node.itertext()) for node in ET.fromstring(picture).iter(f"{SVG}text")]


def test_the_distances_are_drawn_with_names_and_titles() -> None:
    picture = draw_distance(CURVES)
    shown = texts(picture)
    assert {"10% anomalies", "40% anomalies", "training pages", "5", "11", "33", "+0", "-5", "+10"} <= set(shown)
    assert any("masks − SoftMealy" in text for text in shown)
    assert len(list(ET.fromstring(picture).iter(f"{SVG}polyline"))) == len(CURVES)
    assert len(list(ET.fromstring(picture).iter(f"{SVG}circle"))) == 6
    assert picture == draw_distance(CURVES)


def test_a_better_distance_is_drawn_higher() -> None:
    for line in ET.fromstring(draw_distance(CURVES)).iter(f"{SVG}polyline"):
        heights = [float(point.split(",")[1]) for point in line.attrib["points"].split()]
        assert heights == sorted(heights, reverse=True)


def test_names_of_lines_that_end_together_stand_apart() -> None:
    nodes = [n for n in ET.fromstring(draw_distance(CURVES)).iter(f"{SVG}text") if "anomalies" in (n.text or "")]
    one, two = (float(node.attrib["y"]) for node in nodes)
    assert abs(one - two) >= LINE - 0.1


def test_learning_curves_are_drawn() -> None:
    picture = draw_curve({"wien": {1: 90.0, 2: 95.0}, "IEPAD": {1: 96.0, 2: 98.0}})
    assert {"wien", "IEPAD", "1", "2", "70", "100"} <= set(texts(picture))
