"""Corrupt labelled pages deliberately: fields are dropped, swapped and misspelt in a share of the records.

The source is edited and the labels move with it, so the truth stays known.  A field moves with the element that holds only it
(``<i>Intel</i>``); fields in one element (an address and the title that it links) form one *unit*.

* dropped: a text field with its element, or an address with its attribute (``<a>`` instead of ``<a href="…">``);
* swapped: two neighbouring units change places, and the text between them stays;
* misspelt: a letter or mark is changed, doubled or left out, in the field or directly beside it;
* multiplied (`multiply`): a field gets a second value, that of another record, after a comma in an element of its own.

The random numbers depend only on the seed and the page's name.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from itertools import pairwise
from pathlib import PurePath
from typing import TYPE_CHECKING, Final

from wrapture.model import Several, hull_of
from wrapture.model.labelled import LabelledPage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.model import Label, Labels, Place

_OPENING: Final = re.compile(r"<([a-zA-Z]\w*)[^<>]*>$")
_ATTRIBUTE: Final = re.compile(r"\s[\w-]+\s*=\s*[\"']?[^\"'<>=]*$")
_REST_OF_VALUE: Final = re.compile(r"[^\"'<>\s]*[\"']?")
LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class Edit:
    """``text[start:end]`` becomes ``new``; ``moved`` are the places inside `new`, per attribute, after the edit."""

    start: int
    end: int
    new: str
    moved: dict[int, Place | None]


def corrupt(page: LabelledPage, share: float, seed: int = 0) -> LabelledPage:
    """Return a page in which about this share of the records has an anomaly."""
    chance = random.Random(f"{seed} {share} {PurePath(page.name).name}")
    text, shift, done = [], 0, 0
    records: list[Labels] = []
    for record in page.records:
        edits = _anomaly(page, record, chance) if chance.random() < share else []
        places = _apply(record, edits, shift)
        if all(place is None for place in places):  # a record keeps something
            edits, places = [], _apply(record, [], shift)
        for edit in edits:
            text += [page.text[done : edit.start], edit.new]
            shift += len(edit.new) - (edit.end - edit.start)
            done = edit.end
        records.append(places)
    text.append(page.text[done:])
    return LabelledPage(page.name, "".join(text), tuple(records), page.names)


def multiply(page: LabelledPage, share: float, seed: int = 0) -> LabelledPage:
    """Return a page in which about this share of the records has two values of one text field."""
    chance = random.Random(f"{seed} {share} multiply {PurePath(page.name).name}")
    known = [
        [page.text[slice(*place)] for place in map(hull_of, column) if place]
        for column in zip(*page.records, strict=True)
    ]
    text, shift, done = [], 0, 0
    records: list[Labels] = []
    for record in page.records:
        places: list[Label] = [place and (place[0] + shift, place[1] + shift) for place in map(hull_of, record)]
        spot = _multiplied(page, record, chance) if chance.random() < share else None
        if spot is not None:
            number, place, (start, end) = spot
            new = ", " + page.text[start : place[0]] + chance.choice(known[number]) + page.text[place[1] : end]
            first = (place[0] + shift, place[1] + shift)
            at = end + shift + len(", ") + place[0] - start
            places[number] = Several((first, (at, at + len(new) - len(", ") - (place[0] - start) - (end - place[1]))))
            places = [_moved(own, end + shift, len(new)) if n != number else own for n, own in enumerate(places)]
            text += [page.text[done:end], new]
            done, shift = end, shift + len(new)
        records.append(tuple(places))
    return LabelledPage(page.name, "".join([*text, page.text[done:]]), tuple(records), page.names)


def _multiplied(page: LabelledPage, record: Labels, chance: random.Random) -> tuple[int, Place, Place] | None:
    """Return a text field of a record, its place, and the element that holds only it; None if all are inside tags."""
    cells = [(place, number) for place, number in page.cells(record) if place[0] < place[1]]
    free = [(place, n) for place, n in cells if page.text.rfind("<", 0, place[0]) < page.text.rfind(">", 0, place[0])]
    if not free:
        return None
    place, number = chance.choice(free)
    return number, place, _own(page.text, record, place)


def _moved(label: Label, start: int, by: int) -> Label:
    """Return a label after so many characters were inserted at a place."""
    place = hull_of(label)
    return (place[0] + by, place[1] + by) if place is not None and place[0] >= start else label


def _apply(record: Labels, edits: Sequence[Edit], shift: int) -> Labels:
    moved: dict[int, Place | None] = {}
    places: list[Place | None] = []
    for edit in edits:
        at = edit.start + shift + sum(len(e.new) - (e.end - e.start) for e in edits if e.end <= edit.start)
        for number, place in edit.moved.items():
            moved[number] = None if place is None else (place[0] + at, place[1] + at)
    for number, place in enumerate(map(hull_of, record)):
        if number in moved or place is None:
            places.append(moved.get(number))
            continue
        by = shift + sum(len(e.new) - (e.end - e.start) for e in edits if e.end <= place[0])
        places.append((place[0] + by, place[1] + by))
    return tuple(places)


def _anomaly(page: LabelledPage, record: Labels, chance: random.Random) -> list[Edit]:
    kinds = [_drop, _swap, _misspell]
    chance.shuffle(kinds)
    for kind in kinds:
        edits = kind(page, record, chance)
        if edits:
            return edits
    return []


def _drop(page: LabelledPage, record: Labels, chance: random.Random) -> list[Edit]:
    place, number = chance.choice(page.cells(record))
    if len(page.cells(record)) == 1:
        return []
    start, end = _own(page.text, record, place)
    return [Edit(start, end, "", {number: None})]


def _own(text: str, record: Labels, place: Place) -> Place:
    """Return the place of a field with the element or attribute that holds only it."""
    start, end = place
    before = text[max(0, start - 300) : start]
    found = _ATTRIBUTE.search(before)
    if found is not None and before.rfind("<") > before.rfind(">"):
        rest = _REST_OF_VALUE.match(text, end)
        return start - len(found[0]), rest.end() if rest else end
    return _element(text, place, [p for p in map(hull_of, record) if p is not None and p != place])


def _element(text: str, place: Place, others: Sequence[Place]) -> Place:
    """Return a place extended to the elements around it that hold nothing else and none of the other places."""
    start, end = place
    while True:
        opening = _OPENING.search(text, max(0, start - 300), start)
        if opening is None:
            return start, end
        closing = f"</{opening[1]}>".lower()
        if text[end : end + len(closing)].lower() != closing:
            return start, end
        if any(s < end + len(closing) and e > opening.start() for s, e in others):
            return start, end
        start, end = opening.start(), end + len(closing)


def _units(page: LabelledPage, record: Labels) -> list[tuple[Place, list[int]]]:
    """Return the pieces of a record that can change places, each with its attributes."""
    units: list[tuple[Place, list[int]]] = []
    for place, number in page.cells(record):
        start, end = place
        before = page.text[max(0, start - 300) : start]
        if before.rfind("<") > before.rfind(">"):  # inside a tag: take its element up to the closing tag
            start -= len(before) - before.rfind("<")
            name = re.match(r"<(\w+)", page.text[start:])
            closing = page.text.lower().find(f"</{name[1].lower()}>", end, end + 400) if name else -1
            end = closing + len(name[1]) + 3 if name and closing >= 0 else page.text.find(">", end) + 1
        else:
            start, end = _element(page.text, place, [])
        if units and start < units[-1][0][1]:
            (first, last), numbers = units.pop()
            units.append(((min(first, start), max(last, end)), [*numbers, number]))
        else:
            units.append(((start, end), [number]))
    return units


def _swap(page: LabelledPage, record: Labels, chance: random.Random) -> list[Edit]:
    pairs = [(one, two) for one, two in pairwise(_units(page, record)) if one[0][1] <= two[0][0]]
    if not pairs:
        return []
    one, two = chance.choice(pairs)
    return [_put(page, record, one[0], two), _put(page, record, two[0], one)]


def _put(page: LabelledPage, record: Labels, place: Place, unit: tuple[Place, list[int]]) -> Edit:
    """Return the edit that puts a unit in a place."""
    (start, end), numbers = unit
    cells = {number: hull_of(record[number]) for number in numbers}
    moved = {number: (cell[0] - start, cell[1] - start) for number, cell in cells.items() if cell is not None}
    return Edit(place[0], place[1], page.text[start:end], dict(moved))


def _misspell(page: LabelledPage, record: Labels, chance: random.Random) -> list[Edit]:
    (start, end), number = chance.choice(page.cells(record))
    if start < end and chance.random() < 0.5:
        new = _typo(page.text[start:end], chance)
        return [Edit(start, end, new, {number: (0, len(new))})]
    near = _beside(page, (start, end), chance)
    if near is None:
        return []
    return [Edit(near[0], near[1], _typo(page.text[near[0] : near[1]], chance), {})]


def _beside(page: LabelledPage, place: Place, chance: random.Random) -> Place | None:
    """Return the tag, word or mark left or right of a field, unless another field begins or ends inside it."""
    left = re.search(r"(?:<[^<>]*>|\w+|[^\w\s])\s*$", page.text[max(0, place[0] - 300) : place[0]])
    right = re.match(r"\s*(?:<[^<>]*>|\w+|[^\w\s])", page.text[place[1] :])
    spots = [(place[0] - len(left[0]), place[0])] if left else []
    spots += [(place[1], place[1] + len(right[0]))] if right else []
    labelled = [place for _, place in page.places()]
    free = [spot for spot in spots if not any(s < spot[1] and e > spot[0] for s, e in labelled)]
    return chance.choice(free) if free else None


def _typo(text: str, chance: random.Random) -> str:
    """Return a text with one character changed, doubled, left out, or in the other case."""
    places = [i for i, character in enumerate(text) if character not in "<>\"'\n"]
    if not places:
        return text
    at = chance.choice(places)
    character = text[at]
    new = chance.choice(
        [chance.choice(LETTERS), character * 2, "" if len(text) > 1 else character, character.swapcase()]
    )
    return text[:at] + new + text[at + 1 :]
