"""Measure pages of one megabyte that are made to be hard: each must be read within 3 s of CPU and 300 MiB.

    python benchmarks/speed/nasty.py [--only NAME] [--size BYTES]

Each shape is read by ``wrapture extract`` in a process of its own.  A page that the guard refuses counts as read: refusing it
takes no time, and it says why.  Exits 1 if a shape takes more.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from itertools import count, islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Final

from results import Figure, write_figures

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

SIZE: Final = 1_000_000
MOST_S: Final = 3.0
MOST_MIB: Final = 300.0
REFUSED: Final = "refused"
"""In the message about a page that the guard does not let through."""
TAGS: Final = ("p", "div", "span", "b", "li", "i", "em", "h3", "td", "a")


# --- words over an alphabet, as tags ---


def fibonacci() -> Iterator[str]:
    """Yield the Fibonacci word, the string with the most repeats that overlap."""
    a, b = "0", "01"
    while len(b) < SIZE:
        a, b = b, b + a
    yield from b


def thue_morse() -> Iterator[str]:
    """Yield the Thue-Morse word, in which nothing occurs three times in a row."""
    return (str(n.bit_count() & 1) for n in count())


def growing_periods() -> Iterator[str]:
    """Yield periods that grow: 01, 001, 0001 and so on."""
    return (symbol for n in count(1) for symbol in "0" * n + "1")


def de_bruijn() -> Iterator[str]:
    """Yield pseudo-random symbols, in which every short string occurs."""
    random = Random(1)
    return (str(random.randrange(3)) for _ in count())


def as_tags(word: Iterable[str], tags: tuple[str, ...] = ("p", "h3", "li")) -> Iterator[str]:
    """Yield a paragraph of a kind for each symbol."""
    return (f"<{tags[int(symbol)]}>text {symbol}</{tags[int(symbol)]}>" for symbol in word)


# --- lists and tables ---


def rows(cell: Callable[[int], str], row: str = "<li>{}</li>") -> Iterator[str]:
    """Yield rows, each made from its number."""
    return (row.format(cell(n)) for n in count())


def nested_lists(depth: int) -> Iterator[str]:
    """Yield lists in lists, each of three items."""
    inner = "<li>item</li>" * 3
    for _ in range(depth):
        inner = f"<li>item<ul>{inner}</ul></li>" * 3 if len(inner) < 20_000 else inner
    return (f"<ul>{inner}</ul>" for _ in count())


def random_row(n: int) -> str:
    """Return a row of random tags."""
    random = Random(n)
    tags = [random.choice(TAGS[:7]) for _ in range(random.randrange(1, 12))]
    return "".join(f"<{tag}>w{random.randrange(1000)}</{tag}>" for tag in tags)


def random_tree(n: int) -> str:
    """Return a random small tree."""
    random, opened, made = Random(n), list[str](), list[str]()
    for _ in range(random.randrange(4, 40)):
        if opened and random.random() < 0.45:
            made.append(f"</{opened.pop()}>")
        else:
            opened.append(random.choice(["div", "section", "article", "em"]))
            made.append(f"<{opened[-1]}>x{random.randrange(50)}")
    return "".join([*made, *(f"</{tag}>" for tag in reversed(opened))])


def pairs(n: int) -> str:
    """Return a definition with its term."""
    return f"<dt>Term {n % 7}</dt><dd>Value {n}: some <b>words</b> about it</dd>" * (1 + n % 3)


def classes(n: int) -> str:
    """Return a row whose classes are its own."""
    return f"<div class='c{n} d{n % 17} e{n % 5}'><a href=/{n}>Item {n}</a><i class=f{n}>{n * 37 % 1009}</i></div>"


SHAPES: Final[dict[str, Callable[[], Iterable[str]]]] = {
    "Fibonacci tags": lambda: as_tags(fibonacci()),
    "Fibonacci tags, inline": lambda: as_tags(fibonacci(), ("b", "i", "em")),
    "Thue-Morse tags": lambda: as_tags(thue_morse()),
    "growing periods": lambda: as_tags(growing_periods()),
    "random tags": lambda: as_tags(de_bruijn()),
    "one tag": lambda: as_tags("0" for _ in count()),
    "nested lists": lambda: nested_lists(6),
    "nested lists, deep": lambda: (f"<ul>{'<li>x<ul>' * 40}<li>y{'</ul></li>' * 40}</ul>" for _ in count()),
    "one list in many": lambda: rows(lambda n: f"<ul>{'<li>a</li>' * (n % 9)}</ul>", "<li>{}</li>"),
    "random rows": lambda: rows(random_row),
    "random trees": lambda: rows(random_tree, "<div>{}</div>"),
    "dl list": lambda: ["<dl>", *islice(map(pairs, count()), 20_000)],
    "many dl lists": lambda: rows(pairs, "<dl>{}</dl>"),
    "one-row tables": lambda: rows(
        lambda n: f"<td>{n}</td><td>Item {n}</td><td>{n % 9}</td>", "<table><tr>{}</tr></table>"
    ),
    "one-cell tables": lambda: rows(lambda n: f"Item {n}", "<table><tr><td>{}</td></tr></table>"),
    "a long table": lambda: [
        "<table>",
        *islice(rows(lambda n: f"<td>{n}</td><td>Item {n}</td>", "<tr>{}</tr>"), 25_000),
    ],
    "a wide table": lambda: rows(lambda n: "".join(f"<td>{n * m}</td>" for m in range(500)), "<tr>{}</tr>"),
    "nested tables": lambda: rows(lambda n: f"<table><tr><td><table><tr><td>{n}<td>x</table></table>", "<div>{}</div>"),
    "own classes": lambda: rows(classes, "{}"),
    "own tags": lambda: rows(lambda n: f"<x-{n}>Item {n}</x-{n}>", "{}"),
    "many attributes": lambda: rows(
        lambda n: f"<a href=/{n} {' '.join(f'data-{m}={n}' for m in range(30))}>Item {n}</a>"
    ),
    "texts alone": lambda: rows(lambda n: f"Line {n} of the text<br>", "{}"),
    "one long text": lambda: rows(lambda n: f"word{n} ", "{}"),
    "long texts": lambda: rows(lambda n: f"Item {n}: " + "words and words, " * 200),
    "links alone": lambda: rows(lambda n: f"<a href=/{n}>{n}</a> ", "{}"),
    "options": lambda: rows(lambda n: f"<option value={n}>Choice {n}", "{}"),
    "empty elements": lambda: rows(lambda n: "<div></div><p></p>" + "x" * (n % 50 == 0), "{}"),
    "two lists in turn": lambda: rows(lambda n: f"<h3>Head {n}</h3><p>Text {n}</p><ul>{'<li>a' * (n % 4)}</ul>", "{}"),
    "headings and rows": lambda: rows(lambda n: f"<h2>Part {n}</h2>" + "<p>Item <b>x</b></p>" * (n % 20), "{}"),
    "labels": lambda: rows(lambda n: "".join(f"<p>Label {m}: {n * m}</p>" for m in range(20) if (n >> m % 5) & 1)),
    "dates and prices": lambda: rows(
        lambda n: f"<b>{n % 28 + 1} May 2021</b> <i>${n}.99</i> 4.5 out of 5 stars, {n} reviews"
    ),
    "unclosed tags": lambda: rows(lambda n: f"<li><b>Item {n}<p>Text", "{}"),
    "deep spine": lambda: ["<div>" * 400, *islice(rows(lambda n: f"<p>Item {n}</p>", "{}"), 40_000)],
    "pictures": lambda: rows(lambda n: f"<img src=/{n}.png alt='Picture {n}'>", "{}"),
    "a calendar": lambda: rows(
        lambda n: "<tr>" + "".join(f"<td>{(n * 7 + d) % 31}</td>" for d in range(7)) + "</tr>", "{}"
    ),
    "scripts": lambda: rows(lambda n: f"<script>var a{n} = [1, 2, {{}}];</script><p>Item {n}</p>", "{}"),
    "styles": lambda: [
        "<style>",
        *(f".c{n} {{display: none}} " for n in range(9_000)),
        "</style>",
        *islice(map(classes, count()), 7_000),
    ],
    "entities": lambda: rows(lambda n: f"&lt;b&gt;&amp;&nbsp;{n}" * 10),
    "forms": lambda: rows(lambda n: f"<form><input name=q{n}><select><option>{n}</select></form>", "{}"),
    "foreign": lambda: rows(lambda n: f"<svg><g><text>{n}</text><path d='M0 0'/></g></svg>Item {n}", "<li>{}</li>"),
    "colons": lambda: rows(lambda n: f"a: b: c{n}: d; e, f | g - h" * 5),
    "preformatted": lambda: ["<pre>", *islice(rows(lambda n: f"line {n}\n", "{}"), 90_000), "</pre>"],
    "records of many shapes": lambda: rows(
        lambda n: "".join(f"<{tag}>v{n}</{tag}>" for bit, tag in enumerate(TAGS) if n >> bit & 1),
        "<section>{}</section>",
    ),
}
"""Parts of pages without end, or as many as are wanted."""


def page_of(parts: Iterable[str], size: int) -> str:
    """Return a page of about this many bytes made of parts."""
    found, length = [], 0
    for part in parts:
        found.append(part)
        length += len(part)
        if length >= size:
            break
    return f"<!doctype html><title>A page</title><body>{''.join(found)}"


def measure(page: Path) -> tuple[float, float, str]:
    """Return the CPU seconds and the MiB that reading a page takes, and the last message; a failure must be a refusal."""
    command = [str(Path(sys.executable).with_name("wrapture")), "extract", "--format", "json", str(page)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        said = (process.stderr.read().strip().splitlines() or [""])[-1]
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode and REFUSED not in said:
        raise RuntimeError(f"{' '.join(command)} failed: {said}")
    return used.ru_utime + used.ru_stime, used.ru_maxrss / 1024, said


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", help="the name of a shape, or a part of it")
    parser.add_argument("--size", type=int, default=SIZE)
    args = parser.parse_args()
    slowest, largest, missed = 0.0, 0.0, []
    with tempfile.TemporaryDirectory() as folder:
        for name, parts in SHAPES.items():
            if args.only and args.only not in name:
                continue
            page = Path(folder) / "page.html"
            page.write_text(page_of(parts(), args.size), "utf-8")
            took, mebibytes, said = measure(page)
            slowest, largest = max(slowest, took), max(largest, mebibytes)
            if took > MOST_S or mebibytes > MOST_MIB:
                missed.append(name)
            print(f"{name:24} {took:6.2f} s  {mebibytes:5.0f} MiB  {said.partition('page.html: ')[2][:70]}", flush=True)
    print(
        f"{len(missed)} of {len(SHAPES)} shapes take more than {MOST_S:g} s or {MOST_MIB:g} MiB: {', '.join(missed) or 'none'}"
    )
    if not args.only:
        write_figures(
            "nasty", [Figure("slowest shape of 1 MB, s", slowest, MOST_S), Figure("largest, MiB", largest, MOST_MIB)]
        )
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
