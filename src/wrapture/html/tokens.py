"""Token strings: a page as a string with one character per token, under one of the papers' encodings.

Start and end tags of an element are different tokens and a run of text is one ``TEXT``; attributes are not part of a token.
Each token keeps the number of its first node, so pieces of the string and spans of nodes map to each other.  Nodes that an
encoding skips belong to the next token that is kept: the link around a title is part of its ``TEXT``.

Departures from the papers
--------------------------
* The tokens are read from the parsed tree, so unclosed tags have their end tag wherever the parser closes them, and every
  browser quirk is settled.  ``end_tags=False`` omits the optional end tags, as 1999's pages did: the papers' Congo page then
  has its 13 tokens.
* Only the body is encoded.
* Custom elements share 4,096 symbols by a hash of their name: two names with one symbol are treated as equal.
"""

from __future__ import annotations

import re
import zlib
from array import array
from bisect import bisect_left
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Final, TypeAlias

from wrapture.algo.kernels import KERNELS
from wrapture.errors import PatternError
from wrapture.html.elements import LOGICAL, NAMES, OPTIONAL_END, PHYSICAL, SPECIAL, VOID
from wrapture.html.elements import TEXT_LEVEL as TEXT_LEVEL_TAGS
from wrapture.html.lexical import LEXICAL_SYMBOLS, lex
from wrapture.html.line_tokens import LineEncoder, LineSymbols
from wrapture.html.node_kinds import BLANK, CLASSLESS, class_names, name_in, node_kinds
from wrapture.html.page import TEXT
from wrapture.model import Span

if TYPE_CHECKING:
    from collections.abc import Mapping

    from wrapture.html.page import Page

TEXT_SYMBOL: Final = "\x01"
_FIRST_TAG: Final = 0x100  # below it: TEXT and the lexical classes of the text level
_BUCKETS: Final = 4096  # for names that are not HTML's; 2 × (names + buckets) stays below the surrogates
_KNOWN: Final = {name: _FIRST_TAG + 2 * i for i, name in enumerate(NAMES)}
_TABLE_LIMIT: Final = 2048
_READABLE: Final = re.compile(r"[a-z][a-z0-9_.:-]*")
_FIRST_CUSTOM: Final = _FIRST_TAG + 2 * len(NAMES)
_LINKED: Final = CLASSLESS - {TEXT}


@dataclass(frozen=True, slots=True)
class Encoding:
    """A way to see a page as tokens: which elements are skipped, and whether optional end tags are tokens."""

    name: str
    skips: frozenset[str] = frozenset()
    end_tags: bool = True
    skips_foreign: bool = True
    classes: bool = False  # whether an element's first class is part of its token
    lexical: bool = False  # whether a text is split into words, numbers and punctuation
    lines: bool = False  # whether lines and paragraphs of preformatted texts are tokens
    fields: bool = False  # whether struck elements have one name, and links and pictures without a token are texts
    cells: bool = False  # whether the cells of tables are named by their column instead of their class

    @property
    def classless(self) -> frozenset[str]:
        """The nodes whose classes are not part of a token; those of former prices are where links divide."""
        return CLASSLESS if self.fields and "a" not in self.skips else self.skips | CLASSLESS

    def __hash__(self) -> int:  # called often: tables are kept per encoding
        return hash(self.name)


