"""Numbers, prices, dates, percentages and ratings: deciding a column's type, and parsing its texts."""

from __future__ import annotations

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Literal

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from tests.patience import cpu_time_below
from wrapture.model import ValueType
from wrapture.values import Price, Rating, read_cell, read_value, type_of
from wrapture.values.cell import as_json
from wrapture.values.months import _MONTHS as MONTH_NAMES
from wrapture.values.months import MONTHS, plain

NUMBERS = ValueType("number", decimal=".")
TYPES = [
    ValueType("number", "."),
    ValueType("number", ",", unit="pages"),
    ValueType("price", ",", "EUR"),
    ValueType("date", order="dmy"),
    ValueType("date", order="ymd"),
    ValueType("percentage", ".", prefix="Save"),
    ValueType("rating", scale=5),
    ValueType("link"),
    ValueType(),
]


@pytest.mark.parametrize(
    ("values", "name"),
    [
        (["12", "1,500", "3"], "number"),
        (["1.", "2.", "3."], "number"),
        (["(12)", "(7)"], "number"),
        (["32,085 plays", "1 play"], "number"),
        (["size 7,236 bytes", "size 81 bytes"], "number"),
        (["Published 1999", "Published 2003"], "number"),
        (["11K", "649", "3.3K"], "number"),
        (["$118", "$1,139.00"], "price"),
        (["1,5001,500", "1,2001,200"], "number"),  # a twin for screen readers
        (["12,50 €", "8,00 €"], "price"),
        (["CDN$ 2.19", "CDN$ 16.99"], "price"),
        (["Today's Price £3.59", "Today's Price £6.29"], "price"),
        (["- January 17, 2004", "- May 5, 2004"], "date"),
        (["Tue, 04 Aug 1998", "Sat, 04 Jul 1998"], "date"),
        (["17 juin 1999", "3 août 2001"], "date"),
        (["Decided 10/27/2023", "Decided 11/09/2023"], "date"),
        (["00:02, 18 September 2016", "17:56, 26 April 2016"], "date"),
        (["58%", "57 %"], "percentage"),
        (["08%", "12%"], "percentage"),
        (["20% off", "5% off"], "percentage"),
        (["4.5 out of 5", "3 out of 5"], "rating"),
        (["★★★★☆", "★★☆☆☆"], "rating"),
        (["3/5", "4/5"], "rating"),
        (["http://www.acs.org/a", "https://b.org/" + "x" * 200], "link"),
        (["240.000 EUR", "95.000 EUR"], "price"),  # no price has three decimals
        (["$19 97", "$5 00"], "price"),
        (["CHF13'000", "CHF9'500.–"], "price"),
        (["210 PS", "95 PS"], "number"),
        (["84 m²", "112,5 m²"], "number"),
        (["20 °C", "-3 °C"], "number"),
        (["1 lb", "5 lbs"], "number"),
        (["3 left", "5 left"], "number"),
        (["52000", "61500", "48000"], "number"),  # round: nobody counts out such names
        (["80331", "9115", "104"], "number"),
        (["2020. 5. 6.", "2020. 12. 24."], "date"),
        (["2020年5月6日(水)", "2020年12月24日(木)"], "date"),
        (["2020. gada 6. maijā", "2021. gada 7. jūnijā"], "date"),
        (["6. 5. 2020", "24. 12. 2020"], "date"),
    ],
)
def test_a_type_is_found(values: list[str], name: str) -> None:
    assert type_of(values).name == name


