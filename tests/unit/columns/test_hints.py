"""Names from what a page says to those who don't see it, and from attributes made for tests."""

from __future__ import annotations

import pytest

import wrapture
from tests.unit.columns.test_describing import items, names
from wrapture.columns.naming.name_words import class_name

WORDS = ["Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Zeta", "Eta", "Theta"]
COUNTS = [31, 7, 120, 4, 88, 15, 9, 52]


def shown(template: str) -> list[str]:
    """Return the shown columns of a list whose items are drawn from a template with ``{word}`` and ``{count}``."""
    rows = (template.format(word=word, count=count) for word, count in zip(WORDS, COUNTS, strict=True))
    items = "".join(f"<li><h3>{word} House</h3>{row}</li>" for word, row in zip(WORDS, rows, strict=True))
    return list(wrapture.extract(f"<ul>{items}</ul>", guess=True).shown().columns)


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ("<span title=Engagement>{count}</span>", "engagement"),
        ("<div aria-label=Favorites><span>{count}</span></div>", "favorites"),
        ("<div aria-label='{count} seats'><span>{count}</span></div>", "seats"),
        ("<div><i class='icon icon-comment'></i> <span>{count}</span></div>", "comments"),
        ("<div><svg><use href='#svg-eye'></use></svg><span>{count}</span></div>", "views"),
    ],
)
def test_labels_for_screen_readers_tooltips_and_icons_name_a_number(value: str, name: str) -> None:
    assert shown(value) == ["title", name]


def test_a_tooltip_that_is_a_sentence_names_nothing() -> None:
    assert shown("<span title='Click here to see the whole story'>{count}</span>") == ["title", "number"]


def test_attributes_made_for_tests_name_a_value() -> None:
    assert shown("<p class=x1a data-testid=card-agency>{word} und {word}</p>") == ["title", "agency"]


def test_a_badge_is_called_so_if_nothing_else_is_known() -> None:
    assert shown("<p class=corner-badge>Best {word}</p><p class=price-badge>{count} €</p>") == [
        "title",
        "badge",
        "price",
    ]


@pytest.mark.parametrize(
    ("token", "name"),
    [
        ("_dealRating_vwu5d_1", "rating"),
        ("DealPrice_DealPrice__dealPrice__N2ZmM", "price"),
        ("number-of-bids", "bids"),
        ("case-number", "case_number"),
        ("sub-title", "subtitle"),
        ("rating-badge", "rating"),
    ],
)
def test_words_in_classes_that_a_bundler_made_unique(token: str, name: str) -> None:
    assert class_name(token) == name


@pytest.mark.parametrize(
    ("value", "name"),
    [
        ("/news/pages/{word}.html", "url"),
        ("0-8053-{count:04}-5", "isbn"),
        ("pp. {count}-200", "pages"),
        ("25129{count:04}", "id"),
        ("J {word}. 2004 Feb 1; {count}(2): 115-130.", "citation"),
        ("{count} Rep. 3d {count}", "citation"),
        ("www.example.org/{word}.html - 2{count}k -", "url"),
        ("Smith, A., {word}, B. C.", "person"),
        ("{word} M. Smith", "person"),
    ],
)
def test_looks_of_addresses_and_references(value: str, name: str) -> None:
    assert shown(f"<p>{value}</p>") == ["title", name]


def test_the_picture_in_a_header_names_its_column() -> None:
    head = "<thead><tr><th>Title</th><th><img src=c.gif alt=Comments></th></tr></thead>"
    rows = "".join(f"<tr><td>{word} House</td><td>{n}</td></tr>" for word, n in zip(WORDS, COUNTS, strict=True))
    assert list(wrapture.extract(f"<table>{head}<tbody>{rows}</tbody></table>").shown().columns) == [
        "title",
        "comments",
    ]


