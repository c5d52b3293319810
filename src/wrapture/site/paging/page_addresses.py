"""Compare addresses of pages of one list: the common parts, and the number that differs."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property
from typing import Final
from urllib.parse import urlsplit

LONGEST: Final = 2000  # longest address to analyse, in characters
PAGE_NAMES: Final = (
    r"page|paged|pages|pag|pagina|pagen|pagenum|pageno|pagenumber|pageindex|currentpage|curpage|seite|strana|stranka|"
    r"strona|sida|side|sivu|oldal|sayfa|halaman|trang|p|pg|pn|page_no|page_num|start|startrow|startat|limitstart|offset|from|"
    r"skip|first|begin|topdoc|cursor|st|pagenr|pgnr|next|np"
)
_PAGE_PARAMETER: Final = re.compile(
    rf"(?:^|[&;?])(?:[a-z0-9\[\]]*[_.\-\[]|cur|my)?(?:{PAGE_NAMES})(?:_?\d{{1,2}})?\]?=(?: |%20|\+)*(\d+)",
    re.IGNORECASE,
)
_PAGE_PIECE: Final = re.compile(
    r"(?:/|[-_])(?:page|paged|seite|pagina|p|pg|s|pag|strana|sivu|trang|halaman|index|list)[-_/,=.]?(\d+)(?=[/.?]|$)",
    re.IGNORECASE,
)
_SIZE: Final = re.compile(
    r"(?:limit|count|size|per_?page|show|num|rows|ps|display|results?|items|max|pp|resultsperpage|view)(?:\]|%5d)?[=/-]$",
    re.IGNORECASE,
)
_CALENDAR: Final = re.compile(r"(?:date|day|week|month|year|mini|cal\w*|ym|term)=(?:19|20)\d\d-?[01]\d", re.IGNORECASE)
_INDEX: Final = re.compile(r"/(?:index|default|home)\.\w{2,5}$", re.IGNORECASE)
_DATE: Final = re.compile(r"(?:19|20)\d\d[/_-]?(?:0[1-9]|1[0-2])(?:[/_-]?[0-3]\d)?(?!\d)")
_DIGITS: Final = re.compile(r"(\d+)")
MOST_DIGITS: Final = 18


def is_number(text: str) -> bool:
    """Return whether the value of a parameter is a number that counts something: Python refuses to read thousands of digits.

    >>> is_number("20"), is_number("²"), is_number("9" * 5000)
    (True, False, False)
    """
    return text.isascii() and text.isdigit() and len(text) <= MOST_DIGITS


@dataclass(frozen=True)
class PageAddress:
    """An absolute or relative address, split into parts."""

    text: str

    @cached_property
    def _split(self) -> tuple[str, str, str, str]:
        try:
            parts = urlsplit(self.text[:LONGEST])
            return parts.scheme.lower(), (parts.hostname or "").lower(), parts.path, parts.query
        except ValueError:
            return "broken", "", "", ""

    @property
    def is_web(self) -> bool:
        """Whether it is http(s), or relative."""
        scheme, _, path, query = self._split
        return scheme in ("http", "https") or (not scheme and bool(path or query))

    @cached_property
    def host(self) -> str:
        """The host without ``www.``, or ``""`` if it is unknown."""
        return self._split[1].removeprefix("www.").rstrip(".")

    @cached_property
    def place(self) -> str:
        """Path and query, without the name of an index file."""
        _, _, path, query = self._split
        path = _INDEX.sub("/", path)
        return f"{path}?{query}" if query else path

    @cached_property
    def pieces(self) -> tuple[str, ...]:
        """The texts between numbers and the numbers, alternating."""
        return tuple(_DIGITS.split(self.place))

    @cached_property
    def shape(self) -> tuple[str, ...]:
        """The texts between numbers."""
        return self.pieces[::2]

    @cached_property
    def numbers(self) -> tuple[int, ...]:
        """The numbers."""
        return tuple(int(piece[:MOST_DIGITS]) for piece in self.pieces[1::2])

    @cached_property
    def page_number(self) -> int | None:
        """The number in a page or offset parameter, or None if there is none."""
        _, _, path, query = self._split
        found = _PAGE_PARAMETER.search(query) or _PAGE_PIECE.search(path)
        return int(found[1][:MOST_DIGITS]) if found else None

    @cached_property
    def stem(self) -> str:
        """The address without the page number: equal for pages of one list."""
        _, _, path, query = self._split
        left = [part for part in re.split("[&;]", query) if part and not _PAGE_PARAMETER.match(part)]
        path = _INDEX.sub("/", _PAGE_PIECE.sub("/", path)).rstrip("/")
        return f"{path}?{'&'.join(sorted(left))}" if left else path

    @cached_property
    def path_stem(self) -> str:
        """The path without the page number."""
        return self.stem.partition("?")[0]

    def is_size(self, place: int) -> bool:
        """Return whether one of its numbers is in a page size parameter."""
        return _SIZE.search(self.shape[place]) is not None

    def names_size(self, number: int) -> bool:
        """Return whether a number occurs in it as a page size and nowhere else."""
        places = [place for place, value in enumerate(self.numbers) if value == number]
        return bool(places) and all(map(self.is_size, places))

    @cached_property
    def letters(self) -> str:
        """The letters of the path, which pages of one list have in common."""
        return "".join(filter(str.isalpha, _INDEX.sub("/", self._split[2])))

    @property
    def is_calendar(self) -> bool:
        """Whether it selects a day or a month."""
        return _CALENDAR.search(self._split[3]) is not None

    @cached_property
    def dates(self) -> frozenset[str]:
        """The dates in it, by day or month."""
        return frozenset(_DATE.findall(self.place))


def varying(addresses: list[PageAddress]) -> int | None:
    """Return the index of the only number that differs among addresses of one shape, or None if there is not just one."""
    if len(addresses) < 2 or len({address.shape for address in addresses}) > 1:
        return None
    columns = list(zip(*(address.numbers for address in addresses), strict=True))
    different = [place for place, values in enumerate(columns) if len(set(values)) > 1]
    return different[0] if len(different) == 1 else None


def are_near(one: PageAddress, other: PageAddress) -> bool:
    """Return whether two addresses may belong to one list: one path begins with the letters of the other."""
    return one.letters.startswith(other.letters) or other.letters.startswith(one.letters)