@pytest.mark.parametrize(
    "values",
    [
        [],
        ["12"],  # one value is not enough
        ["iPhone 7", "iPhone 6"],
        ["Chapter 5", "Chapter 6"],  # a name with a number
        ["App Div, 1st Dept"] * 5,
        ["007", "012"],  # names of digits
        ["1234567890123456", "9876543210123456"],
        ["23-13958", "21-10447"],
        ["1.2.3", "1.2.4"],
        ["1.234", "5.678"],  # thousands or thousandths
        ["3/4/2021", "5/6/2021"],  # March or April
        ["5 May", "6 June"],  # of which year
        ["June 1997", "May 1994"],
        ["2 days ago", "3 hours ago"],
        ["31.2.2020", "30.2.2021"],  # no such day
        ["1 of 5", "2 of 5", "3 of 5"],
        ["1/5", "2/5", "3/5", "4/5", "5/5"],  # pages of a list
        ["5 of 5 stars"] * 6,  # a button to rate with
        ["US $1-380", "US $5-20"],
        ["5 kg", "3 m"],
        ["report.pdf", "notes.doc"],
        ["www.acs.org/a", "acs.org/b"],  # shown, perhaps shortened: nothing to open
        ["4 hours ago", "5 hours ago"],
        ["vor 3 Tagen", "vor 2 Tagen"],
        ["hace 3 días", "hace 2 días"],
        ["il y a 3 jours", "il y a 5 jours"],
        ["3 dagen geleden", "4 dagen geleden"],
        ["3 дня назад", "4 дня назад"],
        ["3日前", "5日前"],
        ["in 3 days", "in 5 days"],
        ["3h", "5h"],  # since when
        ["5m", "9m"],  # minutes ago, metres or millions
        ["yesterday", "today"],
        ["3 of 10", "4 of 10"],
        ["10 – 20", "5 – 9"],
        ["$10 – $20", "$5 – $9"],
        ["$20 $15", "$30 $25"],  # an old price and a new one
        ["299 199", "120 99"],
        ["299 199", "450 399"],
        ["20220301 03-02-2022", "20240105 01-06-2024"],  # two dates
        ["80331", "10115", "20095"],  # postal codes
        ["120999", "121053", "120117"],  # cases
        ["9783161484100", "9780306406157"],
        ["612 345 678", "699 111 222"],
        ["1,2 mil", "3 mil"],
        ["1.459 €", "1.389 €"],  # a litre of fuel, or a bicycle
        ["12.500 KWD", "13.750 KWD"],  # three decimals, or thousands
    ],
)
def test_what_only_looks_like_a_type_stays_a_text(values: list[str]) -> None:
    assert type_of(values) == ValueType()


def test_nearly_all_values_must_be_of_the_type() -> None:
    assert type_of([f"{n} €" for n in range(9)] + ["sold"]).name == "price"
    assert type_of([f"{n} €" for n in range(8)] + ["sold", "gone"]).name == "text"


def test_cells_without_a_value_do_not_count() -> None:
    assert type_of(["5", "-", None, "n/a", "", "7", "—"]).name == "number"


def test_cells_with_several_texts_are_looked_at_too() -> None:
    kind = type_of([("5 €", "6 €"), ("7 €",)])
    assert kind.name == "price"
    assert read_cell(kind, ("5 €", "?")) == [Price(Decimal(5), "EUR"), None]


@pytest.mark.parametrize(
    ("values", "decimal", "first"),
    [
        (["1.234,50", "2,5"], ",", 1234.5),
        (["1,234.50", "2.5"], ".", 1234.5),
        (["1.234", "845", "12"], ",", 1234),
        (["1.234", "1500"], ".", 1.234),
        (["1,234", "2,345"], ".", 1234),
        (["12,34,567", "1,00,000"], ".", 1234567),
        (["1 234 567", "12"], ".", 1234567),
        (["0.125", "0.250"], ".", 0.125),
        (["−3", "+4"], ".", -3),
    ],
)
def test_the_decimal_mark_is_decided_by_all_values(values: list[str], decimal: str, first: float) -> None:
    kind = type_of(values)
    assert (kind.name, kind.decimal) == ("number", decimal)
    assert read_value(kind, values[0]) == first


@pytest.mark.parametrize(
    ("values", "order", "first"),
    [
        (["3/4/2021", "25/12/2021"], "dmy", date(2021, 4, 3)),
        (["3/4/2021", "12/25/2021"], "mdy", date(2021, 3, 4)),
        (["3.4.2021", "5.6.2021"], "dmy", date(2021, 4, 3)),
        (["99/06/17", "98/01/02"], "ymd", date(1999, 6, 17)),
        (["07/30/97", "07/29/05"], "mdy", date(1997, 7, 30)),
        (["2017-02-06", "2017/02/07"], "", date(2017, 2, 6)),
        (["2012年5月6日", "2013年12月31日"], "", date(2012, 5, 6)),
        (["17 de junio de 1999", "1 de mayo de 2001"], "", date(1999, 6, 17)),
        (["1. März 2020", "12. Dez. 2021"], "", date(2020, 3, 1)),
        (["5 мая 2012 г.", "6 июня 2013 г."], "", date(2012, 5, 5)),
        (["June 3rd, 2019", "May 21st 2019"], "", date(2019, 6, 3)),
        (["Jan 26, 2017, 7:04pm EST", "Feb 2, 2017, 12:02am EST"], "", datetime(2017, 1, 26, 19, 4)),
        (["2017-02-06T10:00:00Z", "2017-02-07T10:00:00Z"], "", datetime(2017, 2, 6, 10, tzinfo=UTC)),
    ],
)
def test_the_order_of_dates_is_decided_by_all_values(values: list[str], order: str, first: date) -> None:
    kind = type_of(values)
    assert (kind.name, kind.order) == ("date", order)
    assert read_value(kind, values[0]) == first