def test_fractions_that_the_records_are_sorted_by_are_scores() -> None:
    scores = [0.91, 0.87, 0.8, 0.72, 0.55, 0.5, 0.31, 0.3]
    rows = "".join(f"<li><h3>{word} House</h3><p>[{n}]</p></li>" for word, n in zip(WORDS, scores, strict=True))
    assert list(wrapture.extract(f"<ul>{rows}</ul>", guess=True).shown().columns) == ["title", "score"]


def test_file_formats_are_recognized() -> None:
    kinds = ["PDF", "DOC", "PDF", "XLS", "PDF", "PDF", "DOC", "PDF"]
    rows = "".join(f"<li><h3>{word} House</h3><p>[{n}]</p></li>" for word, n in zip(WORDS, kinds, strict=True))
    assert list(wrapture.extract(f"<ul>{rows}</ul>", guess=True).shown().columns) == ["title", "format"]


def test_a_third_long_text_is_an_excerpt_if_it_begins_with_an_ellipsis() -> None:
    text = "the middle of a long text about {word}, in which the words of the query stand"
    html = items(f"<h3>{{word}} House</h3><p>{text} 1</p><p>{text} 2</p><p>...{text} 3</p>")
    assert names(html) == ["title", "description", "summary", "excerpt"]


def test_a_class_is_fitted_to_the_type() -> None:
    html = items("<h3>{word} House</h3><p><b class=comment>{n}7</b></p><p><i class=timestamp>May {n}, 2021</i></p>")
    assert names(html) == ["title", "comments", "date"]


def test_the_scheme_of_an_address_is_no_label() -> None:
    html = items("<h3>{word} House</h3><p>see http: // {word}.example.org and more</p>")
    assert "http" not in names(html)


@pytest.mark.parametrize(
    ("link", "name"),
    [
        ("<a href=/cal/{word}><img src=/i.gif alt='Export to iCalendar'></a>", "export_to_icalendar_link"),
        ("<a href=/vote/{word} aria-label=upvote><i></i></a>", "upvote_link"),
        ("<a href=/files/{word}.pdf><img src=/pdf.gif></a>", "pdf_link"),
        ("<a href=https://youtu.be/{word}><img src=/film.gif></a>", "video_link"),
        ("<a href=/more/{word}><img src=/i.gif alt='Image link'></a>", "image_link"),
    ],
)
def test_a_link_that_shows_no_text_is_called_after_its_icon_or_what_it_leads_to(link: str, name: str) -> None:
    rows = "".join(
        f"<li><h3><a href=/{word}>{word} House</a></h3><p>{count} rooms</p>{link.format(word=word)}</li>"
        for word, count in zip(WORDS, COUNTS, strict=True)
    )
    assert name in wrapture.extract(f"<ul>{rows}</ul>", guess=True).shown().columns


def test_the_only_link_is_the_link_whatever_is_inside_it() -> None:
    rows = "".join(f"<li><h3>{word} House</h3><a href=/{word}/x><img src=/i.gif></a></li>" for word in WORDS)
    assert "link" in wrapture.extract(f"<ul>{rows}</ul>", guess=True).shown().columns


def test_letters_after_numbers_are_beds_and_baths() -> None:
    rows = "".join(
        f"<li><h3>{word} House</h3><p><b>{n % 4 + 1}</b> bds | <b>{n % 3 + 1}</b> ba | <b>{count + 900:,}</b> sqft</p></li>"
        for n, (word, count) in enumerate(zip(WORDS, COUNTS, strict=True))
    )
    assert list(wrapture.extract(f"<ul>{rows}</ul>", guess=True).shown().columns) == ["title", "beds", "baths", "area"]


def test_a_short_sentence_is_a_description() -> None:
    assert shown("<p>A house for {word} people who want more.</p>") == ["title", "description"]


def test_a_distance_in_thousands_is_called_so_though_its_mark_is_not_clear() -> None:
    assert shown("<p>{count}.000 km</p>") == ["title", "distance"]


def test_a_link_without_text_is_called_after_the_word_in_its_address() -> None:
    assert "user_link" in shown("<a href=/p/{word}>{word} & {count}</a><a href=/u/{word}><img src=/a/{count}.png></a>")
