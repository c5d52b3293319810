"""Which columns are shown, why others are hidden, and in which order they come."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import wrapture
from wrapture.columns.whole_or_parts import PartFacts, WholeFacts, shows_whole
from wrapture.model import CONSTANT, Span
from wrapture.reading.reader import read_records
from wrapture.rows.write import render
from wrapture.tasks.list_discovery import described_layout

if TYPE_CHECKING:
    from collections.abc import Callable

    from wrapture.columns.families import Division
    from wrapture.model.table import Table

WORDS = ["Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Zeta", "Eta", "Theta"]


def listed(template: str, count: int = 8) -> Table:
    """Return the table of a list whose items are drawn from a template with ``{n}`` and ``{word}``."""
    rows = (template.format(n=n + 1, word=WORDS[n % len(WORDS)]) for n in range(count))
    return wrapture.extract("<h1>Things</h1><ul>" + "".join(f"<li>{row}</li>" for row in rows) + "</ul>", guess=True)


def shown(table: Table) -> list[str]:
    return list(table.shown().columns)


# --- texts are whole ---


def test_words_of_the_query_in_bold_don_t_cut_a_title() -> None:
    table = listed("<a href=/{n}>The <b>sea</b> of {word}</a><p>Text about {word} and the <b>sea</b>, part {n}</p>")
    assert table["title"][:2] == ["The sea of Alpha", "The sea of Beta"]
    assert table["text"][0] == "Text about Alpha and the sea, part 1"
    assert shown(table) == ["title", "link", "text"]


def test_marked_words_that_few_titles_have_don_t_cut_them_either() -> None:
    rows = "".join(
        f"<li><a href=/{n}>{'<span class=hit>Sea</span>view' if n == 5 else word} House</a><p>{n} €</p></li>"
        for n, word in enumerate(WORDS)
    )
    assert wrapture.extract(f"<ul>{rows}</ul>")["title"][5] == "Seaview House"


def test_a_paragraph_of_several_lines_is_one_value() -> None:
    line = "a long line of the summary of {word} that goes on"
    table = listed(f"<h3>{{word}} {{n}}</h3><p>{line}<br>{line} 2<br>{line} 3<br>{line} 4</p>")
    assert shown(table) == ["title", "description"]
    assert str(table["description"][0]).count("Alpha") == 4


def test_a_label_and_its_value_are_one_column() -> None:
    table = listed("<h3>{word} {word}</h3><p>Publisher: {word} Press</p>")
    assert table.to_dicts()[1] == {"title": "Beta Beta", "publisher": "Beta Press"}


def test_two_values_in_one_text_are_two_columns() -> None:
    table = listed("<h3>{word} {word}</h3><p>4.{n} out of 5 (2{n} reviews)</p>")
    assert shown(table) == ["title", "rating", "reviews"]
    assert table.to_dicts(typed=True)[0]["reviews"] == 21


# --- nothing twice ---


def test_the_link_of_a_picture_is_that_of_the_title() -> None:
    table = listed("<a href=/{n}><img src=/{n}.png></a> <a href=/{n}>{word} {word}</a> <i>{n} €</i>")
    assert shown(table) == ["title", "link", "price", "image"]


def test_a_button_is_hidden_even_if_it_changes() -> None:
    rows = "".join(
        f"<li><h3>{word} {n}</h3><p>{n},50 €</p><button>{'Sold out' if n % 3 == 0 else 'Buy now'}</button></li>"
        for n, word in enumerate(WORDS)
    )
    table = wrapture.extract(f"<ul>{rows}</ul>")
    assert shown(table) == ["title", "price"]
    assert "a button" in table.hidden.values()


def test_a_value_that_few_records_have_is_hidden_unless_the_page_names_it() -> None:
    rows = "".join(
        f"<li><h3>{word} {n}</h3><p>{n} €</p>{'<i>rare ' + word + '</i>' if n in (1, 9) else ''}</li>"
        for n, word in enumerate(WORDS * 2)
    )
    table = wrapture.extract(f"<ul>{rows}</ul>")
    assert shown(table) == ["title", "price"]
    assert "nearly empty" in table.hidden.values()
    named = wrapture.extract(f"<ul>{rows.replace('<i>', '<i data-label=Remark>')}</ul>")
    assert shown(named) == ["title", "price", "remark"]


def test_files_leave_hidden_columns_out_and_json_says_why() -> None:
    table = listed("<h3>{word} {word}</h3><p>{n} €</p><b>In stock</b>")
    assert render([table], "csv").splitlines()[0] == "title,price,price_currency,page,record"
    (page,) = json.loads(render([table], "json"))
    assert {"name": "in_stock", "type": "text", "constant": True, "hidden": CONSTANT} in page["columns"]
    assert page["records"][0]["fields"]["in_stock"] == "In stock"


@given(st.lists(st.sampled_from(["{word} {n}", "{n} €", "same", "{n}/5/2020", "by {word}"]), min_size=1, unique=True))
def test_no_record_loses_a_text_that_varies(cells: list[str]) -> None:
    """Whatever is hidden, each different text of a record is in a shown column, alone or in a whole."""
    rows = [[cell.format(n=n + 11, word=WORDS[n]) for cell in cells] for n in range(6)]
    html = "".join("<li>" + "".join(f"<p>{cell}</p>" for cell in row) + "</li>" for row in rows)
    page = wrapture.parse(f"<ul>{html}</ul>")
    records = [(Span(n, page.stops[n]),) for n, tag in enumerate(page.tags) if tag == "li"]
    table = read_records(described_layout(page, records), page, records)
    for row, found in zip(rows, table.to_dicts(), strict=True):
        values = " ".join(value for value in found.values() if value)
        assert all(cell in values for cell in row if cell != "same")


# --- order ---


def test_the_title_comes_first_then_its_link_and_pictures_last() -> None:
    table = listed("<img src=/{n}.png><i>{n}.</i> <p>{n} €</p><h3><a href=/{n}>{word} and {word}</a></h3>")
    assert shown(table) == ["title", "link", "price", "image"]
    assert {column.name: column.hidden for column in table.described}["rank"] == "numbers the records"


def test_a_docket_number_before_the_case_is_not_the_title() -> None:
    table = listed("<b>22-A-{n}{n}</b> <a href=/{n}.pdf>{word} v. State</a> <i>{n} May 2020</i>")
    assert table.columns[0] == "title"
    assert table["title"][0] == "Alpha v. State"


@pytest.mark.parametrize("text", ["Meeting of the board", "Same again"])
def test_titles_may_recur_if_nothing_else_could_be_one(text: str) -> None:
    rows = "".join(f"<li><h3>{text} {n // 3}</h3><p>{n + 1}/5/2020</p><p>{n}:30 PM</p></li>" for n in range(9))
    assert wrapture.extract(f"<ul>{rows}</ul>").columns[0] == "title"


# --- whole or parts ---


def part(*tags: str, fill: float = 1.0, typed: bool = False, constant: bool = False, text: str = "x") -> PartFacts:
    return PartFacts(frozenset(tags), (text,), fill, typed, constant, is_named=False)


@pytest.mark.parametrize(
    ("division", "parts", "whole"),
    [
        ("cut", [part(), part()], True),
        ("cut", [part(typed=True), part(typed=True)], False),
        ("block", [part(), part("b")], True),
        ("block", [part("a"), part("b")], False),
        ("block", [part("a"), part("b", typed=True)], False),
        ("block", [part(constant=True), part("a")], False),
        ("block", [part("b", typed=True, text="4"), part(constant=True, text="comments")], True),
        ("block", [part(), part("cite")], True),
        ("lines", [part(), part()], True),
        ("lines", [part(), part(typed=True)], False),
    ],
)
def test_how_a_whole_is_divided_says_what_is_shown(division: Division, parts: list[PartFacts], whole: bool) -> None:
    assert shows_whole(WholeFacts(division, (), is_linked=False), parts) is whole


def test_a_colon_separates_a_label_and_a_dash_does_not() -> None:
    parts = [part(constant=True), part()]
    assert not shows_whole(WholeFacts("cut", (": ",), is_linked=False), parts)
    assert shows_whole(WholeFacts("cut", (" - ",), is_linked=False), parts)


# --- what a person would delete ---


def test_keys_to_sort_by_are_hidden_and_the_header_names_the_date() -> None:
    rows = "".join(
        f"<tr><td>{word} House</td><td><span style='display:none'>2022030{n}</span>0{n}-03-2022</td></tr>"
        for n, word in enumerate(WORDS, 1)
    )
    table = wrapture.extract(
        f"<table><thead><tr><th>Name</th><th>Opened</th></tr></thead><tbody>{rows}</tbody></table>"
    )
    assert shown(table) == ["name", "opened"]
    assert table["opened"][0] == "01-03-2022"
    assert "not displayed" in table.hidden.values()


def test_a_text_that_is_on_all_links_is_hidden_and_names_them() -> None:
    rows = "".join(
        f"<tr><td>{word} meeting {n}</td><td>{f'<a href=/{n}.pdf>Agenda</a>' if n in (0, 1, 5, 6, 11) else ''}</td></tr>"
        for n, word in enumerate(WORDS * 2)
    )
    table = wrapture.extract(f"<table>{rows}</table>")
    assert shown(table) == ["title", "agenda_link"]
    assert table.hidden["agenda"] == "the same wherever it stands"


def test_labels_of_which_a_value_has_several_are_hidden() -> None:
    rows = "".join(
        f"<li><h3>{word} {n}</h3><p><b>{'Release date:' if n % 3 else 'Original release date:'}</b> <i>{word} {n}</i></p></li>"
        for n, word in enumerate(WORDS)
    )
    table = wrapture.extract(f"<ul>{rows}</ul>")
    assert "labels of other values" in table.hidden.values()
    assert len(shown(table)) == 2


def test_cells_of_a_row_are_never_one_list() -> None:
    rows = "".join(
        f"<tr><td>{word}{n}</td>{'<td>Regular</td>' if n % 2 else ''}{'<td>Closed</td>' if n % 3 else ''}</tr>"
        for n, word in enumerate(WORDS)
    )
    table = wrapture.extract(f"<table>{rows}</table>", guess=True)
    assert all(isinstance(cell, str | None) for row in table.rows for cell in row.cells)


def test_paragraphs_of_prose_are_one_value() -> None:
    line = "<p>a long line of the summary of {word} that goes on and on until the line is full</p>"
    rows = "".join(
        f"<li><h3>{word} {n}</h3><div>{line.format(word=word) * (1 + n % 3)}</div></li>" for n, word in enumerate(WORDS)
    )
    table = wrapture.extract(f"<ul>{rows}</ul>")
    assert shown(table) == ["title", "description"]
    assert str(table["description"][2]).count("Gamma") == 3


def test_a_day_and_month_beside_prose_is_a_column() -> None:
    table = listed("<h3>{word} {word}</h3><p><span>{n} Jan</span> some words about {word} and more</p>")
    assert shown(table) == ["title", "date", "text"]


# --- the title ---


def test_a_link_that_recurs_in_some_records_is_still_the_title() -> None:
    rows = "".join(
        f"<li><b><a href=/{n}>{WORDS[n % 6]} page</a></b><p>some words about the page of {n} that are many, and more</p>"
        f"<i>Size: {n}K</i></li>"
        for n in range(10)
    )
    table = wrapture.extract(f"<ul>{rows}</ul>")
    assert shown(table)[:2] == ["title", "link"]
    assert table["title"][0] == "Alpha page"


def test_a_status_is_not_the_title() -> None:
    rows = "".join(
        f"<tr><td>{n + 1}/5/2020</td><td>{'Cancelled' if n % 4 == 0 else 'Regular' if n % 2 else 'Open'}</td></tr>"
        for n in range(12)
    )
    table = wrapture.extract(f"<table>{rows}</table>", guess=True)
    assert shown(table)[0] == "date"


def test_an_amount_beside_the_same_with_its_currency_is_one_column() -> None:
    prices = ["13'000", "9'500", "21'900", "7'250", "11'100", "18'300", "5'990", "16'000"]
    rows = "".join(
        f"<li><h3>{word} Car</h3><p>{price}</p><div>{n * 7919 % 97}</div><p>CHF {price}</p></li>"
        for n, (word, price) in enumerate(zip(WORDS, prices, strict=True))
    )
    table = wrapture.extract(f"<ul>{rows}</ul>")
    assert shown(table) == ["title", "number", "price"]
    assert "repeats price" in table.hidden.values()


@pytest.mark.parametrize("tag", ["s", "del", "strike"])
def test_a_struck_price_is_another_value_than_the_price(tag: str) -> None:
    old = {1: f" <{tag}>€19.90</{tag}>", 4: f" <{tag}>€29.90</{tag}>"}
    rows = "".join(
        f"<li><h3><a href=/p/{n}>Kettle {name}</a></h3><p class=price>€1{n}.50{old.get(n, '')}</p></li>"
        for n, name in enumerate(["Aster", "Basalt", "Cobble", "Dune", "Ember", "Fern"])
    )
    table = wrapture.extract(f"<ul>{rows}</ul>").shown()
    assert list(table["price"]) == [f"€1{n}.50" for n in range(6)]
    assert [value for value in table["old_price"] if value] == ["€19.90", "€29.90"]


def test_a_picture_that_all_records_have_is_a_hidden_constant() -> None:
    table = listed("<h3><a href=/{n}>{word} {n}</a></h3><img src=/star.png><p>About {word}, part {n}</p>")
    assert table.hidden["image"] == "the same in every record"
    assert set(table["image"]) == {"/star.png"}


def test_optional_inline_fields_are_told_by_their_classes() -> None:
    rows = "".join(
        f"<a class=card href=/{n}><span class=pic><img src=/{n}.jpg></span>"
        + ("<span class=tag>News</span>" if n % 2 else "<span class=tag>Sport</span>" if n % 4 else "")
        + f"<span class=title>{word} House</span>"
        + (f"<span class=teaser>About {word} and more</span>" if n % 3 else "")
        + "</a>"
        for n, word in enumerate(WORDS)
    )
    table = wrapture.extract(f"<div>{rows}</div>", guess=True)
    assert shown(table) == ["title", "link", "tag", "teaser", "image"]
    assert table["title"] == [f"{word} House" for word in WORDS]
    assert table["tag"][:3] == [None, "News", "Sport"]
    assert table["teaser"][:2] == [None, "About Beta and more"]


def test_a_text_is_not_shown_beside_the_values_that_it_is_made_of() -> None:
    table = listed(
        "<a href=/{n}>{word} {n}</a><p><cite><a href=/{n}>http://a.example/{n}</a> <i>- size {n}00 bytes - 4/2{n}/97</i></cite>"
    )
    assert "description" not in shown(table)
    assert {"url", "size", "date"} <= set(shown(table))


def test_a_host_beside_its_address_is_hidden() -> None:
    table = listed("<a href=/{n}>{word} {n}</a><p>{word}.example</p><div>www.{word}.example/page/{n}</div>")
    assert [name for name in shown(table) if name.startswith("url")] == ["url"]
    assert table["url"][0] == "www.Alpha.example/page/1"


def test_buttons_with_many_texts_are_hidden_unless_they_have_figures() -> None:
    rows = "".join(
        f"<li><h3>{word} {n}</h3><p>About {word}</p><button>{('Get it', 'Buy', 'Order', 'Call')[n % 4]}</button>"
        f"<a class=btn href=tel:{n}>555-010{n % 4}</a></li>"
        for n, word in enumerate(WORDS)
    )
    table = wrapture.extract(f"<ul>{rows}</ul>", guess=True)
    assert "555-0101" in [cell for row in table.shown().rows for cell in row.cells]
    assert "Order" not in [cell for row in table.shown().rows for cell in row.cells]


@pytest.mark.parametrize(
    "template",
    [
        "<a href=/u{n}><h4>{word} Smith</h4></a><a href=/{n}><h2>The {word} story</h2><h3>A long tale of {word}</h3></a>",
        "<h4>Office of {word}</h4><h3>The {word} story</h3><a href=/{n}>More on {word} {n}</a>",
        "<p role=heading>The {word} story</p><a href=/{n}>Learn more about the reviews of {word}</a>",
    ],
)
def test_the_highest_heading_is_the_title(template: str) -> None:
    assert listed(template)["title"][0] == "The Alpha story"


def test_the_scale_beside_a_rating_is_hidden() -> None:
    rows = "".join(
        f"<li><h3>{word} House</h3>" + (f"<p><b>4.{9 - n}</b> <i>out of 5</i></p>" if n != 3 else "") + "</li>"
        for n, word in enumerate(WORDS)
    )
    assert shown(wrapture.extract(f"<ul>{rows}</ul>", guess=True)) == ["title", "rating"]


# --- what says nothing about a record ---


def test_a_serial_number_is_hidden_and_a_rank_is_not() -> None:
    head = "<tr><th>{}</th><th>Act</th></tr>"
    rows = "".join(f"<tr><td>{n}</td><td>Act of {word}</td></tr>" for n, word in enumerate(WORDS, 1))
    assert shown(wrapture.extract(f"<table>{head.format('Sr. No.')}{rows}</table>")) == ["act"]
    assert shown(wrapture.extract(f"<table>{head.format('Rank')}{rows}</table>")) == ["act", "rank"]


def test_numbers_that_happen_to_grow_are_values() -> None:
    table = listed("<h3>{word} House</h3><p>{n}</p>")
    assert shown(table) == ["title", "rank"]


def test_words_for_screen_readers_are_hidden_and_their_figures_are_not() -> None:
    table = listed("<h3>{word} House</h3><p>{n}.5 km <span class=sr-only>{word} distance away</span></p>")
    assert shown(table) == ["title", "distance"]
    spoken = listed("<h3>{word} House</h3><p class=visually-hidden>{n} of 9 people liked {word}</p>")
    assert len(shown(spoken)) == 2


def test_a_labelled_value_that_hardly_any_record_has_is_hidden() -> None:
    rows = "".join(
        f"<li><h3>House {n}-{n * 7}</h3><p>{n * 13} €</p>{'<p>Sale ends: May 3</p>' if n in (4, 30) else ''}</li>"
        for n in range(40)
    )
    table = wrapture.extract(f"<ul>{rows}</ul>", guess=True)
    assert "sale_ends" not in shown(table)


# --- lists, lines and labels ---

PEOPLE = ["Ann Lee", "Bob Ray", "Cora Dahl", "Dan Fox", "Eve Ohm", "Finn Roe", "Gil Mora", "Ida Berg", "Jon Holm"]


def people(count: int) -> list[str]:
    return [PEOPLE[(3 * count + n) % len(PEOPLE)] for n in range(count * 7 % 4 + 1)]


def items(body: Callable[[int], str]) -> Table:
    rows = "".join(f"<li><h3><a href=/{n}>{word} house</a></h3>{body(n)}</li>" for n, word in enumerate(WORDS))
    return wrapture.extract(f"<h1>Things</h1><ul>{rows}</ul>", guess=True)


@pytest.mark.parametrize(
    ("item", "between", "around"),
    [
        ("<a href=/a/{0}>{0}</a><sup>{1}</sup>", ", ", "<p class=authors>{}</p>"),
        ("<a href=/a/{0}>{0}</a>", " and ", "<p class=authors>{}</p>"),
        ("<div class=author>{0}</div>", "", "<div class=authors>{}</div>"),
        ("<li><a href=/a/{0}>{0}</a></li>", "", "<ul class=authors>{}</ul>"),
    ],
)
def test_authors_are_one_list(item: str, between: str, around: str) -> None:
    table = items(lambda n: around.format(between.join(item.format(name, k + 1) for k, name in enumerate(people(n)))))
    assert table["authors"] == [tuple(people(n)) for n in range(len(WORDS))]


def test_pictures_are_one_list() -> None:
    table = items(lambda n: "<div>" + "".join(f"<img src=/{n}{k}.jpg>" for k in range(n % 4 + 1)) + "</div>")
    assert table["image"][1] == ("/10.jpg", "/11.jpg")


def test_lines_that_go_on_in_a_sentence_are_one_value() -> None:
    line = (
        "A house of {0} with a garden, as the people of the town<br>who built it long ago liked {0} and its many rooms"
    )
    table = items(lambda n: f"<font>{line.format(PEOPLE[n])}<br>www.town.org/{WORDS[n].lower()}.html - {n + 3}k</font>")
    assert shown(table) == ["title", "link", "description", "url"]
    assert table["description"][0] == line.format(PEOPLE[0]).replace("<br>", " ")


def test_words_in_bold_before_values_are_labels() -> None:
    table = items(
        lambda n: (
            f"<p><b>Type of work</b> Deck {n}</p>"
            + (f"<p><b>Zone</b> R-{n}</p>" if n % 3 else "")
            + f"<p><b>Owner</b> {PEOPLE[n]}</p>"
        )
    )
    assert shown(table) == ["title", "link", "type_of_work", "zone", "owner"]
    assert table["zone"] == [f"R-{n}" if n % 3 else None for n in range(len(WORDS))]
    assert table["owner"] == PEOPLE[: len(WORDS)]


def test_columns_by_label_stand_where_they_stand_on_the_page() -> None:
    rows = "".join(
        f"<div><h3>{word}</h3><dl><dt>Applicant</dt><dd>Smith {n} & Co</dd>"
        + (f"<dt>Size</dt><dd>{n * 5 + 5} m²</dd>" if n % 3 else "")
        + f"<dt>Filed</dt><dd>{n + 1} May 2020</dd></dl></div>"
        for n, word in enumerate(WORDS)
    )
    assert shown(wrapture.extract(rows, guess=True)) == ["title", "applicant", "size", "filed"]


def test_numbers_to_dial_are_shown_once() -> None:
    table = items(lambda n: f"<a href='tel:+49-30-123{n}45'>030 123{n}45</a> <a href=mailto:{n}@b.org>{n}@b.org</a>")
    assert shown(table) == ["title", "link", "phone", "email"]
    assert table.types["email"] == "text"


def test_a_price_for_screen_readers_hides_the_pieces_of_the_other() -> None:
    table = items(
        lambda n: (
            f"<div class=price><span class=sr-only>${n + 10}.9{n}</span>"
            f"<span aria-hidden=true><sup>$</sup>{n + 10}<sup>9{n}</sup></span></div>"
        )
    )
    assert shown(table) == ["title", "link", "price"]


def test_links_with_the_same_few_texts_are_no_text() -> None:
    minutes = "<a href=/m{0}.pdf>Minutes</a>"
    table = items(lambda n: f"<p><a href=/a{n}.pdf>Agenda</a> {minutes.format(n) if n % 4 else ''}</p>")
    assert shown(table) == ["title", "link", "agenda_link", "minutes_link"]


@pytest.mark.parametrize(
    ("body", "names"),
    [
        ("<b>${n}1.00 - ${n}9.00</b>", ["min_price", "max_price"]),
        ("<b>from ${n}9.99</b>", ["price"]),
        ("<b>{n}11.000 EUR Preis</b>", ["price"]),
        ("<b>R$ {n}.299,00</b><i>12x de R$ {n}08,25</i>", ["price", "installments"]),
        ("<b>${n}.99</b><i>$0.{n}9/oz</i>", ["price", "unit_price"]),
        ("<i>le {n} février 2021</i>", ["date"]),
        ("<p>Area: {n}0 m<sup>2</sup></p>", ["area"]),
        ("<a href='/@ann{n}'>{word} Lee</a>", ["author", "author_link"]),
    ],
)
def test_names_of_prices_and_dates(body: str, names: list[str]) -> None:
    table = listed("<h3><a href=/{n}>{word} house</a></h3>" + body)
    assert sorted(set(shown(table)) - {"title", "link"}) == sorted(names)


# --- the same in another form ---


def test_an_address_that_the_link_beside_it_has_is_shown_once() -> None:
    table = listed(
        "<a href=https://a.example/{word}/>{word} House</a><p>http://www.a.example/{word}</p><b>{n}.5 km</b>"
    )
    assert shown(table) == ["title", "link", "distance"]
    assert "repeats link" in [one.hidden for one in table.described]


def test_a_short_form_of_an_address_is_meant_to_be_read() -> None:
    table = listed("<a href=https://a.example/{word}/>{word} House</a><p>a.example/{word}</p>")
    assert shown(table) == ["title", "link", "url"]


def test_a_time_of_the_day_is_shown_in_one_form() -> None:
    table = listed("<h3>{word} House {n}</h3><i class=a>{n}:30 PM</i> <i class=b>1{n}:45</i>")
    assert len(shown(table)) == 3
    rows = "".join(
        f"<li><h3>{word} House</h3><p class=x>{n % 9 + 1}:30 PM</p><p class=y>{n % 9 + 13}:30</p></li>"
        for n, word in enumerate(WORDS)
    )
    assert shown(wrapture.extract(f"<ul>{rows}</ul>", guess=True)) == ["title", "time"]


def test_a_button_that_says_its_text_twice_is_shown_once() -> None:
    table = listed("<h3>{word} House {n}</h3><p><span>{word} tour</span> <span>{word} tour</span></p>")
    assert [str(table[name][0]) for name in shown(table)] == ["Alpha House 1", "Alpha tour"]


def test_a_currency_in_an_element_of_its_own_belongs_to_the_amount() -> None:
    rows = "".join(
        f"<li><h3>{word} House</h3><p><i>{'$' if n % 3 else '€'}</i><b>{n * 37 + 20}</b><sup>{n}5</sup></p></li>"
        for n, word in enumerate(WORDS)
    )
    assert shown(wrapture.extract(f"<ul>{rows}</ul>", guess=True)) == ["title", "price"]


def test_a_column_of_one_mark_is_hidden() -> None:
    rows = "".join(f"<tr><td>{word} House</td><td>.</td><td>{n * 7 % 5} km</td></tr>" for n, word in enumerate(WORDS))
    page = f"<table><tr><th>Name<th>Citation<th>Distance</tr>{rows}</table>"
    assert shown(wrapture.extract(page, guess=True)) == ["name", "distance"]


def test_a_month_and_a_day_in_elements_of_their_own_are_a_date() -> None:
    months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug"]
    rows = "".join(
        f"<li><p><span>{month}</span><span>{3 * n + 2}</span></p><h3><a href=/{n}>Meeting of {word}</a></h3></li>"
        for n, (month, word) in enumerate(zip(months, WORDS, strict=True))
    )
    assert shown(wrapture.extract(f"<ul>{rows}</ul>", guess=True)) == ["title", "link", "date"]


def test_the_day_beside_a_month_is_called_so() -> None:
    months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug"]
    rows = "".join(
        f"<tr><td>{month}</td><td>{3 * n + 2}</td><td><a href=/{n}>Meeting of {word}</a></td></tr>"
        for n, (month, word) in enumerate(zip(months, WORDS, strict=True))
    )
    assert shown(wrapture.extract(f"<table>{rows}</table>", guess=True)) == ["title", "link", "month", "day"]


def test_labels_of_links_are_hidden_though_dashes_stand_where_there_is_no_link() -> None:
    rows = "".join(
        f"<tr><td><a href=/{n}>{word} House</a></td><td>{n} km</td><td>{faqs}</td></tr>"
        for n, word in enumerate(WORDS)
        for faqs in [f"<a href=/{n}/faq>FAQs</a>" if n % 2 else "---"]
    )
    assert shown(wrapture.extract(f"<table>{rows}</table>", guess=True)) == ["title", "link", "distance", "faqs_link"]


def test_the_steps_of_a_carousel_are_hidden() -> None:
    rows = "".join(
        f"<li><h3>{word} House</h3><p>{n} rooms</p><ul>{''.join(f'<li>Slide {k + 1}' for k in range(n % 3 + 2))}</ul></li>"
        for n, word in enumerate(WORDS)
    )
    assert "Slide" not in str(wrapture.extract(f"<ul>{rows}</ul>", guess=True).shown().to_dicts())


def test_a_paragraph_with_a_division_for_each_line_is_one_value() -> None:
    table = listed(
        "<h3>{word} House {n}</h3><p>This is an appeal from the board of {word}<br></p><div>"
        "which found that the owner of the house was not at<br></div><div>the meeting and had not been asked at all<br></div>"
    )
    assert len(shown(table)) <= 3


def test_columns_with_the_same_header_are_told_apart_by_the_header_before_them() -> None:
    rows = "".join(
        f"<tr><td>{word} Town</td><td>{90 + n * 7 % 11}</td><td>{word[::-1].title()} City</td><td>{95 + n * 5 % 9}</td></tr>"
        for n, word in enumerate(WORDS)
    )
    page = f"<table><thead><tr><th>Visitor<th>PTS<th>Home<th>PTS</thead>{rows}</table>"
    assert shown(wrapture.extract(page, guess=True)) == ["visitor", "visitor_pts", "home", "home_pts"]


def test_the_second_of_two_times_is_the_end() -> None:
    rows = "".join(
        f"<li><h3>Meeting of {word}</h3><p><b>{n % 4 + 1}:30 PM</b> to <b>{n % 4 + 3}:00 PM</b></p></li>"
        for n, word in enumerate(WORDS)
    )
    assert shown(wrapture.extract(f"<ul>{rows}</ul>", guess=True)) == ["title", "time", "end_time"]


def test_the_parts_of_an_address_that_the_link_has_are_hidden_with_it() -> None:
    table = listed("<a href=https://a.example/news/{word}/no-{n}>{word} House</a><p>/news/<b>{word}</b>/no-{n}</p>")
    assert shown(table) == ["title", "link"]


def test_a_link_with_other_parameters_is_shown_once() -> None:
    table = listed(
        "<h3><a href=/h/{word}>{word} House</a></h3><a href=/h/{word}?from=list&n={n}><img src=/i/{n}.jpg></a>"
    )
    assert shown(table) == ["title", "link", "image"]


def test_words_for_screen_readers_before_a_value_hide_the_second_one() -> None:
    table = listed("<h3>{word} House</h3><div aria-hidden=true>4.{n}</div><div class=x>Scored 4.{n}</div><p>{n} km</p>")
    assert shown(table) == ["title", "rating", "distance"]


def test_a_host_that_only_a_title_contains_stays() -> None:
    table = listed(
        "<p><a href=https://{word}.example/{n}>Why {word} matters</a> (<a href=/s/{n}>{word}.example</a>)</p><p>{n} km</p>"
    )
    assert "Alpha.example" in [str(table[name][0]) for name in shown(table)]


def test_a_decimal_point_in_an_element_of_its_own_divides_no_amounts() -> None:
    amount = "<span>${n}5.99</span><span aria-hidden=true><i>$</i><b>{n}5<em>.</em></b><b>99</b></span>"
    rows = "".join(
        f"<li><h3>{word} charger</h3><a href=/{n}><span class=p>{amount.format(n=n + 1)}</span>"
        f"{f'<span class=q><span>${n + 2}7.99</span><span>${n + 2}7.99</span></span>' if n % 2 else ''}</a></li>"
        for n, word in enumerate(WORDS)
    )
    table = wrapture.extract(f"<ul>{rows}</ul>", guess=True)
    assert shown(table)[:3] == ["title", "price", "old_price"]