def test_names_of_months_have_one_meaning_each() -> None:
    assert MONTHS["mai"] == MONTHS["mayo"] == MONTHS["мая"] == 5
    languages = [language.split("|") for language in MONTH_NAMES.split(";") if language.strip()]
    assert {len(language) for language in languages} == {12}
    named = [
        (plain(name), n) for language in languages for n, names in enumerate(language, 1) for name in names.split()
    ]
    assert len(set(named)) == len(MONTHS)


@pytest.mark.parametrize(
    "text",
    [
        "6. maija 2020",
        "2020 m. gegužės 6 d.",
        "6. mai 2020",
        "6. maja 2020",
        "6 май 2020",
        "6 Μάιος 2020",
        "6 kvě 2020",
        "6 may 2020",
        "2020년 5월 6일 (수)",
        "2020年5月6日 星期三",
        "2020/5/6(水)",
        "2020. május 6.",
        "środa 6 maja 2020",
        "6 toukokuuta 2020",
    ],
)
def test_dates_in_the_language_of_the_page(text: str) -> None:
    assert read_value(ValueType("date"), text) == date(2020, 5, 6)


def test_dates_say_whether_they_have_a_time() -> None:
    assert not type_of(["2020-05-06", "2020-05-07"]).time
    assert type_of(["2020-05-06", "2020-05-07 12:30"]).time


def test_two_amounts_are_not_one() -> None:
    prices = ValueType("price", ".", "$")
    for text in ("$20 $15", "$10 – $20", "$10-20", "299 199 kr", "20 € 15 €", "1,299.00 999.00 €", "$19.99 97"):
        assert read_value(prices, text) is None, text
    assert read_value(prices, "1 299 kr") == Price(Decimal(1299), "kr")
    assert read_value(ValueType("price", ".", "kr", spaced=True), "299 500 kr") == Price(Decimal(299500), "kr")


def test_spaces_group_digits_where_a_value_shows_it() -> None:
    kind = type_of(["349 500 kr", "1 200 000 kr"])
    assert (kind.name, kind.spaced) == ("price", True)
    assert read_value(kind, "349 500 kr") == Price(Decimal(349500), "kr")
    assert not type_of(["99 kr", "120 kr"]).spaced


@given(
    st.integers(0, 10**9),
    st.integers(0, 99),
    st.sampled_from([(".", ","), (",", "."), (".", "'"), (",", " "), (".", "’")]),
)
def test_an_amount_is_read_as_it_was_written(whole: int, cents: int, marks: tuple[Literal[".", ","], str]) -> None:
    decimal, group = marks
    text = f"{whole:,}".replace(",", group) + f"{decimal}{cents:02}"
    read = read_value(ValueType("price", decimal, "EUR", spaced=group == " "), f"{text} €")
    assert read == Price(Decimal(f"{whole}.{cents:02}"), "EUR")


@given(st.integers(1, 10**5), st.integers(1, 10**5), st.sampled_from([" ", " – ", "-", " / ", " to ", " | "]))
def test_two_numbers_are_never_read_as_another(one: int, two: int, between: str) -> None:
    for kind in (ValueType("number", "."), ValueType("number", ",")):
        read = read_value(kind, f"{one}{between}{two}")
        grouped = one < 100 and 100 <= two <= 999  # 12 345 is a number
        assert read is None or (between == " " and (grouped or one == two == read))


def test_a_value_and_its_twin_are_one_value() -> None:
    kind = type_of(["1,500 1,500", "20 20", "7 7"])
    assert (kind.name, read_value(kind, "1,500 1,500")) == ("number", 1500)
    assert read_value(kind, "1,500 1,501") is None
    assert type_of(["3 2", "3 3", "4 1"]).name == "text"


