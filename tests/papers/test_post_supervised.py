"""The examples and tables of the paper on post-supervised template induction (2005), section by section."""

from __future__ import annotations

from itertools import pairwise
from statistics import fmean, pstdev

import pytest

import wrapture
from wrapture.algo.cycles import CycleSet, cycle_sets, finalists, grouped
from wrapture.algo.subsequence import aligned, folded
from wrapture.html.fine_tokens import fine_tokens
from wrapture.learning.row_count_choice import OFFERED, row_counts
from wrapture.learning.row_templates import Rows
from wrapture.model import RowLocator, RowTemplate, Sample, Span
from wrapture.reading.records import find_records
from wrapture.reading.row_template import SIMILAR, Template, likeness

PUBLISHED = Rows(as_published=True)

# --- 2.1: tokenizing ---

SIX = ["<b>", "INN ON THE LAKE", "</b>", "</a>", "</td>", "<td align=right>"]


def hotel_row(name: str) -> str:
    """Return a row of the second example; the link around the name is closed there but not opened."""
    return f"<tr><td><a href=x><b>{name}</b></a></td><td align=right></td></tr>"


def test_example_1_six_tokens() -> None:
    tokens = fine_tokens(wrapture.parse(f"<table>{hotel_row('INN ON THE LAKE')}</table>")).texts
    start = tokens.index("<b>")
    assert dict(enumerate(tokens[start : start + 6])) == dict(enumerate(SIX))


def test_an_address_is_one_token_and_a_rate_two() -> None:
    page = wrapture.parse("<p>3009 NO 2 HIGHWAY, Waverley, NS</p><p>Rate: CAD 95.00 - CAD 130.00*</p>")
    texts = [token for token in fine_tokens(page).texts if not token.startswith("<")]
    assert texts == ["3009 NO 2 HIGHWAY, Waverley, NS", "Rate:", "CAD 95.00 - CAD 130.00*"]


# --- 2.2: the automaton, figures 4 and 5 ---

AIRPORT = ["<b>", "AIRPORT HOTEL HALIFAX", *SIX[2:]]
PARTS = [["<b>"], SIX[2:]]


def test_example_2_states_between_the_same_symbols_merge() -> None:
    rows = ["start", *AIRPORT, "between", *SIX, "end"]
    sets = cycle_sets(rows)
    merged = [(rows[one.visits[0] - 1], rows[one.visits[0]]) for one in sets]
    assert merged == list(pairwise(SIX[2:]))  # three pairs of states, as in figure 5 (b)
    assert {len(one.visits) for one in sets} == {2}
    assert {one.reach for one in sets} == {7}  # the length of the cycle


def test_example_2_the_overlapping_parts() -> None:
    rows = ["start", *AIRPORT, "between", *SIX, "end"]
    longest = max(cycle_sets(rows), key=lambda one: one.overlap)
    first = longest.visits[0] - 1
    assert rows[first : first + longest.overlap] == PARTS[1]


def runs(tokens: list[str], row: list[str]) -> list[list[str]]:
    """Return the tokens of a template, those that stand side by side in a row together."""
    codes = {token: chr(97 + n) for n, token in enumerate(dict.fromkeys(row))}
    places = aligned("".join(codes[token] for token in tokens), "".join(codes[token] for token in row))
    parts: list[list[str]] = []
    for token, before, place in zip(tokens, [-2, *places], places, strict=False):
        if place != before + 1:
            parts.append([])
        parts[-1].append(token)
    return parts


def test_example_2_the_template_has_two_parts() -> None:
    codes = {token: chr(97 + n) for n, token in enumerate(dict.fromkeys(AIRPORT + SIX))}
    names = {code: token for token, code in codes.items()}
    common = folded("".join(codes[token] for token in row) for row in (AIRPORT, SIX))
    assert runs([names[code] for code in common], SIX) == PARTS


