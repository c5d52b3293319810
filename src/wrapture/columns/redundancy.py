"""Redundant columns: those that repeat others, are put together from others, or are nearly empty."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from typing import TYPE_CHECKING, Final
from urllib.parse import unquote

from wrapture.columns.hiding import Hiding
from wrapture.values.clock import minutes_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.columns.naming.contained import Nesting
    from wrapture.columns.naming.said_names import Suggestion, Suggestions
    from wrapture.columns.naming.seen import SeenValue
    from wrapture.model import Column
    from wrapture.model.table import Cell

SAME: Final = 0.9  # share of the records in which one column must repeat another
SPARSE: Final = 0.25  # share of the records that must have a value (10 % instead: 1.1 points of match less)
RARE: Final = 0.1  # share of the records that must have a value beside a label, or of an element that says what it is
WIDE: Final = 15  # columns of texts that people still read
LEFT_OVER: Final = 0.1  # share of a value that may stand in no other column if it is joined from others
DIFFERENT: Final = 3  # amounts that must differ before those of two columns are the same by more than chance
ENOUGH: Final = 4  # records that are needed to say that a column is nearly empty
MOST_DIGITS: Final = 18  # of a number that counts: Python refuses to read thousands of digits
SCHEMES: Final = ("mailto:", "tel:")
LOCAL: Final = 6  # last digits of a telephone number that say that two are the same
_HOST: Final = re.compile(r"(?:[\w-]+\.)+[a-z]{2,12}/?", re.I)
_ADDRESS: Final = re.compile(r"https?://(?:www\.)?((?:[\w-]+\.)+[a-z]{2,12}(?::\d+)?(?:/\S*)?)", re.I)
_START: Final = re.compile(r"^(?:https?://)?(?:www\.)?", re.I)
_PATH: Final = re.compile(r"((?:/[\w.~%+-]+){2,}/?)")
_ELISION: Final = re.compile(r" ?(?:\.\.\.|…) ?")
_WORD: Final = re.compile(r"[\w$€£¥₹%★☆⭐]+")


def squeezed(cell: Cell) -> str:
    """Return the letters, digits and signs of a cell: punctuation and spaces don't make a value another one."""
    text = cell if isinstance(cell, str) else " ".join(cell or ())
    return "".join(_WORD.findall(text.casefold()))


def hide_equal(
    columns: Sequence[Column],
    table: Sequence[Sequence[str]],
    rows: Sequence[Sequence[Cell]],
    values: Sequence[Sequence[SeenValue]],
    hidden: dict[int, Hiding],
) -> None:
    """Hide columns whose values stand in another one.

    Of equal ones the fullest stays, then the one with the shorter text; of links the one that shows a text.
    """

    def preference(number: int) -> tuple[bool, int, int, int]:
        blind = columns[number].kind == "link" and not any(map(_shows_text, values[number]))
        written = sum(len(cell) for row in rows if isinstance(cell := row[number], str))
        return blind, -sum(map(bool, table[number])), written, number

    kept: list[int] = []
    for number in sorted((n for n in range(len(columns)) if n not in hidden), key=preference):
        same = [other for other in kept if columns[other].kind == columns[number].kind]
        twin = next((other for other in same if _repeats(table[number], table[other])), None)
        if twin is None:
            kept.append(number)
        else:
            hidden[number] = Hiding("repeats", (twin,))


def hide_again(columns: Sequence[Column], rows: Sequence[Sequence[Cell]], hidden: dict[int, Hiding]) -> None:
    """Hide texts that say another one several times, as buttons do for their two states: ``Book now Book now``."""
    shown = [n for n, column in enumerate(columns) if n not in hidden and column.kind == "text"]
    for number in shown:
        there = [(row, cell) for row in rows if isinstance(cell := row[number], str) and cell]
        others = (n for n in shown if n != number and n not in hidden)
        same = (n for n in others if sum(_says_again(cell, row[n]) for row, cell in there) >= SAME * len(there))
        if there and (once := next(same, None)) is not None:
            hidden[number] = Hiding("repeats", (once,))


