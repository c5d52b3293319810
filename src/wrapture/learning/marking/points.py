"""What a person points at on a page, and its place in the source."""

from __future__ import annotations

from bisect import bisect_left
from typing import TYPE_CHECKING, NamedTuple

from wrapture.errors import LabelError
from wrapture.html.page import TEXT
from wrapture.html.source_places import places_of
from wrapture.learning.fuzzy.value_matching import ADDRESSED
from wrapture.model import Span
from wrapture.reading.pointing import shown_in

if TYPE_CHECKING:
    from wrapture.html.page import Page
    from wrapture.html.source_places import SourcePlaces
    from wrapture.model import Place


class Point(NamedTuple):
    """A character of a text node of a page or, with character -1, a whole element."""

    node: int
    character: int


class Pointed(NamedTuple):
    """The text from one point to another, exclusive; or an element's address if both points are that element."""

    start: Point
    stop: Point


def place_of(page: Page, pointed: Pointed) -> Place:
    """Return the place in the source of what was pointed at, without surrounding white space.

    Raises `LabelError` if there is none: a rendered page has no source, and the parser moves some texts.
    """
    return locate(page, sure_places(page), pointed)


def sure_places(page: Page) -> SourcePlaces:
    """Return the places of a page's nodes; raises `LabelError` for a rendered page."""
    saved_source(page)
    return places_of(page)


def saved_source(page: Page) -> str:
    """Return the source of a page; raises `LabelError` for a rendered page, which has none."""
    if page.source is None:
        raise LabelError(page.name, "", "labels need the page as it was saved: this one is rendered")
    return page.source


def locate(page: Page, places: SourcePlaces, pointed: Pointed) -> Place:
    """Return the place of what was pointed at; raises `LabelError` if it has none."""
    start, stop = pointed
    if start == stop and start.character < 0:
        return _address(page, places, start.node)
    first, after = bounds(page, start, stop)
    shown = shown_in(page, [Span(first[0], min(len(page), after[0] + 1))])
    begin, end = (bisect_left(shown.origins, bound) for bound in (first, after))
    inside = [number for number in range(begin, end) if not shown.text[number].isspace()]
    if not inside:
        raise LabelError(page.name, "", "there is no text between these points: point at a text, a link or an image")
    place = shown.place(places, inside[0], inside[-1] + 1)
    if place is None:
        what = f"{shown.text[inside[0] : inside[-1] + 1]!r} can't be located in the source: point at another value"
        raise LabelError(page.name, "", what)
    return place


def bounds(page: Page, start: Point, stop: Point) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the first character between two points and the one after the last, in either order of the points."""
    for node, _ in (start, stop):
        if not 0 <= node < len(page):
            raise LabelError(page.name, "", f"has no node {node}: point at one of its {len(page)}")
    begins = [(node, max(0, character)) for node, character in (start, stop)]
    ends = [point if point[1] >= 0 else (page.stops[point[0]], 0) for point in (start, stop)]
    return min(begins), max(ends)


def texts_between(page: Page, start: Point, stop: Point) -> list[int]:
    """Return the text nodes with non-blank text between two points, in order."""
    first, after = bounds(page, start, stop)
    shown = [node for node, _ in page.displayed(Span(first[0], min(len(page), after[0] + 1)))]
    found = []
    for node in shown:
        text = page.texts[node]
        begin, end = first[1] if node == first[0] else 0, after[1] if node == after[0] else len(text)
        if text[begin:end].strip():
            found.append(node)
    return found


def _address(page: Page, places: SourcePlaces, node: int) -> Place:
    """Return the place of an element's address."""
    bounds(page, Point(node, -1), Point(node, -1))
    tag = page.tags[node]
    name = ADDRESSED.get(tag)
    if name is None or page.attribute(node, name) is None:
        what = "a text" if tag == TEXT else f"<{tag}>"
        raise LabelError(page.name, "", f"{what} has no address: point at a link, an image or the characters of a text")
    place = places.attribute(node, name)
    if place is None or place[0] == place[1]:
        raise LabelError(page.name, "", f"the {name} of this <{tag}> can't be located in the source: point at another")
    return place
