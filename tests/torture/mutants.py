"""Mutated pages by number: the same number is the same page on every machine."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT: Final = Path(__file__).resolve().parents[2]
PLACES: Final = ("tests/pages/*/page.html", "examples/*.html", "gallery/*.html")
TAG: Final = re.compile(rb"</?[a-zA-Z][^<>]*>")
NAMES: Final = (
    b"table",
    b"tr",
    b"td",
    b"li",
    b"ul",
    b"a",
    b"b",
    b"p",
    b"div",
    b"svg",
    b"template",
    b"select",
    b"option",
    b"textarea",
    b"title",
    b"script",
    b"frameset",
    b"math",
    b"plaintext",
    b"form",
    b"noscript",
    b"dl",
    b"x-y",
)
CHARSETS: Final = (
    b"utf-8",
    b"utf-16",
    b"big5",
    b"shift_jis",
    b"iso-2022-jp",
    b"windows-1252",
    b"gb18030",
    b"utf-7",
    b"x",
)
NASTY: Final = (
    b"\0",
    b"\xff\xfe",
    b"\xef\xbb\xbf",
    b"&#x110000;",
    b"&#xD800;",
    b"<!--",
    b"-->",
    b"<![CDATA[",
    b"]]>",
    b"<",
    b">",
    b'"',
    b"\x1b$B",
    b"\xe2\x80\xae",
    b"\r",
    b"&" * 50,
    b"9" * 400,
    b"\xf4\x90\x80\x80",
    b"</html>",
)
TEXT: Final = re.compile(rb">([^<>]{3,80})<")
DATA: Final = (
    b"<script type='application/ld+json'>%b</script>",
    b"<script id=__NEXT_DATA__ type='application/json'>%b</script>",
    b"<script>window.state = %b;</script>",
    b"<div data-props='%b'></div>",
)
DEEP: Final = 300  # levels of nesting that a mutation adds
MOST_MUTATIONS: Final = 6
MOST_BYTES: Final = 400_000


class Mutant(NamedTuple):
    """A mutated page, the page that it was made from, and how."""

    body: bytes
    base: bytes
    ways: tuple[str, ...]


def mutant(number: int, seed: int = 0) -> Mutant:
    """Return the mutated page of a number."""
    random = Random(f"{seed} {number}")
    base = random.choices(bases(), _chances())[0]
    ways = [random.choice(WAYS) for _ in range(random.randint(1, MOST_MUTATIONS))]
    body = base
    for way in ways:
        body = way(random, body)[:MOST_BYTES]
    return Mutant(body, base, tuple(way.__name__ for way in ways))


@cache
def bases() -> list[bytes]:
    """Return our own pages."""
    return [path.read_bytes() for places in PLACES for path in sorted(ROOT.glob(places))]


@cache
def _chances() -> list[float]:
    """Return how often each of our pages is taken: small ones more often, as they take less time and fail alike."""
    return [1 / len(base) for base in bases()]


def flip_bytes(random: Random, body: bytes) -> bytes:
    """Change some bytes."""
    changed = bytearray(body)
    for _ in range(random.randint(1, 20) if changed else 0):
        changed[random.randrange(len(changed))] = random.randrange(256)
    return bytes(changed)


def cut_piece(random: Random, body: bytes) -> bytes:
    """Leave a piece out."""
    start, stop = _piece(random, body)
    return body[:start] + body[stop:]


def repeat_piece(random: Random, body: bytes) -> bytes:
    """Write a piece several times."""
    start, stop = _piece(random, body)
    return body[:stop] + body[start:stop] * random.randint(1, 8) + body[stop:]


def truncate(random: Random, body: bytes) -> bytes:
    """End early."""
    return body[: random.randrange(len(body) + 1)]


def splice(random: Random, body: bytes) -> bytes:
    """Put a piece of another page in."""
    other = random.choices(bases(), _chances())[0]
    start, stop = _piece(random, other)
    at = random.randrange(len(body) + 1)
    return body[:at] + other[start:stop] + body[at:]


def insert_nasty(random: Random, body: bytes) -> bytes:
    """Put something in that parsers and decoders dislike."""
    at = random.randrange(len(body) + 1)
    return body[:at] + random.choice(NASTY) * random.randint(1, 3) + body[at:]


def rename_tags(random: Random, body: bytes) -> bytes:
    """Give all tags of one name another one, or only some of them."""
    old, new, share = random.choice(NAMES[:9]), random.choice(NAMES), random.choice((0.1, 0.5, 1.0))
    pattern = re.compile(rb"(</?)" + old + rb"(?=[\s>/])", re.I)
    return pattern.sub(lambda match: match[1] + (new if random.random() < share else old), body)


def drop_tags(random: Random, body: bytes) -> bytes:
    """Leave out a share of the tags."""
    share = random.choice((0.02, 0.2))
    return TAG.sub(lambda match: b"" if random.random() < share else match[0], body)


def change_attributes(random: Random, body: bytes) -> bytes:
    """Give a share of the tags other attributes."""
    added = random.choice(
        (b" class=x", b" hidden", b" href='//['", b" colspan=99999", b" id='a b' id=c", b" style=display:none")
    )
    return TAG.sub(lambda match: match[0][:-1] + added + b">" if random.random() < 0.1 else match[0], body)


def nest(random: Random, body: bytes) -> bytes:
    """Nest a piece deeply."""
    start, stop = _piece(random, body)
    name, levels = random.choice(NAMES), random.randint(1, DEEP)
    return (
        body[:start]
        + b"<%b>" % name * levels
        + body[start:stop]
        + b"</%b>" % name * random.choice((0, levels))
        + body[stop:]
    )


def claim_charset(random: Random, body: bytes) -> bytes:
    """Claim a charset that the page need not have."""
    return b"<meta charset=" + random.choice(CHARSETS) + b">" + body


def encode(random: Random, body: bytes) -> bytes:
    """Write the page in another encoding."""
    return body.decode("utf-8", "replace").encode(
        random.choice(("utf-16", "utf-16-be", "utf-32", "gb18030")), "replace"
    )


def add_data(random: Random, body: bytes) -> bytes:
    """Add data for scripts, whose records may be like the page's own, unlike each other, or torn."""
    texts = [text.decode("utf-8", "replace") for text in TEXT.findall(body)[:200]] or ["x"]
    names = random.sample(
        ("name", "url", "price", "@type", "", "a.b", "\0", "\u202e", "__proto__"), random.randint(1, 6)
    )
    values: tuple[object, ...] = (None, True, -0.0, 1e308, 10**40, [], {}, [[1]], "\ud800", "=1+1", "javascript:1")
    records = [
        {name: random.choice(texts) if random.random() < 0.8 else random.choice(values) for name in names}
        for _ in range(random.randint(1, 30))
    ]
    data = json.dumps({"@type": "ItemList", "itemListElement": records}).encode()
    if random.random() < 0.2:
        data = data[: random.randrange(len(data))]
    at = random.randrange(len(body) + 1)
    return body[:at] + random.choice(DATA) % data.replace(b"</", rb"<\/") + body[at:]


def _piece(random: Random, body: bytes) -> tuple[int, int]:
    start = random.randrange(len(body) + 1)
    return start, min(len(body), start + random.choice((1, 10, 100, 1000, 10_000)))


WAYS: Final[tuple[Callable[[Random, bytes], bytes], ...]] = (
    flip_bytes,
    cut_piece,
    repeat_piece,
    truncate,
    splice,
    insert_nasty,
    rename_tags,
    drop_tags,
    change_attributes,
    nest,
    claim_charset,
    encode,
    add_data,
)