def test_table_4_the_column_extracted_from_example_2() -> None:
    names = ["AIRPORT HOTEL HALIFAX", "INN ON THE LAKE"]
    page = wrapture.parse(f"<table>{''.join(map(hotel_row, names))}</table>")
    (found,) = Rows()(Sample((page,)))
    assert found.template == ("<tr>", "<td>", "<a href>", "<b>", 1, *SIX[2:], "</td>", "</tr>")
    table = wrapture.extract(page, learner="rows")
    column = [row.cells[table.columns.index("title")] for row in table.rows]
    assert column == names


# --- 2.3: dispersion ---


def test_the_dispersion_is_limited_to_1() -> None:
    even, uneven = [1, 11, 21, 31, 41], [1, 11, 21, 31, 500]
    sets = {
        tuple(visits): next(one for one in cycle_sets(_string(visits)) if one.visits == tuple(visits))
        for visits in (even, uneven)
    }
    assert sets[tuple(even)].dispersion == 0
    assert sets[tuple(uneven)].dispersion == pytest.approx(pstdev([10, 10, 10, 469]) / fmean([10, 10, 10, 469]))
    assert Rows().max_dispersion == 1


def _string(visits: list[int]) -> list[object]:
    """Return a string in which the state between <a> and <b> is visited at some places."""
    string: list[object] = list(range(visits[-1] + 1))
    for visit in visits:
        string[visit - 1 : visit + 1] = ["<a>", "<b>"]
    return string


def test_a_cycle_set_of_a_larger_dispersion_is_filtered_out() -> None:
    filler = "".join(f"<u{i}>x</u{i}>" for i in range(60))
    page = wrapture.parse(f"<div>{'<p><b>x</b></p>' * 5}</div>{filler}<p><b>foot</b></p>")
    assert any(one.dispersion > 1 for one in cycle_sets(fine_tokens(page).texts))
    assert all(one.dispersion <= 1 for group in PUBLISHED.groups(page) for one in group.sets)


# --- 2.4: overlapping parts, table 1 and figures 6 and 7 ---


def sets_of(count: int, *overlaps: int, length: int = 10) -> list[CycleSet]:
    visits = tuple(range(0, length * count, length))
    return [CycleSet(visits, overlap, 0.0) for overlap in overlaps]


def test_table_1_the_sum_of_overlapping_parts() -> None:
    thirteen = sets_of(13, 2, 5, 3, 9, 4, 6, 3, 3)
    (group,) = grouped(thirteen)
    assert (group.count, group.overlap) == (13, 35)
    twelve = sets_of(12, 9, 8, 7, 6, 5, 3, 2, 16, 15, 14)
    groups = grouped([*thirteen, *twelve])
    assert [(group.count, len(group.sets)) for group in groups] == [(12, 10), (13, 8)]
    assert groups[0].ratio == groups[0].overlap / 35


def travelocity() -> list[CycleSet]:
    """Return cycle sets with the L(N) of figure 6 for 11, 12 and 13, and slowly falling ones around these.

    The cycles of 12 are as long as the rows of the list, the others are shorter.
    """
    sums = {n: 2_000 - 120 * n for n in range(2, 11)} | {11: 798, 12: 495, 13: 90}
    sums |= {n: 90 - (n - 13) for n in range(14, 40)}
    return [one for n, overlap in sums.items() for one in sets_of(n, overlap - 50, 50, length=90 if n == 12 else 10)]


def test_figure_7_the_ratio_of_12_stands_out() -> None:
    groups = {group.count: group for group in grouped(travelocity())}
    assert [groups[n].overlap for n in (11, 12, 13)] == [798, 495, 90]
    assert groups[11].ratio == pytest.approx(1.61, abs=0.01)
    assert groups[12].ratio == 5.5
    assert groups[11].ratio * 3 < groups[12].ratio  # condition 2.2
    inner = [group for group in groups.values() if group.count + 1 in groups]
    assert max(inner, key=lambda group: group.ratio).count == 12


