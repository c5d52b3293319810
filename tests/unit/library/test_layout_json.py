"""Layouts in a wrapper file: wholes, lines and lists stand there by the places of their columns, and are read as they were."""

from __future__ import annotations

import json

import pytest

from wrapture.columns.layout_learning import learn_layout
from wrapture.html.lexbor import parse_page
from wrapture.library.wrapper_file import dumps, loads
from wrapture.model import Layout, PatternLocator, Profile, Span, Wrapper

ITEMS = {
    "a text that is cut": "<p>{n}% | Date: {n} June</p>",
    "a block of several texts": "<p><b>t{n}</b> by <i>a{n}</i></p>",
    "an inline element of several texts": "<p><b>t{n}</b> <span>by <a href=/a{n}>a{n}</a></span> <i>x{n}</i></p>",
    "a link of several texts": "<p><a href=/{n}><b>t{n}</b> <i>u{n}</i></a> <i>v{n}</i></p>",
    "two lines": "<p>t{n}</p><p>Ann {n}<br>Main St {n}</p>",
    "an inline list": "<h3>t{n}</h3><p>{links}</p>",
    "a labelled inline list": "<h3>t{n}</h3><p>by {links}</p>",
    "an element that is a list": "<h3>t{n}</h3><ul>{items}</ul>",
}


def wrapper_for(item: str) -> Wrapper:
    """Return a wrapper with the layout of six records that are drawn from an item."""
    records = [
        item.format(
            n=n,
            links=", ".join(f"<a href=/{n}{m}>k{n}{m}</a>" for m in range(n % 3 + 1)),
            items="".join(f"<li><a href=/{n}{m}>k{n}{m}</a></li>" for m in range(n % 3 + 1)),
        )
        for n in range(6)
    ]
    page = parse_page("".join(f"<div>{record}</div>" for record in records))
    found = [(Span(n, page.stops[n]),) for n, tag in enumerate(page.tags) if tag == "div"]
    layout = learn_layout([(page, found)])
    locator = PatternLocator("block-level", ("DIV TEXT",))
    return Wrapper("x", locator, layout, Profile(1, 6, 6, (1.0,) * len(layout.columns)))


@pytest.mark.parametrize("name", ITEMS)
def test_a_layout_survives_the_disk(name: str) -> None:
    wrapper = wrapper_for(ITEMS[name])
    assert len(wrapper.layout.columns) > 1
    assert loads(dumps(wrapper)) == wrapper


def test_what_is_whole_stands_in_the_place_alone() -> None:
    data = json.loads(dumps(wrapper_for(ITEMS["a text that is cut"])))
    (block,) = data["layout"]["blocks"]
    assert block["parts"] == [{"position": 0, "separators": [" | ", ": "]}]
    places = [column["place"] for column in data["columns"]]
    assert [place.get("piece") for place in places] == [0, 1, 2, None]
    assert places[3] == {"block": block["position"], "part": 0, "whole": True}


def test_a_file_from_before_there_were_wholes_is_read() -> None:
    data = json.loads(dumps(wrapper_for(ITEMS["a text that is cut"])))
    data["columns"] = data["columns"][:3]
    layout = loads(json.dumps(data)).layout
    assert isinstance(layout, Layout)
    assert [column.place for column in layout.columns] == [(0, 0, 0), (0, 0, 1), (0, 0, 2)]
    assert len(layout.blocks[0].parts) == 1
