"""How well a page fits a wrapper, and what is said where it does not."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import wrapture
from wrapture.model import Fit, Wrapper
from wrapture.reading.fit import FITS, accepts, fit_of, misfit
from wrapture.reading.records import find_records
from wrapture.reading.row_template import SIMILAR

MENU = (
    "<nav class=menu>" + "".join(f"<a class=m href=/{w}>{w}</a>" for w in ("Home", "Books", "Music", "Help")) + "</nav>"
)
ROW = "<li><a href={n}>{noun} {n}</a></li>"
every_learner = pytest.mark.parametrize("learner", ["rows", "repeats", "visual"])


def shop(noun: str, count: int, row: str = ROW) -> wrapture.Page:
    rows = "".join(row.format(n=n, noun=noun) for n in range(count))
    return wrapture.parse(f"<h1>Results</h1>{MENU}<ul class=r>{rows}</ul><p class=foot>Contact us</p>")


def weather() -> wrapture.Page:
    """Return a page of another site with a list of the same plain rows."""
    rows = "".join(ROW.format(n=n, noun="Day") for n in range(9))
    return wrapture.parse(
        f"<table class=top><tr><td>Weather</td></tr></table><ul class=r>{rows}</ul><div>Imprint</div>"
    )


def fit(wrapper: Wrapper, page: wrapture.Page) -> Fit:
    return fit_of(wrapper, page, find_records(wrapper.locator, page))


# --- the fit of pages ---


@every_learner
def test_a_page_fits_the_wrapper_that_was_learned_from_it(learner: str) -> None:
    page = shop("Book", 10)
    found = fit(wrapture.learn(page, learner=learner), page)
    assert found == Fit(1.0, 1.0, 1.0, 10, (10, 10))
    assert accepts(found)
    assert misfit(found) == ""


@every_learner
def test_another_page_of_the_site_fits_as_well(learner: str) -> None:
    wrapper = wrapture.learn([shop("Book", 10), shop("Film", 20)], learner=learner)
    for count in (5, 10, 30):
        assert fit(wrapper, shop("Song", count)) == Fit(1.0, 1.0, 1.0, count, (10, 20))


@every_learner
def test_a_page_of_another_site_does_not_fit_though_a_plain_template_finds_rows_there(learner: str) -> None:
    wrapper = wrapture.learn(shop("Book", 10), learner=learner)
    found = fit(wrapper, weather())
    assert (found.found, found.similarity) == (9, 1.0)
    assert found.value <= 0.2  # both have a <ul class=r>
    assert not accepts(found)
    assert misfit(found).startswith("does not fit (")


@every_learner
def test_a_page_without_records_does_not_fit_at_all(learner: str) -> None:
    wrapper = wrapture.learn(shop("Book", 10), learner=learner)
    for page in (shop("Book", 0), wrapture.parse(""), wrapture.parse("<p>Nothing found")):
        found = fit(wrapper, page)
        assert (found.value, found.found) == (0.0, 0)
        assert not accepts(found)
        assert misfit(found) == "no records, where 10 were seen when the wrapper was learned"


def test_few_records_fit_less_and_are_worth_a_word() -> None:
    wrapper = wrapture.learn(shop("Book", 10), learner="rows")
    few = fit(wrapper, shop("Book", 2))
    assert few.value == 0.7
    assert accepts(few)
    assert misfit(few) == "2 records, where 10 were seen when the wrapper was learned; is the page complete?"
    assert misfit(fit(wrapper, shop("Book", 5))) == ""


def test_records_that_have_changed_fit_less() -> None:
    """The wrapper's pattern still finds them, but not as they were."""
    rich = "<li><a href={n}>{noun} {n}</a><br><i>new</i> <b>Price:</b> {n} euro</li>"
    wrapper = wrapture.learn(shop("Book", 10, rich), learner="visual")
    changed = "<li><a href={n}>{noun} {n}</a><br><u>{n}</u></li>"
    found = fit(wrapper, shop("Book", 10, changed))
    assert found.found == 10
    assert found.similarity is not None
    assert found.similarity < SIMILAR
    assert found.value == round(found.similarity, 4)
    assert not accepts(found)