ALL_TAG: Final = Encoding("all-tag", skips_foreign=False)
NO_PHYSICAL: Final = Encoding("no-physical", PHYSICAL)
NO_LOGICAL: Final = Encoding("no-logical", LOGICAL)
NO_SPECIAL: Final = Encoding("no-special", SPECIAL)
BLOCK_LEVEL: Final = Encoding("block-level", TEXT_LEVEL_TAGS)
TEXT_LEVEL: Final = Encoding("text-level", skips_foreign=False, lexical=True)
NO_MARKUP: Final = Encoding("no-markup", PHYSICAL | LOGICAL | {"font", "wbr"})
BLOCK_CLASS: Final = Encoding("block-class", TEXT_LEVEL_TAGS, classes=True)
ALL_CLASS: Final = Encoding("all-class", skips_foreign=False, classes=True)
LINK_LEVEL: Final = Encoding("link-level", TEXT_LEVEL_TAGS - {"a", "img"})
BLOCK_FIELD: Final = Encoding("block-field", TEXT_LEVEL_TAGS, classes=True, fields=True)
BLOCK_CELL: Final = Encoding("block-cell", TEXT_LEVEL_TAGS, classes=True, fields=True, cells=True)
LINK_FIELD: Final = Encoding("link-field", TEXT_LEVEL_TAGS - {"a", "img"}, classes=True, fields=True)
ALL_FIELD: Final = Encoding("all-field", skips_foreign=False, classes=True, fields=True)
LINE_LEVEL: Final = Encoding("line-level", LINK_LEVEL.skips, lines=True)

ENCODINGS: Final = {
    encoding.name: encoding
    for encoding in (
        BLOCK_LEVEL,
        ALL_TAG,
        NO_PHYSICAL,
        NO_LOGICAL,
        NO_SPECIAL,
        TEXT_LEVEL,
        LINE_LEVEL,
        NO_MARKUP,
        LINK_LEVEL,
        BLOCK_CLASS,
        ALL_CLASS,
        BLOCK_FIELD,
        BLOCK_CELL,
        LINK_FIELD,
        ALL_FIELD,
    )
}
"""The encodings by name: the papers' five, their text level, lines, and eight needed to divide records into columns."""

RECORD_ENCODINGS: Final = (BLOCK_LEVEL, ALL_TAG, NO_PHYSICAL, NO_LOGICAL, NO_SPECIAL, TEXT_LEVEL, LINE_LEVEL)
"""The encodings that records can be searched in."""


class TokenString:
    """The tokens of a page or part of it: ``symbols[i]`` stands for the nodes ``firsts[i] .. firsts[i + 1]``.

    ``firsts`` never decreases and has one entry more than there are symbols.
    """

    def __init__(self, symbols: str, firsts: list[int]) -> None:
        self.symbols = symbols
        self.firsts = firsts

    @cached_property
    def depths(self) -> list[int]:
        """The number of open elements before each token: siblings begin at the same depth."""
        steps = {character: _depth_step(character) for character in set(self.symbols)}
        return list(accumulate(map(steps.__getitem__, self.symbols[:-1]), initial=0)) if self.symbols else []

    @cached_property
    def openings(self) -> list[int]:
        """The depth of each token that begins something, -1 where an element ends: neighbours of equal depth are siblings."""
        ends = {character for character in set(self.symbols) if begins_with_end_tag(character)}
        return [-1 if character in ends else depth for character, depth in zip(self.symbols, self.depths, strict=True)]

    def span(self, start: int, stop: int) -> Span:
        """Return the nodes of the tokens ``start .. stop``."""
        return Span(self.firsts[start], self.firsts[stop])

    def slice(self, span: Span) -> tuple[int, int]:
        """Return the tokens that begin in a span of nodes, as (start, stop)."""
        return self.slice_nodes(span.start, span.stop)

    def slice_nodes(self, start: int, stop: int) -> tuple[int, int]:
        """Return the tokens that begin in the nodes ``start .. stop``, as (start, stop)."""
        return bisect_left(self.firsts, start), bisect_left(self.firsts, stop)


def tokens_of(page: Page, encoding: Encoding = BLOCK_LEVEL) -> TokenString:
    """Return the token string of a page's body, computed once per page and encoding."""
    found = page.token_strings.get(encoding)
    if found is None:
        found = page.token_strings[encoding] = encode(page, encoding)
    return found


def holds_text(symbols: str) -> bool:
    """Return whether a token string contains text: ``TEXT``, or a lexeme of the text level."""
    return min(symbols, default=chr(_FIRST_TAG)) < chr(_FIRST_TAG)


