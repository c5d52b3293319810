"""SoftMealy: missing and swapped fields as far as training showed them."""

from __future__ import annotations

from baselines.softmealy import learn_one_sided, learn_softmealy

from tests.unit.benchmarks.drawn import HEAD, PLAIN, TAIL, UNSEEN, draw, whole
from wrapture.learning.fuzzy import LabelledPage

SEEN = [
    *PLAIN,
    draw("gaps", [whole("Ida", "3", "blue"), [(0, "Jan"), (2, "pale green")], whole("Karl", "71", "red")]),
    draw("swaps", [whole("Lena", "8", "grey"), [(0, "Max"), (2, "brown"), (1, "90")], whole("Nora", "4", "red")]),
    draw("short", [whole("Olga", "2", "red"), [(0, "Paul"), (1, "6")], whole("Rosa", "10", "dark red")]),
    draw(
        "late",
        [[(1, "15"), (2, "blue")], whole("Sara", "4", "white"), [(1, "23"), (2, "red")], whole("Tim", "1", "red")],
    ),
]


def test_plain_pages_are_read() -> None:
    assert learn_softmealy(PLAIN).extract(UNSEEN.text) == list(UNSEEN.records)


def test_one_page_is_enough() -> None:
    assert learn_softmealy(PLAIN[:1]).extract(UNSEEN.text) == list(UNSEEN.records)


def test_the_training_pages_are_read_back() -> None:
    wrapper = learn_softmealy(SEEN)
    assert [wrapper.extract(page.text) for page in SEEN] == [list(page.records) for page in SEEN]


def test_missing_and_swapped_fields_that_were_seen_are_read() -> None:
    page = draw(
        "new",
        [
            [(0, "Uwe"), (2, "violet")],
            whole("Vera", "17", "blue"),
            [(0, "Willi"), (2, "light red"), (1, "5")],
            [(1, "33"), (2, "green")],
            [(0, "Xaver Maria"), (1, "12")],
            whole("Yvonne", "2", "red"),
        ],
    )
    assert learn_softmealy(SEEN).extract(page.text) == list(page.records)


def test_a_record_may_begin_with_any_field_that_began_one_after_any_that_ended_one() -> None:
    """In training no record that lacks its last field stands before one that lacks its first."""
    page = draw("new", [[(0, "Anton"), (1, "12")], [(1, "33"), (2, "green")], whole("Berta", "2", "red")])
    assert learn_softmealy(SEEN).extract(page.text) == list(page.records)


def test_a_transition_that_was_never_seen_is_not_taken() -> None:
    page = draw("new", [whole("Uwe", "1", "red"), [(0, "Vera"), (2, "blue")], whole("Willi", "3", "green")])
    found = learn_softmealy(PLAIN).extract(page.text)
    assert page.records[0] in found
    assert page.records[1] not in found


def test_an_empty_value_is_read_where_training_showed_one() -> None:
    page = draw("empty", [whole("Anna", "", "red"), whole("Bert", "7", "blue"), whole("Carla", "", "green")])
    assert learn_softmealy([*PLAIN, page]).extract(page.text) == list(page.records)


def test_a_page_without_a_list_has_no_records() -> None:
    wrapper = learn_softmealy(SEEN)
    assert wrapper.extract(HEAD + TAIL) == []
    assert wrapper.extract("") == []


def test_values_are_told_apart_by_their_class_where_nothing_else_tells() -> None:
    text = "<p>Anna 12<p>Bert 7<p>Carla 345"
    page = LabelledPage("words", text, (((3, 7), (8, 10)), ((13, 17), (18, 19)), ((22, 27), (28, 31))))
    unseen = "<p>Dora 1<p>Emil 22"
    assert learn_softmealy([page]).extract(unseen) == [((3, 7), (8, 9)), ((12, 16), (17, 19))]


def test_a_value_that_begins_unlike_all_labelled_ones_is_read_by_rules_on_one_side_only() -> None:
    page = draw("quoted", [whole("Uwe", "1", "red"), whole('"Vera"', "2", "blue"), whole("Willi", "3", "green")])
    assert page.records[1] not in learn_softmealy(PLAIN).extract(page.text)
    assert learn_one_sided(PLAIN).extract(page.text) == list(page.records)