def test_the_filters_keep_12() -> None:
    groups = grouped(travelocity())
    assert finalists(groups)[0].count == 12
    assert len(finalists(groups)) == 5
    assert sorted(group.count for group in finalists(groups, by_ratio=2)) == [12, 39]  # the last has none after it


def test_of_ten_by_ratio_five_by_tokens_are_kept() -> None:
    sizes = {n: (2 * n, 100 * n % 700 + n) for n in range(2, 30, 2)}  # no neighbours: the ratio is L(N)
    groups = grouped(CycleSet((0, *range(reach, reach + n - 1)), overlap, 0.0) for n, (overlap, reach) in sizes.items())
    ten = {group.count for group in groups if group.ratio >= 2 * 10}
    assert len(ten) == 10
    found = finalists(groups)
    assert len(found) == 5
    assert {group.count for group in found} < ten
    left = [group.tokens for group in groups if group.count in ten and group not in found]
    assert min(group.tokens for group in found) >= max(left)


# --- 2.6: the Travelocity page of figure 1 ---

HOTELS = [
    ("AIRPORT HOTEL HALIFAX", "95.00 - CAD 124.00", "60 BELL BLVD, Enfield, NS B2T1K3", "4.7 km / 2.9 mi"),
    ("INN ON THE LAKE", "95.00 - CAD 130.00", "3009 NO 2 HIGHWAY, Waverley, NS B0N2S0", "12.6 km / 7.8 mi"),
    ("COUNTRY DARTMOUTH", "70.00 - CAD 100.00", "101 YORKSHIRE AVE, Dartmouth, NS B2Y3Y2", "14.2 km / 8.8 mi"),
    ("RAMADA PLZ DARTMOUTH", "99.00 - CAD 220.00", "240 BROWNLOW AVE, Dartmouth, NS B3B1X6", "20.3 km / 12.6 mi"),
    ("BURNSIDE HOTEL", "55.00 - CAD 129.00", "739 WINDMILL ROAD, Dartmouth, NS B3B1C1", "20.5 km / 12.7 mi"),
    ("BW MIC MAC HOTEL", "75.00 - CAD 99.99", "313 PRINCE ALBERT ROAD, Dartmouth, NS R2Y1N2", "21.6 km / 13.4 mi"),
    (
        "FUTURE INNS DARTMOUTH",
        "73.00 - CAD 94.98",
        "20 HIGHFIELD PARK DRIVE, Dartmouth, NS B3A4S8",
        "21.8 km / 13.5 mi",
    ),
    ("COMFORT INN DARTMOUTH", "55.00 - CAD 99.00", "456 WINDMILL RD, Dartmouth, NS B3A1J7", "22.0 km / 13.7 mi"),
    ("HOLIDAY INN HALIFAX", "95.00 - CAD 165.00", "99 WYSE RD, Dartmouth, NS B3A1L9", "23.3 km / 14.5 mi"),
    ("ECONO LODGE HALIFAX", "64.00 - CAD 98.00", "560 BEDFORD HWY, Halifax, NS B3M2L8", "23.3 km / 14.5 mi"),
    ("MARANOVA SUITES", "67.50 - CAD 102.00", "65 KING STREET, Dartmouth, NS B2Y4C2", "23.3 km / 14.5 mi"),
    ("EXPRESS HALIFAX", "89.00 - CAD 149.00", "133 KEARNEY LAKE ROAD, Halifax, NS B3M4P3", "24.9 km / 15.4 mi"),
]
MENU = "".join(f"<tr><td><a href=/{n}>{n}</a></td></tr>" for n in ("Flights", "Hotels", "Cars", "Rail", "Cruises"))


