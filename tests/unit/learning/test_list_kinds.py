"""Kinds of lists: each is recognized by signs that many sites share, unless the main list has them too."""

from __future__ import annotations

import pytest

import wrapture
from wrapture.learning.list_kinds import is_calendar, is_pager
from wrapture.learning.list_signs import KINDS

RESULTS = (
    '<h1>Books</h1><div class="list">'
    + "".join(
        f'<div class="book"><h3><a href=b{i}>Book {i}</a></h3><p>A long text about book number {i}.</p><p>{i}.50 euro</p></div>'
        for i in range(9)
    )
    + "</div>"
)


def links(*texts: str) -> str:
    return "<ul>" + "".join(f'<li><a href="/to/{i}">{text}</a></li>' for i, text in enumerate(texts)) + "</ul>"


def listed(html: str) -> str:
    return "<ul>" + "".join(f"<li>{html.format(i)}</li>" for i in range(1, 6)) + "</ul>"


def kind(html: str, before: str = "") -> str:
    """Return the kind of the other list of a page with books."""
    sections = wrapture.sections(wrapture.parse(f"<body>{before}{RESULTS}{html}</body>"))
    (other,) = [section.kind for section in sections if not section.main]
    return other


PLACES = ("Home", "Music", "Films", "Games")
TEXTS = "<p>A long text that tells what the story number {0} is about</p><p>by somebody</p>"


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        (f"<nav>{links(*PLACES)}</nav>", "navigation"),
        (f"<div role=navigation>{links(*PLACES)}</div>", "navigation"),
        (f"<div class=topMenu>{links(*PLACES)}</div>", "navigation"),
        (links(*PLACES), "navigation"),
        (f"<footer>{links(*PLACES)}</footer>", "footer"),
        (f"<footer><nav>{links(*PLACES)}</nav></footer>", "footer"),
        (f"<div id=page-footer>{links(*PLACES)}</div>", "footer"),
        (links("About", "Contact", "Privacy policy", "Jobs"), "footer"),
        (links("Über uns", "Kontakt", "Datenschutz", "Impressum"), "footer"),
        (f"<div class=breadcrumbs>{links(*PLACES)}</div>", "breadcrumbs"),
        (f'<nav aria-label="Breadcrumb">{links(*PLACES)}</nav>', "breadcrumbs"),
        (links("1", "2", "3", "4", "5", "Next"), "pages"),
        (links("1-10", "11-20", "21-30", "31-40"), "pages"),
        (f"<div class=pagination>{links('Start', 'Back', 'Forth', 'End')}</div>", "pages"),
        (f"<div class=search-facets><nav>{links(*PLACES)}</nav></div>", "filters"),
        (f"<div class=facets>{listed(TEXTS)}</div>", "filters"),
        (f"<h3>Filter by</h3>{links('Cheap', 'Dear', 'New', 'Old')}", "filters"),
        (f"<h3>Sortieren nach</h3>{links('Preis', 'Datum', 'Titel', 'Ort')}", "filters"),
        (links("Fiction (12)", "History (7)", "Poetry (1)", "Travel (5)"), "filters"),
        (listed("<label><input type=checkbox name=c{0}> Shelf {0}</label>"), "filters"),
        (f"<form>{listed('Name {0}: <input name=n{0}>')}</form>", "choices"),
        ("<select>" + "".join(f"<option>Shelf {i}</option>" for i in range(9)) + "</select>", "choices"),
        (f"<h3>You may also like</h3>{listed(TEXTS)}", "related"),
        (f"<h3>Das könnte Sie auch interessieren</h3>{listed(TEXTS)}", "related"),
        (f"<div class=related-items>{listed(TEXTS)}</div>", "related"),
        (f"<h3>News</h3>{listed(TEXTS)}", "list"),
        (f"<div class=social>{links('Friends', 'Photos', 'Short news', 'Films')}</div>", "social"),
        (
            "<ul>"
            + "".join(f"<li><a href=https://{n}.com/x>{n}</a>" for n in ("facebook", "twitter", "linkedin"))
            + "</ul>",
            "social",
        ),
    ],
)
def test_each_kind_is_recognized_by_its_signs(html: str, expected: str) -> None:
    assert kind(html) == expected


def test_what_a_list_like_the_main_one_is() -> None:
    more = RESULTS.replace("Book", "Film").replace("book", "film").replace('class="film"', 'class="book"')
    sections = wrapture.sections(wrapture.parse(f"<body>{RESULTS}<p>Some words between.</p>{more}</body>"))
    assert {section.kind for section in sections} == {"results"}


def test_a_name_of_what_holds_the_main_list_too_says_nothing() -> None:
    page = wrapture.parse(f'<div class="page-with-menu nav-open footer">{RESULTS}<h3>News</h3>{listed(TEXTS)}</div>')
    assert [section.kind for section in wrapture.sections(page)] == ["results", "list"]


def test_a_long_list_that_can_be_sorted_is_no_list_of_filters() -> None:
    assert kind(f"<h3>News</h3><div class='sort filter'>{listed(TEXTS)}</div>") == "list"


def test_the_legal_words_of_a_menu_above_the_results_make_no_footer() -> None:
    assert kind("", before=links("Home", "Privacy law", "Tax law", "Terms of trade")) == "navigation"


def test_pagers_and_calendars_differ_from_other_numbers() -> None:
    assert is_pager(["« Previous", "7", "8", "9", "Next »"])
    assert not is_pager(["2019", "2020", "2021", "2022"])
    assert not is_pager(["5", "4", "3"])
    assert not is_pager(["Next"])
    assert is_calendar([str(day) for day in range(1, 31)])
    assert not is_calendar([str(page) for page in range(1, 26)])
    assert not is_calendar([f"{day} euro" for day in range(1, 31)])


def test_every_kind_is_in_the_manual() -> None:
    from tests.conftest import ROOT

    manual = (ROOT / "docs" / "howto" / "sections.md").read_text(encoding="utf-8")
    assert not [kind for kind, words in KINDS.items() if f"| `{kind}` | {words} |" not in manual]
