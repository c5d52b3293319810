"""Matches of patterns read off the tree are those that the reference reader finds."""

from __future__ import annotations

import os
from dataclasses import replace
from random import Random

import pytest

import wrapture
from tests.conftest import NO_COMPILER, WITHOUT_C
from tests.unit.reading.compiled.mutations import PUT_IN, placeless
from wrapture.html import native
from wrapture.html.lexbor import parse_page
from wrapture.html.tokens import ENCODINGS
from wrapture.model import PatternLocator
from wrapture.reading.compiled import CompiledReader, compile_wrapper
from wrapture.reading.reader import extract_page

if not native.is_available():
    pytest.skip(WITHOUT_C if os.environ.get("WRAPTURE_NATIVE") == "0" else NO_COMPILER, allow_module_level=True)

ROWS = "".join(
    f"<li class=r><a href=/{n}>Item {n}</a> <b>{n} euro</b>{'<p>more' * (n % 4)}</li>\n<!-- {n} -->" for n in range(24)
)
PAGE = f"<h1>All</h1><ul><li>Home<li>About</ul><ul>{ROWS}</ul><ul><li>End</ul>"
WRAPPER = wrapture.learn(parse_page(PAGE), learner="repeats")
WRITTEN = (
    ("LI TEXT /LI",),
    ("LI TEXT [P|-] [TEXT|-] [/P|-] [P|-] [TEXT|-] [/P|-] [P|-] [TEXT|-] [/P|-] /LI",),
    ("LI TEXT",),
    ("LI TEXT [P|-] [TEXT|-]",),
    ("LI",),
    ("/LI LI TEXT",),
    ("/LI [/UL|-]",),
    ("P TEXT /P", "LI TEXT /LI"),
    ("[LI|-] [TEXT|-] /LI",),
    ("LI TEXT /LI [LI|-] [TEXT|-] [/LI|-]",),
    ("MY-CARD TEXT /MY-CARD",),
)


def reader_of(written: tuple[str, ...], encoding: str = "block-level") -> CompiledReader:
    return compile_wrapper(replace(WRAPPER, locator=PatternLocator(encoding, written)))


def check(reader: CompiledReader, text: str, times: int = 1) -> int:
    """Return how many records both readers find, after checking that they are the same."""
    plain = placeless(extract_page(reader.wrapper, parse_page(text, name="p")))
    for _ in range(times):
        assert placeless(reader.read_text(text, name="p")) == plain
    return len(plain)


@pytest.mark.slow
@pytest.mark.parametrize("encoding", sorted(ENCODINGS))
@pytest.mark.parametrize("number", range(len(WRITTEN)))
def test_patterns_of_every_kind(number: int, encoding: str) -> None:
    reader, random = reader_of(WRITTEN[number], encoding), Random(number)
    pages = [PAGE, PAGE.replace("\n", ""), PAGE.replace("</li>", "</li></a>"), f"<pre>{PAGE}</pre>", PAGE.upper()]
    pages += [PAGE.replace("li", "my-card"), f"<noscript>{PAGE}</noscript>", f"<div>{PAGE}</div><svg></svg>x"]
    pages += [PAGE.replace(" <b>", random.choice(PUT_IN) + "<b>") for _ in range(20)]
    for text in pages:
        check(reader, text, times=3)


def test_the_own_page_is_compiled() -> None:
    reader = compile_wrapper(WRAPPER)
    for _ in range(3):
        assert check(reader, PAGE) > 9
        assert reader.is_compiled


def test_records_that_are_no_whole_sub_trees_are_read_by_the_reference_reader() -> None:
    reader = reader_of(("LI TEXT",))
    assert check(reader, PAGE)
    assert not reader.is_compiled