def _says_again(text: str, cell: Cell) -> bool:
    """Return whether a text is that of a cell several times, with nothing but spaces between."""
    whole, once = "".join(text.split()), "".join(cell.split()) if isinstance(cell, str) else ""
    times = len(whole) // len(once) if once else 0
    return times > 1 and any(map(str.isalpha, once)) and whole == once * times


def hide_told(
    columns: Sequence[Column], table: Sequence[Sequence[str]], nesting: Nesting, hidden: dict[int, Hiding]
) -> None:
    """Hide figures that another column has without the words before them: ``Scored 7.4`` for screen readers."""
    shown = [n for n, column in enumerate(columns) if n not in hidden and column.kind == "text"]
    for number in (n for n in shown if columns[n].type_name == "text"):
        filled = [i for i, value in enumerate(table[number]) if value]
        if len(filled) < ENOUGH or len({table[number][i] for i in filled}) < DIFFERENT:
            continue
        apart = [n for n in shown if n != number and n not in hidden and n not in nesting[number]]
        for other in apart:
            words = Counter(
                table[number][i].removesuffix(table[other][i]) for i in filled if table[other][i].isdecimal()
            )
            word, votes = words.most_common(1)[0] if words else ("", 0)
            if votes >= SAME * len(filled) and word.isalpha():
                hidden[number] = Hiding("repeats", (other,))
                break


def hide_variants(columns: Sequence[Column], rows: Sequence[Sequence[Cell]], hidden: dict[int, Hiding]) -> None:
    """Hide links that lead to the same pages as another, with other parameters."""
    kept: list[int] = []
    links = [n for n, column in enumerate(columns) if n not in hidden and column.kind == "link"]
    plain = {n: [_without_query(row[n]) for row in rows] for n in links}
    for number in sorted(links, key=lambda n: (plain[n].count(""), sum(len(str(row[n])) for row in rows), n)):
        filled = {one for one in plain[number] if one}
        twin = next((n for n in kept if _repeats(plain[number], plain[n])), None)
        if twin is not None and len(filled) >= max(DIFFERENT, SAME * sum(map(bool, plain[number]))):
            hidden[number] = Hiding("repeats", (twin,))
        else:
            kept.append(number)


def _without_query(cell: Cell) -> str:
    return cell.partition("#")[0].partition("?")[0] if isinstance(cell, str) else ""


def hide_bare_amounts(
    columns: Sequence[Column], table: Sequence[Sequence[str]], nesting: Nesting, hidden: dict[int, Hiding]
) -> None:
    """Hide numbers that another column has with their currency or unit, in another place: ``13'000`` beside ``CHF13'000``."""
    shown = [n for n, column in enumerate(columns) if n not in hidden and column.type_name in ("number", "price")]
    bare = [n for n in shown if columns[n].type_name == "number" and not columns[n].type.unit]
    for number in bare:
        if len(set(table[number]) - {""}) < DIFFERENT or _are_consecutive(table[number]):
            continue
        apart = [n for n in shown if n not in bare and number not in nesting[n]]
        twin = next((n for n in apart if _repeats(table[number], list(map(_digits, table[n])))), None)
        if twin is not None:
            hidden[number] = Hiding("repeats", (twin,))


def hide_hosts(columns: Sequence[Column], rows: Sequence[Sequence[Cell]], hidden: dict[int, Hiding]) -> None:
    """Hide hosts that another column has with the rest of the address: ``a.org`` beside ``www.a.org/b``."""
    texts = [n for n, column in enumerate(columns) if n not in hidden and column.kind == "text"]
    for number in texts:
        there = [(row, cell) for row in rows if isinstance(cell := row[number], str)]
        if len(there) < ENOUGH or not all(_HOST.fullmatch(cell) for _, cell in there):
            continue
        others = (other for other in texts if other != number and other not in hidden)
        longer = (n for n in others if sum(_extends(row[n], cell) for row, cell in there) >= SAME * len(there))
        if (twin := next(longer, None)) is not None:
            hidden[number] = Hiding("repeats", (twin,))