def begins_with_end_tag(symbols: str) -> bool:
    """Return whether the first token is an end tag."""
    return symbols[:1] >= chr(_FIRST_TAG) and ord(symbols[0]) & 1 == 1


def encode(page: Page, encoding: Encoding = BLOCK_LEVEL, span: Span | None = None) -> TokenString:
    """Return the token string of a span of a page (by default its body), in one walk without recursion."""
    start, stop = (page.contents.start, page.contents.stop) if span is None else (span.start, span.stop)
    if encoding.lexical:
        return _encode_lexemes(page, encoding, start, stop)
    if encoding.lines and page.preformatted:
        return _encode_lines(page, encoding, start, stop)
    if stop - start == 1 and page.tags[start] == TEXT:  # true for most cells
        shown = page.texts[start] and not page.texts[start].isspace()
        return TokenString(TEXT_SYMBOL, [start, stop]) if shown else TokenString("", [stop])
    if KERNELS is None:
        return encode_by_python(page, encoding, start, stop)
    pairs, stops, pieces = _arrays_of(page, encoding)
    found = pieces.get((start, stop))
    if found is None:
        found = TokenString(*KERNELS.encode_tokens(pairs, stops, start, stop))
        if len(pieces) < REMEMBERED:
            pieces[start, stop] = found
    return found


REMEMBERED: Final = 4096
"""Pieces of a page whose token strings are kept: each is asked for two or three times while its columns are learned."""
_Arrays: TypeAlias = tuple[bytes, bytes, dict[tuple[int, int], TokenString]]


def _arrays_of(page: Page, encoding: Encoding) -> _Arrays:
    """Return the start and end symbols of each node as numbers, where sub-trees end, and the strings of pieces known so far.

    They are computed once per page.
    """
    known = page.cache.setdefault("token arrays", {})
    found: _Arrays | None = known.get(encoding)
    if found is None:
        if "stops" not in known:
            known["stops"] = array("i", page.stops).tobytes()
        table = _token_table(encoding)
        if encoding.classes and not encoding.cells:
            nodes, kinds = node_kinds(page)
            named = [0 if kind == BLANK else _number(table[name_in(encoding, *kind)]) for kind in kinds]
            pairs = array("q", map(named.__getitem__, nodes))
        else:  # classes are not looked at: to read the attributes of all elements takes longer than a wrapper may
            names = class_names(page, 0, len(page), encoding) if encoding.cells else page.tags
            numbers = {name: _number(table[name]) for name in set(names)}
            pairs = array("q", map(numbers.__getitem__, names))
            for node, tag in enumerate(page.tags):
                if tag == TEXT and not page.texts[node].strip():
                    pairs[node] = 0
        for node in page.foreign if encoding.skips_foreign else ():
            if page.tags[node] != TEXT:
                pairs[node] = 0
        found = known[encoding] = pairs.tobytes(), known["stops"], {}
    return found


def encode_by_python(page: Page, encoding: Encoding, start: int, stop: int) -> TokenString:
    """Return the token string of some nodes, without the kernel."""
    stops, texts = page.stops, page.texts
    symbols: list[str] = []
    firsts: list[int] = []
    open_until: list[int] = []  # the stops of the open elements …
    open_ends: list[str] = []  # … and their end tags
    next_stop = stop + 1  # the nearest of them
    pending = start  # the first node without a token
    in_text = False
    for node, (opening, end) in enumerate(_tags_of(page, encoding, start, stop), start):
        while next_stop <= node:
            open_until.pop()
            symbols.append(open_ends.pop())
            firsts.append(node if in_text else pending)
            pending, in_text = node, False
            next_stop = open_until[-1] if open_until else stop + 1
        if opening == TEXT_SYMBOL:
            if not in_text and (page.tags[node] != TEXT or texts[node].strip()):
                symbols.append(TEXT_SYMBOL)
                firsts.append(pending)
                in_text = True
        elif opening:
            symbols.append(opening)
            firsts.append(node if in_text else pending)
            pending, in_text = node + 1, False
            if end:
                next_stop = stops[node]
                open_until.append(next_stop)
                open_ends.append(end)
    while open_ends:
        symbols.append(open_ends.pop())
        firsts.append(stop if in_text else pending)
        pending, in_text = stop, False
    firsts.append(stop)
    return TokenString("".join(symbols), firsts)


