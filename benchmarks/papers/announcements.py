"""Announcements of talks in natural sentences, written by us: several on a page, with the places of speaker, time and room.

The masks' paper claims that they also read natural text; its own pages are not available.  No tag bounds a value here: what
is around it are words and marks, in one of several wordings.
"""

from __future__ import annotations

import random
from typing import Final

from wrapture.model.labelled import LabelledPage

FIRST: Final = (
    "Ada",
    "Boris",
    "Chen",
    "Dana",
    "Emeka",
    "Farah",
    "Greta",
    "Hugo",
    "Ines",
    "Jonas",
    "Kavya",
    "Liam",
    "Mira",
)
LAST: Final = (
    "Abadi",
    "Brandt",
    "Costa",
    "Dvorak",
    "Eklund",
    "Ferrari",
    "Garcia",
    "Haddad",
    "Ivanov",
    "Jensen",
    "Kovac",
)
TOPICS: Final = (
    "indexing sparse graphs",
    "the mechanics of glaciers",
    "learning to rank",
    "medieval trade",
    "proof search",
)
HALLS: Final = ("Curie Hall", "Noether Building", "Turing House", "Hertz Annex", "Library")
TITLES: Final = ("Professor ", "Dr. ", "")
WORDINGS: Final = (
    "{speaker} will speak about {topic} at {time} in {room}.",
    "Join us for a talk by {speaker} on {topic}. It begins at {time} in {room}.",
    "At {time} in {room}, {speaker} presents new results on {topic}.",
    "Talk: {topic}. Speaker: {speaker}. Time: {time}. Place: {room}.",
    "The seminar on {topic} is given by {speaker}; we meet in {room} at {time}.",
)
NAMES: Final = ("speaker", "time", "room")
PER_PAGE: Final = 6


def announced(seed: int, wordings: int = len(WORDINGS)) -> LabelledPage:
    """Return a page of announcements in the first so many wordings."""
    chance = random.Random(f"announcements {seed}")
    text = "<html><body><h1>Talks this week</h1>\n"
    records = []
    for _ in range(PER_PAGE):
        values = _values(chance)
        text += "<p>"
        places: dict[str, tuple[int, int]] = {}
        for piece in _pieces(chance.choice(WORDINGS[:wordings])):
            if piece in values and piece != "topic":
                places[piece] = (len(text), len(text) + len(values[piece]))
            text += values.get(piece, piece)
        text += "</p>\n"
        records.append(tuple(places[name] for name in NAMES))
    return LabelledPage(f"talks-{seed}", f"{text}<p>All are welcome.</p></body></html>\n", tuple(records), NAMES)


def _values(chance: random.Random) -> dict[str, str]:
    return {
        "speaker": f"{chance.choice(TITLES)}{chance.choice(FIRST)} {chance.choice(LAST)}",
        "topic": chance.choice(TOPICS),
        "time": f"{chance.randint(8, 18)}:{chance.choice(('00', '15', '30', '45'))}",
        "room": f"{chance.choice(HALLS)} {chance.randint(1, 420)}",
    }


def _pieces(wording: str) -> list[str]:
    """Return a wording as texts and the names of values.

    >>> _pieces("At {time}, {speaker} speaks.")
    ['At ', 'time', ', ', 'speaker', ' speaks.']
    """
    return [piece for piece in wording.replace("}", "{").split("{") if piece]