def hotel(name: str, rate: str, address: str, distance: str) -> str:
    price = f"Rate: CAD {rate}*" if rate else ""
    away = f"<i>{distance}</i>" if distance else ""
    return (
        f"<tr><td><a href=/h><b>{name}</b></a></td><td align=right>{price}</td></tr>"
        f"<tr><td colspan=2>{address}<br>{away}</td></tr>"
    )


def hotels_page(hotels: list[tuple[str, str, str, str]]) -> wrapture.Page:
    rows = "".join(hotel(*one) for one in hotels)
    return wrapture.parse(
        f"<title>Hotels</title><table>{MENU}</table><h1>Hotels near Halifax</h1><table>{rows}</table>"
        "<hr><p>Rates are in Canadian dollars</p><address>About us</address>"
    )


def cells_of(page: wrapture.Page) -> list[tuple[object, ...]]:
    """Return the hotels' names, rates, addresses and distances, from the columns that hold those of the first."""
    table = wrapture.extract(page, learner="rows")
    first = table.rows[0].cells
    wanted = [
        next(n for n, cell in enumerate(first) if cell == text)
        for text in (HOTELS[0][0], "CAD 95.00", HOTELS[0][2], HOTELS[0][3])
    ]
    return [tuple(row.cells[n] for n in wanted) for row in table.rows]


def test_12_is_the_first_of_the_numbers_offered() -> None:
    page = hotels_page(HOTELS)
    choices = row_counts(wrapture.discover(page, learner="rows"))
    assert len(choices[0].records[0]) == 12
    assert len(choices) <= OFFERED == 5
    assert 12 in [group.count for group in PUBLISHED.groups(page)]


def test_table_5_the_results_of_figure_1() -> None:
    expected = [(name, f"CAD {rate.split()[0]}", address, distance) for name, rate, address, distance in HOTELS]
    assert cells_of(hotels_page(HOTELS)) == expected


def test_rows_with_missing_fields_stay_rows_and_their_cells_in_their_column() -> None:
    hotels = [
        (name, "" if n in (1, 7) else rate, address, "" if n in (4, 7, 11) else distance)
        for n, (name, rate, address, distance) in enumerate(HOTELS)
    ]
    assert cells_of(hotels_page(hotels)) == [
        (name, f"CAD {rate.split()[0]}" if rate else None, address, distance or None)
        for name, rate, address, distance in hotels
    ]


# --- 3: the row template, tables 2 and 3 ---

TABLE_2 = ["ABEDF", "CBFDA", "FBADH"]


def grown(rows: list[str]) -> str:
    """Return the template of the earlier system: sequences grown from the first token on, as long as every row has them."""
    template, places, start = "", [0] * len(rows), 0
    first = rows[0]
    while start < len(first):
        stop = start
        while stop < len(first) and all(
            row.find(first[start : stop + 1], place) >= 0 for row, place in zip(rows, places, strict=True)
        ):
            stop += 1
        part = first[start:stop]
        if part:
            places = [row.find(part, place) + len(part) for row, place in zip(rows, places, strict=True)]
            template += part
        start = max(stop, start + 1)
    return template


def columns(template: str, row: str) -> list[str]:
    """Return what lies before, between and after the parts of a template."""
    places = [-1, *aligned(template, row), len(row)]
    return [row[one + 1 : other] for one, other in pairwise(places)]


def test_table_2_as_many_parts_as_possible() -> None:
    assert folded(TABLE_2) == "BD"
    assert [columns("BD", row) for row in TABLE_2] == [["A", "E", "F"], ["C", "F", "A"], ["F", "A", "H"]]


def test_table_3_growing_from_the_first_token_finds_only_one() -> None:
    assert grown(TABLE_2) == "A"
    assert [columns("A", row) for row in TABLE_2] == [["", "BEDF"], ["CBFD", ""], ["FB", "DH"]]


# --- 4: similarity, offset ---

EXAMPLE_2 = Template(("<b>", 1, *SIX[2:]))
MOTEL = ["<b>", "MOTEL 6 PADUCAH", "</b>", "</td>", "<td align=right>"]


