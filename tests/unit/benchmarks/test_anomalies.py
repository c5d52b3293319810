"""Pages made worse on purpose: the labels stay true."""

from __future__ import annotations

from baselines.anomalies import corrupt
from rapidfuzz.distance import Levenshtein

from tests.unit.benchmarks.drawn import PLAIN, UNSEEN, draw, values_of, whole

PAGES = [*PLAIN, UNSEEN]
SEEDS = range(60)


def changed(before: tuple[str | None, ...], after: tuple[str | None, ...]) -> list[int]:
    return [number for number, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]


def test_no_share_of_anomalies_changes_nothing() -> None:
    assert [corrupt(page, 0.0, seed) for page in PAGES for seed in (0, 1)] == [page for page in PAGES for _ in (0, 1)]


def test_the_same_seed_gives_the_same_page_and_another_another() -> None:
    assert corrupt(UNSEEN, 0.7, 3) == corrupt(UNSEEN, 0.7, 3)
    assert len({corrupt(UNSEEN, 0.7, seed).text for seed in range(10)}) > 5


def test_a_label_stands_at_its_old_value_but_for_one_field_that_is_dropped_or_misspelt() -> None:
    for page in PAGES:
        for seed in SEEDS:
            worse = corrupt(page, 1.0, seed)
            for before, after in zip(values_of(page), values_of(worse), strict=True):
                different = changed(before, after)
                assert len(different) <= 1
                for number in different:
                    old, new = before[number], after[number]
                    assert new is None or Levenshtein.distance(old or "", new) == 1


def test_every_kind_of_anomaly_comes_up() -> None:
    worse = [corrupt(page, 1.0, seed) for page in PAGES for seed in SEEDS]
    records = [record for page in worse for record in page.records]
    assert any(None in record for record in records)
    assert any(
        [n for _, n in page.cells(record)] not in ([0, 1, 2], [0, 1], [1, 2], [0, 2])
        for page in worse
        for record in page.records
    )
    known = {value for page in PAGES for record in values_of(page) for value in record}
    assert any(value and value not in known for page in worse for record in values_of(page) for value in record)


def test_about_the_share_of_the_records_is_hit() -> None:
    page = draw("long", [whole("Anna", "12", "red")] * 400)
    for share in (0.1, 0.4):
        worse = corrupt(page, share)
        lines = [line for line in worse.text.splitlines() if line.startswith("<li")]
        assert (
            abs(sum(line != "<li><b>Anna</b> - <i>12</i> - <em>red</em></li>" for line in lines) / 400 - share) < 0.07
        )


def test_a_dropped_field_takes_its_element_along() -> None:
    dropped = [
        (page, record)
        for page in (corrupt(UNSEEN, 1.0, seed) for seed in SEEDS)
        for record, old in zip(page.records, UNSEEN.records, strict=True)
        if record[1] is None and old[1] is not None
    ]
    assert dropped
    for page, record in dropped:
        cells = page.cells(record)
        assert "<i>" not in page.text[cells[0][0][0] : cells[-1][0][1]]


def test_a_record_with_one_field_keeps_it() -> None:
    page = draw("single", [[(0, "Anna")], [(0, "Bert")]])
    assert all(record[0] is not None for seed in SEEDS for record in corrupt(page, 1.0, seed).records)


def test_an_address_goes_with_its_attribute() -> None:
    text = '<li><a href="/anna">Anna</a></li>'
    page = type(UNSEEN)("links", text, (((13, 18), (20, 24)),))
    assert values_of(page) == [("/anna", "Anna")]
    texts = {corrupt(page, 1.0, seed).text for seed in SEEDS}
    assert "<li><a>Anna</a></li>" in texts
    assert '<li><a href="/anna"></a></li>' in texts