def test_wrappers_that_know_neither_template_nor_frame_go_by_the_count() -> None:
    """Files of earlier versions have none of the two."""
    wrapper = wrapture.learn(shop("Book", 10))
    bare = replace(wrapper, profile=replace(wrapper.profile, template=(), frame=()))
    assert fit(bare, shop("Book", 10)) == Fit(1.0, None, None, 10, (10, 10))
    assert fit(bare, weather()) == Fit(1.0, None, None, 9, (10, 10))
    assert fit(bare, shop("Book", 0)) == Fit(0.0, None, None, 0, (10, 10))
    assert accepts(fit(bare, weather()))
    unknown = replace(bare, profile=replace(bare.profile, min_records=0, max_records=0))
    assert fit(unknown, shop("Book", 1)).value == 1.0
    assert fit(unknown, shop("Book", 0)).value == 0.0


def test_a_frame_that_is_too_small_has_no_say() -> None:
    page = wrapture.parse(
        "<h1>Results</h1><ul class=r>" + "".join(ROW.format(n=n, noun="Book") for n in range(9)) + "</ul>"
    )
    wrapper = wrapture.learn(page, learner="rows")
    assert set(wrapper.profile.frame) == {"Results", "<ul class=r>"}
    assert fit(wrapper, page) == Fit(1.0, 1.0, None, 9, (9, 9))
    assert fit(wrapper, weather()).value == 1.0


def test_half_of_the_frame_is_enough() -> None:
    wrapper = wrapture.learn(shop("Book", 10), learner="rows")
    frame = wrapper.profile.frame
    other = tuple(f"not {n}" for n in range(len(frame)))
    half = replace(wrapper, profile=replace(wrapper.profile, frame=frame + other))
    quarter = replace(wrapper, profile=replace(wrapper.profile, frame=frame + other * 3))
    assert (fit(half, shop("Film", 10)).frame, fit(half, shop("Film", 10)).value) == (0.5, 1.0)
    assert (fit(quarter, shop("Film", 10)).frame, fit(quarter, shop("Film", 10)).value) == (0.25, 0.5)


def test_the_fit_is_asked_of_the_library_with_or_without_the_table() -> None:
    page = shop("Book", 10)
    wrapper = wrapture.learn(page, learner="rows")
    assert wrapture.fit(page, wrapper) == wrapture.fit(page, wrapper, wrapture.extract(page, wrapper))


# --- in words ---


@pytest.mark.parametrize(
    ("fit_", "said"),
    [
        (Fit(1.0, 1.0, 1.0, 10, (10, 10)), ""),
        (Fit(1.0, None, None, 10, (0, 0)), ""),
        (Fit(0.7, 0.71, 1.0, 5, (10, 20)), ""),
        (Fit(0.0, 0.0, 1.0, 0, (10, 10)), "no records, where 10 were seen when the wrapper was learned"),
        (Fit(0.0, None, None, 0, (3, 20)), "no records, where 3 to 20 were seen when the wrapper was learned"),
        (
            Fit(0.6, 1.0, 1.0, 4, (10, 20)),
            "4 records, where 10 to 20 were seen when the wrapper was learned; is the page complete?",
        ),
        (
            Fit(0.1, 0.95, 0.054, 9, (10, 10)),
            "does not fit (10 %): records 95 % alike, 5 % of the frame around them, 9 where 10 were seen",
        ),
        (Fit(0.4, 0.4, None, 9, (10, 20)), "does not fit (40 %): records 40 % alike, 9 where 10 to 20 were seen"),
        (
            Fit(0.2, None, 0.1, 9, (9, 9)),
            "does not fit (20 %): 10 % of the frame around them, 9 where 9 were seen",
        ),
    ],
)
def test_what_is_wrong_in_words(fit_: Fit, said: str) -> None:
    assert misfit(fit_) == said


@pytest.mark.parametrize(
    ("fit_", "accepted"),
    [
        (Fit(1.0, SIMILAR + 0.001, None, 5, (5, 5)), True),
        (Fit(1.0, SIMILAR, None, 5, (5, 5)), False),  # more than 0.7 must be alike
        (Fit(FITS, None, None, 5, (5, 5)), True),
        (Fit(FITS - 0.001, None, None, 5, (5, 5)), False),
        (Fit(1.0, None, None, 0, (0, 0)), False),
    ],
)
def test_which_pages_are_taken_for_the_sites_own(fit_: Fit, accepted: bool) -> None:
    assert accepts(fit_) is accepted


shares = st.none() | st.floats(0, 1)


@given(st.builds(Fit, st.floats(0, 1), shares, shares, st.integers(0, 99), st.tuples(st.just(3), st.just(9))))
def test_a_page_that_is_not_accepted_has_something_said_of_it(drawn: Fit) -> None:
    assert accepts(drawn) or misfit(drawn)
    assert misfit(drawn).isprintable()