def _tags_of(page: Page, encoding: Encoding, start: int, stop: int) -> list[tuple[str, str]]:
    """Return the (start, end) symbols of each node; a text has that of ``TEXT``, a skipped element none."""
    table = _token_table(encoding)
    if encoding.classes:
        found = [table[name] for name in class_names(page, start, stop, encoding)]
    else:
        found = [table[tag] for tag in page.tags[start:stop]]
    if encoding.skips_foreign and page.foreign:
        for node in range(start, stop):
            if node in page.foreign and page.tags[node] != TEXT:
                found[node - start] = ("", "")
    return found


def _encode_lexemes(page: Page, encoding: Encoding, start: int, stop: int) -> TokenString:
    """Return the token string with each text split: its first lexeme stands for the node, the others for none."""
    tokens = encode(page, replace(encoding, lexical=False), Span(start, stop))
    symbols: list[str] = []
    firsts: list[int] = []
    for character, (first, last) in zip(tokens.symbols, pairwise(tokens.firsts), strict=True):
        text = "".join(page.texts[first:last]) if character == TEXT_SYMBOL else ""
        split = [LEXICAL_SYMBOLS[lexeme.name] for lexeme in lex(text)] or [character]
        symbols += split
        firsts += [first] + [last] * (len(split) - 1)
    return TokenString("".join(symbols), [*firsts, stop])


def _encode_lines(page: Page, encoding: Encoding, start: int, stop: int) -> TokenString:
    """Return the token string with the lines and paragraphs of preformatted texts as elements."""
    lines = LineEncoder(page, _LINE_SYMBOLS, start)
    elements: list[tuple[int, str]] = []  # those that are open, with their end tags
    for node, (opening, end) in enumerate(_tags_of(page, encoding, start, stop), start):
        while elements and page.stops[elements[-1][0]] <= node:
            lines.close(*elements.pop(), node)
        if opening == TEXT_SYMBOL:
            lines.text(node)
        elif opening:
            lines.open(node, opening)
            elements += [(node, end)] if end else []
    while elements:
        lines.close(*elements.pop(), stop)
    return TokenString("".join(lines.symbols), [*lines.firsts, stop])


def symbol(name: str) -> str:
    """Return the symbol of a token name: ``LI``, ``/LI``, ``TEXT``, or ``*`` with a custom element's hexadecimal number.

    >>> symbol("LI") != symbol("/LI")
    True
    >>> symbol("MY-CARD") == symbol(_custom_name(_code("my-card")))
    True
    """
    if name == "TEXT":
        return TEXT_SYMBOL
    if name in LEXICAL_SYMBOLS:
        return LEXICAL_SYMBOLS[name]
    tag = name.removeprefix("/").lower()
    if not tag:
        raise PatternError(f"{name!r} is not a token: expected TEXT, a tag such as LI, or an end tag such as /LI")
    code = _hidden_code(tag) if tag.startswith("*") else _code(tag)
    return chr(code + name.startswith("/"))


def name_of(character: str, custom: Mapping[str, str] | None = None) -> str:
    """Return the token name of a symbol; ``custom`` maps the symbols of a page's custom elements to names.

    >>> name_of(symbol("/TD")), name_of(TEXT_SYMBOL)
    ('/TD', 'TEXT')
    """
    known = _KNOWN_NAMES.get(character)
    if known is not None:
        return known
    code = ord(character) & ~1
    return ("/" if ord(character) & 1 else "") + (custom or {}).get(chr(code), _custom_name(code))


