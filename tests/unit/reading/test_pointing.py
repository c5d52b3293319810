"""Where cells stand on their page: what is read at the places is the cell."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given

import wrapture
from tests.examples import scaled
from tests.labelled import shop
from tests.strategies import Listing, gapped_listings, listings, table_templates
from wrapture.columns.layout_learning import learn_layout
from wrapture.html.lexbor import parse_page
from wrapture.learning.learn_labelled import learn_labelled
from wrapture.model import Block, Column, Layout, Part, Record, Span, Wrapper
from wrapture.reading.pointing import TextPlace, cell_places, piece_place, row_places
from wrapture.reading.reader import ATTRIBUTES, cut_out, divide, extract_page

if TYPE_CHECKING:
    from wrapture.html.page import Page

EXAMPLES = sorted((Path(__file__).parents[3] / "examples").glob("*.html"))


def packed(text: str) -> str:
    return "".join(text.split())


def text_at(page: Page, place: TextPlace) -> str:
    """Return the characters of a place, of all the texts between its ends."""
    nodes = range(place.first_node, place.last_node + 1)
    ends = {place.last_node: place.stop_character}
    begins = {place.first_node: place.first_character}
    return "".join(page.texts[node][begins.get(node, 0) : ends.get(node)] for node in nodes)


def check(
    page: Page, columns: tuple[Column, ...], places: list[tuple[TextPlace, ...]], cells: tuple[object, ...]
) -> None:
    for column, found, cell in zip(columns, places, cells, strict=True):
        expected = [] if cell is None else list(cell) if isinstance(cell, tuple) else [cell]
        if column.kind == "text":
            read = [text_at(page, place) for place in found]
            assert all(one == one.strip() for one in read)
            assert packed("".join(read)) == packed("".join(map(str, expected)))
        else:
            assert all(place[1::2] == (-1, -1) and place.first_node == place.last_node for place in found)
            assert [page.address(place.first_node, ATTRIBUTES[column.kind]) for place in found] == expected


def items(page: Page, tag: str = "li") -> list[Record]:
    return [(Span(node, page.stops[node]),) for node, name in enumerate(page.tags) if name == tag]


@scaled(0.25)
@given(listings() | gapped_listings() | listings(table_templates()))
def test_every_cell_of_a_list_is_read_at_its_places(listing: Listing) -> None:
    page = parse_page(listing.html)
    found = wrapture.discover(page, learner="siblings")
    records = found[0].records[0] if found else ()
    layout = learn_layout([(page, records)])
    for record in records:
        check(page, layout.columns, cell_places(layout, page, record), divide(layout, page, record))


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_every_cell_of_an_example_is_read_at_its_places(path: Path) -> None:
    page = wrapture.parse(path)
    wrapper = wrapture.learn(page)
    places = row_places(wrapper, page)
    table = extract_page(wrapper, page)
    assert len(places) == len(table) > 5
    for row, found in zip(table.rows, places, strict=True):
        check(page, wrapper.layout.columns, found, row.cells)


def test_pieces_of_cut_texts_are_told_to_the_character() -> None:
    rows = "".join(f"<li>  {n}% |  <b>very</b>\n old: {n} <i>J</i>un </li>" for n in range(5))
    page = parse_page(f"<ul>{rows}</ul>")
    columns = tuple(Column(f"{n}", "text", (0, 0, n)) for n in range(3))
    layout = Layout("block-level", "LI TEXT /LI", (Block(1, "no-markup", "TEXT", (Part(0, ("|", ":")),)),), columns)
    first, middle, last = cell_places(layout, page, items(page)[2])
    text, bold, after, _, *_ = range(items(page)[2][0].start + 1, items(page)[2][0].stop)
    assert first == (TextPlace(text, 2, text, 4),)
    assert [text_at(page, place) for place in middle] == ["very\n old"]
    assert middle[0].first_node == bold + 1
    assert middle[0].last_node == after + 1
    assert [text_at(page, place) for place in last] == ["2 Jun"]


def test_a_piece_of_a_piece() -> None:
    page = parse_page("<ul><li>Kafka, Franz; The Trial, 1925</li></ul>")
    part = Part(0, (", ",), within=((("; ",), 0),))
    layout = Layout(
        "block-level", "LI TEXT /LI", (Block(1, "all-tag", "TEXT", (part,)),), (Column("a", "text", (0, 0, 1)),)
    )
    ((place,),) = cell_places(layout, page, items(page)[0])
    assert text_at(page, place) == "Franz"
    assert divide(layout, page, items(page)[0]) == ("Franz",)


def test_missing_and_blank_values_stand_nowhere() -> None:
    page = parse_page("<ul><li><b>a</b><p>1 | </p></li><li><b>b</b></li></ul>")
    blocks = (Block(1, "all-tag", "B TEXT /B", (Part(1),)), Block(3, "all-tag", "TEXT", (Part(0, ("|",)),)))
    columns = (Column("a", "text", (0, 0)), Column("b", "text", (1, 0, 0)), Column("c", "text", (1, 0, 1)))
    layout = Layout("block-level", "LI TEXT P TEXT /P /LI", blocks, columns)
    assert [len(places) for places in cell_places(layout, page, items(page)[0])] == [1, 1, 0]
    assert [len(places) for places in cell_places(layout, page, items(page)[1])] == [1, 0, 0]


def test_a_list_and_a_merged_column_stand_at_several_places() -> None:
    rows = "".join(
        f"<li><h3>t{n}</h3><p>{', '.join(f'<a href=/{n}{m}>k{n}{m}</a>' for m in range(n % 3 + 1))}</p></li>"
        for n in range(6)
    )
    page = parse_page(f"<ul>{rows}</ul>")
    layout = learn_layout([(page, items(page))])
    title, links, texts = layout.columns
    merged = Column("all", "text", texts.place, more=(title.place,))
    layout = Layout(layout.encoding, layout.template, layout.blocks, (title, links, texts, merged))
    places = cell_places(layout, page, items(page)[2])
    assert [[text_at(page, place) for place in places[i]] for i in (0, 2, 3)] == [
        ["t2"],
        ["k20", "k21", "k22"],
        ["k20", "k21", "k22", "t2"],
    ]
    assert [page.attribute(place.first_node, "href") for place in places[1]] == ["/20", "/21", "/22"]


@pytest.fixture(scope="module")
def mask() -> Wrapper:
    return learn_labelled([shop(4), shop(3, 9, without_price=[10])])


def test_values_of_a_mask_stand_on_the_page(mask: Wrapper) -> None:
    page = parse_page(shop(6, 30).text)
    table, places = extract_page(mask, page), row_places(mask, page)
    assert len(table) == len(places) == 6
    for row, (address, title, price) in zip(table.rows, places, strict=True):
        assert page.attribute(address[0].first_node, "href") == row.cells[0]
        assert address[0] == TextPlace(address[0].first_node, -1, address[0].first_node, -1)
        assert [text_at(page, place) for place in (*title, *price)] == list(row.cells[1:])


def test_references_and_tags_inside_of_a_masked_value(mask: Wrapper) -> None:
    page = parse_page(shop(6).text)
    titles = [text_at(page, row[1][0]) for row in row_places(mask, page)]
    assert titles == ["The Trial", "Fish & Chips", "Light", "A Moon of Paper", "Stone", "Rivers of the North"]


def test_a_piece_is_where_it_was_cut_out() -> None:
    text, cuts = "  a - b; c - d", [((";",), 1), (("-",), 0)]
    place = piece_place(text, cuts)
    assert place is not None
    assert text[slice(*place)] == cut_out(text, cuts) == "c"
    missing = [((";",), 1), (("x",), 1)]
    assert (piece_place(text, missing), cut_out(text, missing)) == (None, None)
    assert piece_place("", []) is None