def hide_schemes(columns: Sequence[Column], rows: Sequence[Sequence[Cell]], hidden: dict[int, Hiding]) -> None:
    """Hide links that dial a number or write to an address that the record shows."""
    texts = [n for n, column in enumerate(columns) if n not in hidden and column.kind == "text"]
    links = [n for n, column in enumerate(columns) if n not in hidden and column.kind == "link"]
    for number in links:
        there = [(row, cell.casefold()) for row in rows if isinstance(cell := row[number], str)]
        if not there or not all(cell.startswith(SCHEMES) for _, cell in there):
            continue
        shown = Counter(n for row, cell in there for n in texts if _says(row[n], cell))
        told = sum(any(_says(row[n], cell) for n in texts) for row, cell in there)
        if told >= SAME * len(there):
            hidden[number] = Hiding("repeats", (shown.most_common(1)[0][0],))


def hide_addresses(columns: Sequence[Column], rows: Sequence[Sequence[Cell]], hidden: dict[int, Hiding]) -> None:
    """Hide texts that write out the address to which a link beside them leads; short forms are meant to be read and stay."""
    texts = [n for n, column in enumerate(columns) if n not in hidden and column.kind == "text"]
    links = [n for n, column in enumerate(columns) if n not in hidden and column.kind == "link"]
    for number in texts:
        there = [(row, address) for row in rows if isinstance(cell := row[number], str) and (address := _address(cell))]
        if len(there) < max(ENOUGH, SAME * sum(row[number] is not None for row in rows)):
            continue
        same = (n for n in links if sum(_leads_to(row[n], one) for row, one in there) >= SAME * len(there))
        if (twin := next(same, None)) is not None:
            hidden[number] = Hiding("repeats", (twin,))


def _leads_to(cell: Cell, address: str) -> bool:
    """Return whether a link has an address, of which the middle or the end may be left out: ``a.org/.../b``."""
    if address.startswith("/"):
        return isinstance(cell, str) and cell.casefold().rstrip("/").endswith(address)
    full = _address(cell) if isinstance(cell, str) else ""
    first, *rest = _ELISION.split(address)
    return bool(full) and (full.startswith(first) and full.endswith(rest[-1]) if rest else full == address)


def _address(text: str) -> str:
    """Return an address without scheme, ``www.`` and a slash at the end; empty if a text is none."""
    text = text.strip(" -–—·|,;")
    found = _ADDRESS.fullmatch(text) or _PATH.fullmatch(text)
    return "" if found is None else found[1].rstrip("/").casefold()


def hide_times(columns: Sequence[Column], rows: Sequence[Sequence[Cell]], hidden: dict[int, Hiding]) -> None:
    """Hide times of the day that another column has in another form: ``14:30`` beside ``2:30 PM``."""
    kept: dict[int, list[int | None]] = {}
    for number in (n for n, column in enumerate(columns) if n not in hidden and column.kind == "text"):
        minutes = [minutes_of(cell) if isinstance(cell := row[number], str) else None for row in rows]
        told = [i for i, one in enumerate(minutes) if one is not None]
        if len(told) < max(ENOUGH, SAME * sum(row[number] is not None for row in rows)):
            continue
        twin = next((n for n, one in kept.items() if sum(one[i] == minutes[i] for i in told) >= SAME * len(told)), None)
        if twin is None:
            kept[number] = minutes
        else:
            hidden[number] = Hiding("repeats", (twin,))


def _says(cell: Cell, address: str) -> bool:
    """Return whether a text has the number or the address that a link leads to."""
    if not isinstance(cell, str):
        return False
    scheme, _, rest = address.partition(":")
    if scheme == "mailto":
        return unquote(rest).partition("?")[0].strip() in cell.casefold()
    return len(number := _digits(rest)[-LOCAL:]) == LOCAL and number in _digits(cell)