def has_custom(symbols: str) -> bool:
    """Return whether a token string contains custom elements or classes, whose names only their page knows."""
    return max(symbols, default="") >= chr(_FIRST_CUSTOM)


def custom_names(page: Page, encoding: Encoding = ALL_TAG) -> dict[str, str]:
    """Return the readable names of a page's custom elements (and classes, if the encoding has them) by start symbol."""
    tags = set(page.tags)
    if encoding.classes:
        tags.update(class_names(page, 0, len(page), encoding))
    odd = sorted(tag for tag in tags if tag not in _KNOWN and tag not in (TEXT, "text"))
    return {chr(_code(tag)): tag.upper() for tag in odd if _READABLE.fullmatch(tag)}


def _code(tag: str) -> int:
    known = _KNOWN.get(tag)
    return known if known is not None else _FIRST_CUSTOM + 2 * (zlib.crc32(tag.encode()) % _BUCKETS)


_FLAT: Final = {TEXT_SYMBOL, *LEXICAL_SYMBOLS.values(), *(chr(_KNOWN[tag]) for tag in VOID)}
"""Tokens that neither open nor close an element."""


def _depth_step(character: str) -> int:
    return 0 if character in _FLAT else -1 if begins_with_end_tag(character) else 1


_LINE: Final = _code("line")
_LINE_SYMBOLS: Final = LineSymbols(
    TEXT_SYMBOL, chr(_LINE), chr(_LINE + 1), chr(_KNOWN["p"]), chr(_KNOWN["p"] + 1), chr(_KNOWN["hr"])
)
_KNOWN_NAMES: Final = {
    TEXT_SYMBOL: "TEXT",
    chr(_LINE): "LINE",
    chr(_LINE + 1): "/LINE",
    **{character: name for name, character in LEXICAL_SYMBOLS.items()},
    **{chr(code): tag.upper() for tag, code in _KNOWN.items()},
    **{chr(code + 1): f"/{tag.upper()}" for tag, code in _KNOWN.items()},
}


class _TokenTable(dict[str, tuple[str, str]]):
    """The (start, end) symbols of each tag under an encoding; ``""`` for none."""

    def __init__(self, encoding: Encoding) -> None:
        super().__init__()
        self.encoding = encoding

    def __missing__(self, tag: str) -> tuple[str, str]:
        found = self._symbols(tag)
        if len(self) < _TABLE_LIMIT:  # a page may contain any number of names
            self[tag] = found
        return found

    def _symbols(self, tag: str) -> tuple[str, str]:
        if tag == TEXT:
            return TEXT_SYMBOL, ""
        name = tag.split(".", maxsplit=1)[0] if self.encoding.classes else tag
        if name in self.encoding.skips:
            return (TEXT_SYMBOL if self.encoding.fields and name in _LINKED else ""), ""
        code = _code(tag)
        endless = name in VOID or (not self.encoding.end_tags and name in OPTIONAL_END)
        return chr(code), "" if endless else chr(code + 1)


@lru_cache(maxsize=64)
def _token_table(encoding: Encoding) -> _TokenTable:
    return _TokenTable(encoding)


def _number(symbols: tuple[str, str]) -> int:
    """Return the symbols of a tag as one number: the start in its lower half, the end in its upper one, 0 for none."""
    start, end = symbols
    return ord(start or "\0") | ord(end or "\0") << 32


def _custom_name(code: int) -> str:
    return f"*{(code - _FIRST_CUSTOM) // 2:03X}"


def _hidden_code(tag: str) -> int:
    try:
        bucket = int(tag[1:], 16)
    except ValueError:
        bucket = -1
    if not 0 <= bucket < _BUCKETS:
        raise PatternError(f"{tag!r} is not a token: expected * and a hexadecimal number below {_BUCKETS:X}")
    return _FIRST_CUSTOM + 2 * bucket