def test_a_key_to_sort_by_is_no_part_of_a_date() -> None:
    kind = type_of(["20220301 03-01-2022", "20240105 01-05-2024"])
    assert read_value(kind, "20220301 03-01-2022") == date(2022, 3, 1)
    assert read_value(kind, "20220301 03-02-2022") is None  # the two disagree
    assert read_value(ValueType("date"), "202203011030 1 March 2022, 10:30") == datetime(2022, 3, 1, 10, 30)


@pytest.mark.parametrize(
    ("text", "price"),
    [
        ("$1,299.00", Price(Decimal("1299.00"), "$")),
        ("US $ 5", Price(Decimal(5), "USD")),
        ("$5 CAD", Price(Decimal(5), "CAD")),
        ("-£3", Price(Decimal(-3), "GBP")),
        ("€ 12.-", Price(Decimal(12), "EUR")),
        ("Rs. 1,00,000", Price(Decimal(100000), "INR")),
        ("100 kr", Price(Decimal(100), "kr")),
        ("5 ft", None),
        ("12", None),
        ("$", None),
    ],
)
def test_an_amount_of_money(text: str, price: Price | None) -> None:
    assert read_value(ValueType("price", "."), text) == price


def test_a_value_of_another_page_that_does_not_fit_is_nothing() -> None:
    assert read_value(NUMBERS, "many") is None
    assert read_value(ValueType("number", ".", unit="pages"), "12 volumes") is None
    assert read_value(ValueType("date", order="dmy"), "12/25/2021") is None
    assert read_cell(NUMBERS, None) is None


@pytest.mark.parametrize(
    "text",
    [
        "4.5 out of 5 stars",
        "Rated 4.5 out of 5 stars",
        "Average customer rating: 4.5 out of 5.0.",
        "4.5 out of 5 stars rating",
        "Bewertung: 4,5 von 5 Sternen",
        "4,5 sur 5",
        "4,5 av 5 stjerner",
        "5つ星のうち4.5",
        "4.5/5",
    ],
)
def test_ratings_as_pages_say_them(text: str) -> None:
    assert read_value(ValueType("rating"), text) == Rating(4.5, 5)


@pytest.mark.parametrize("text", ["4.5 stars", "★ 4.5", "4.5 ★", "4.5 star rating", "Rated 4.5 stars"])
def test_ratings_without_a_scale(text: str) -> None:
    assert read_value(ValueType("rating"), text) == Rating(4.5, None)


def test_a_scale_is_remembered() -> None:
    assert read_value(ValueType("rating", scale=5), "4 stars") == Rating(4, 5)


@given(st.text())
@example("1" * 10_000)
@example("1,1" * 3_000)
@example("²")
@example("٣")
@example("0000-00-00")
@example("9" * 40 + "%")
@example("1:00, 1" + " " * 60)
@example("99 Jan 9999 99:99")
@example("20200101 " * 8)
def test_reading_never_raises(text: str) -> None:
    for kind in TYPES:
        as_json(read_value(kind, text))


@given(st.lists(st.text() | st.from_regex(r"\A[-$€]?[0-9.,/ ]{1,12}[%k€a-z ]{0,6}\Z")))
def test_deciding_never_raises_and_the_type_parses(values: list[str]) -> None:
    kind = type_of(values)
    if kind.name != "text":
        read = [read_value(kind, value) for value in values[:50]]
        assert sum(value is not None for value in read) >= 2


@pytest.mark.parametrize("piece", ["1", "1,", " 1", "a", "a ", "$", "-", ".", "★", "(", "1 a", "www.", "a.", "a: "])
def test_long_texts_cost_little(piece: str) -> None:
    texts = [piece * (20_000 // len(piece)), piece * (98 // len(piece))] * 20
    with cpu_time_below(10):
        kind = type_of(texts)
        for text in texts:
            read_value(kind, text)


def test_values_as_json() -> None:
    assert as_json(Price(Decimal("9.80"), "EUR")) == {"amount": 9.8, "currency": "EUR"}
    assert as_json([Rating(4.5, 5), None]) == [{"value": 4.5, "scale": 5}, None]
    assert as_json(date(2020, 1, 2)) == "2020-01-02"


def test_a_prefix_ends_where_the_texts_first_differ() -> None:
    texts = ["Area: 83,858 sq km", "Area: 41,526 sq km", "Area: 9,250 sq km"]
    kind = type_of(texts)
    assert all(text.startswith(kind.prefix) for text in texts)
    if kind.name == "number":
        assert [read_value(kind, text) for text in texts] == [83858, 41526, 9250]