def test_example_3_the_offset_of_a_token_and_of_its_row() -> None:
    start = 70
    places = {token: start + n for n, token in enumerate(MOTEL)}
    row = [places.get(token, start - 1) - start for token in EXAMPLE_2.tokens]
    assert row == [0, 2, -1, 3, 4]
    assert EXAMPLE_2.length == 6
    only = [place if token == "</td>" else -1 for token, place in zip(EXAMPLE_2.tokens, row, strict=True)]
    assert EXAMPLE_2.offset(only) == pytest.approx(0.167, abs=0.001)
    assert EXAMPLE_2.offset(row) == pytest.approx(0.333, abs=0.001)


def test_figure_10_the_similarity_is_a_mean_over_the_cycles() -> None:
    assert EXAMPLE_2.similarity(SIX) == EXAMPLE_2.similarity(AIRPORT) == 1
    assert EXAMPLE_2.similarity(MOTEL) == 4 / 5
    page = wrapture.parse("<p><b>x</b><i>y</i></p><p><b>x</b></p>")
    tops = [node for node in page.contents if page.tags[node] == "p"]
    template = ("<p>", "<b>", 1, "</b>", "<i>", 1, "</i>", "</p>")
    assert likeness(template, page, [(Span(node, page.stops[node]),) for node in tops]) == pytest.approx(
        (1 + 4 / 6) / 2
    )


def test_a_row_has_more_than_70_percent_of_the_template() -> None:
    assert RowLocator(("<b>", "</b>"), 1, 9).similarity == SIMILAR == 0.7
    template: RowTemplate = ("<tr>", "<td>", "<a href>", "<b>", 1, *SIX[2:], "</td>", "</tr>")
    page = wrapture.parse("<table>" + "<tr><td><b>MOTEL 6 PADUCAH</b></td><td align=right></td></tr>" * 2 + "</table>")
    assert len(find_records(RowLocator(template, 1, 30), page)) == 2  # eight of ten
    page = wrapture.parse("<table>" + "<tr><td><b>MOTEL 6 PADUCAH</b></td></tr>" * 2 + "</table>")
    assert find_records(RowLocator(template, 1, 30), page) == ()  # six of ten


# --- 5.2: the Borders case ---


def book(n: int) -> str:
    return f"<h3><a href={n}>Book {n}</a></h3><p>by Author {n}</p>"


def answers(html: str) -> list[list[str]]:
    page = wrapture.parse(f"<h1>Books</h1>{html}<address>Somebody</address>")
    choices = row_counts(wrapture.discover(page, learner="rows"))
    return [[page.texts_of(record) for record in one.records[0]] for one in choices]


@pytest.mark.parametrize(
    "between", ["<hr><div class=ad>Save now!</div>", "Save now!<hr>", "<hr><img src=x>", "<p class=ad><b>Ad</b></p>"]
)
def test_content_between_rows_is_left_out(between: str) -> None:
    expected = [f"Book {n} by Author {n}" for n in range(8)]
    assert expected in answers("<div>" + between.join(map(book, range(8))) + "</div>")


def test_content_after_every_row_is_kept() -> None:
    expected = [f"Book {n} by Author {n} {n * 7} left" for n in range(8)]
    assert answers("<div>" + "".join(f"{book(n)}{n * 7} left" for n in range(8)) + "</div>")[0] == expected


def test_five_rows_that_are_displayed_as_ten_are_among_the_numbers() -> None:
    """YahooPeople and Arrow: two records stand side by side in each row of the table."""
    cell = "<td><b>Name {n}</b><br>Street {n}</td>"
    rows = "".join(f"<tr>{cell.format(n=2 * i)}{cell.format(n=2 * i + 1)}</tr>" for i in range(5))
    counts = [len(found) for found in answers(f"<table>{rows}</table>")]
    assert {5, 10} <= set(counts)
