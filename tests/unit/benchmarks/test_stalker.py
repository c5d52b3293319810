"""STALKER: what its landmarks recover, also with missing fields."""

from __future__ import annotations

from baselines.stalker import learn_stalker

from tests.unit.benchmarks.drawn import HEAD, PLAIN, TAIL, UNSEEN, draw, whole


def read(pages: list[object], text: str) -> list[object]:
    wrapper = learn_stalker(pages)  # type: ignore[arg-type]
    assert wrapper is not None
    return list(wrapper.extract(text))


def test_records_with_all_fields_in_order_are_read() -> None:
    assert read(list(PLAIN), UNSEEN.text) == list(UNSEEN.records)


def test_one_page_is_enough() -> None:
    assert read(list(PLAIN[:1]), UNSEEN.text) == list(UNSEEN.records)


def test_a_missing_field_is_read_as_missing_where_training_showed_one() -> None:
    seen = draw("gap", [whole("Anna", "1", "red"), [(0, "Bert"), (2, "blue")], whole("Carla", "3", "green")])
    unseen = draw("other", [[(0, "Dora"), (2, "white")], whole("Emil", "8", "grey")])
    assert read([*PLAIN, seen], unseen.text) == list(unseen.records)


def test_a_page_without_a_list_has_no_records() -> None:
    assert read(list(PLAIN), HEAD + TAIL) == []
    assert learn_stalker([]) is None