def _extends(cell: Cell, host: str) -> bool:
    """Return whether a cell begins with a host, or with scheme and ``www.`` before it, and goes on."""
    return (
        isinstance(cell, str) and len(cell) > len(host) and _START.sub("", cell, 1).startswith(_START.sub("", host, 1))
    )


def _are_consecutive(values: Sequence[str]) -> bool:
    """Return whether numbers count the records."""
    numbers = [int(value[:MOST_DIGITS]) for value in values if value.isdecimal()]
    return len(numbers) > 1 and all(later > one for one, later in pairwise(numbers))


def _digits(text: str) -> str:
    return "".join(filter(str.isdigit, text))


def _shows_text(link: SeenValue) -> bool:
    first, shown = link.span.start, link.page.offsets
    return shown[link.page.stops[first]] > shown[first]


def _repeats(values: Sequence[str], others: Sequence[str]) -> bool:
    filled = [i for i, value in enumerate(values) if value]
    return bool(filled) and sum(values[i] == others[i] for i in filled) >= SAME * len(filled)


def hide_joined(columns: Sequence[Column], table: Sequence[Sequence[str]], hidden: dict[int, Hiding]) -> None:
    """Hide texts that are put together from the values of other columns, the longest first."""
    shown = [n for n, column in enumerate(columns) if n not in hidden and column.kind == "text"]
    fixed = [n for n in hidden if hidden[n].why == "constant" and columns[n].kind == "text"]
    for number in sorted(shown, key=lambda n: -sum(map(len, table[n]))):
        others = [n for n in shown if n != number and n not in hidden]
        parts = _joined_from(number, others, fixed, table)
        if parts:
            hidden[number] = Hiding("joins", parts)


def _joined_from(
    number: int, others: Sequence[int], fixed: Sequence[int], table: Sequence[Sequence[str]]
) -> tuple[int, ...]:
    """Return the columns whose values make up those of a column in nearly all records, perhaps with constants; else none."""
    filled = [i for i, value in enumerate(table[number]) if value]
    used: Counter[int] = Counter()
    made = 0
    for i in filled:
        rest, parts = table[number][i], []
        for other in sorted(others, key=lambda n: -len(table[n][i])):
            piece = table[other][i]
            if piece and piece in rest and piece != table[number][i]:
                rest = rest.replace(piece, "", 1)
                parts.append(other)
        for other in fixed if parts else ():
            rest = rest.replace(table[other][i], "", 1)
        if parts and len(rest) <= LEFT_OVER * len(table[number][i]):
            made += 1
            used.update(parts)
    if not filled or made < SAME * len(filled):
        return ()
    return tuple(sorted(part for part, times in used.items() if times > made / 2)) or (used.most_common(1)[0][0],)


def hide_sparse(
    columns: Sequence[Column], table: Sequence[Sequence[str]], said: Suggestions, hidden: dict[int, Hiding]
) -> None:
    """Hide columns that few records fill; those that the page itself names only in a wide table or if hardly any has them.

    Columns with a header stay in a narrow table.  One text stays.
    """
    if len(table[0] if table else ()) < ENOUGH:
        return
    shown = [number for number in range(len(columns)) if number not in hidden]
    is_wide = sum(columns[number].kind == "text" for number in shown) > WIDE
    uses = Counter(name.name for n in shown if (name := said[n]) is not None and columns[n].kind == "text")

    def least(number: int) -> float:
        own = said[number]
        return SPARSE if is_wide or own is None or uses[own.name] > 1 else _least(own)

    sparse = [n for n in shown if _fill(table[n]) < least(n)]
    texts = [n for n, column in enumerate(columns) if n not in hidden and column.kind == "text"]
    if set(texts) - set(sparse):
        hidden.update({number: Hiding("sparse") for number in sparse})


def _least(said: Suggestion) -> float:
    """Return the share of the records that must have a value that the page names."""
    return RARE if said.source != "header" else 0.0


def _fill(values: Sequence[str]) -> float:
    return sum(map(bool, values)) / len(values) if values else 0.0
