"""The guard in C clears no page that its twin in Python would refuse, and all real ones."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import NO_COMPILER, NO_CORPUS, WITHOUT_C
from tests.examples import scaled
from tests.unit.html.test_guard import HOSTILE, LARGE
from wrapture.errors import HostilePageError
from wrapture.html import guard, native, tagscan
from wrapture.html.charset import decode

if not native.is_available():
    pytest.skip(WITHOUT_C if os.environ.get("WRAPTURE_NATIVE") == "0" else NO_COMPILER, allow_module_level=True)

from wrapture.html._tree import Guard

CORPUS: Final = Path(__file__).parents[4] / "shared" / "corpus"
LOW: Final = {
    "MAX_STEPS": 60,
    "MAX_ATTRIBUTES": 3,
    "MAX_OPTIONS": 2,
    "MAX_NAMES": 40,
    "MAX_CLONES": 6,
    "MAX_JOINED": 40,
}
"""Limits that short pages pass."""
ORDER: Final = ("MAX_STEPS", "MAX_ATTRIBUTES", "MAX_OPTIONS", "MAX_NAMES", "MAX_CLONES", "MAX_JOINED")
PIECES: Final = (
    *("<", ">", "/", "=", '"', "'", " ", "x", "é", "long text ", "\n", "<?x>", "<!doctype html>", "</", "<1>"),
    *("<!--", "-->", "--!>", "<!-->", "<!--->", "<!---", "<!-- <b a=1> -->"),
    *("<b>", "<b a=1>", "<b a=1 b=2>", "<B A=1>", "</b>", "</B>", "<i c='x'>", "</i>", "<a href=x>", "</a>", "<nobr>"),
    *("<font size=1>x", "<font size=2>x", "</font>", "<b a=1>x</b>", "<i>x</i >", "<b>x</B>", "<b x='</b>'>"),
    *("<p>", "</p>", "<div>", "</div>", "<h1>", "<h2>", "</h3>", "<ul>", "<li>", "</ul>", "<dl>", "<dt>", "<dd>"),
    *("<table>", "<tr>", "<td a=1>", "<th>", "</td>", "</tr>", "</table>", "<caption>", "<tbody>", "<col a=1>"),
    *("<td a=1>x</td>", "<body a=1>", "<html b=2 c>", "</q a=1>", "<form a=1>", "<head a=1>", "<frameset>"),
    *("<select>", "<select multiple>", "<SELECT MULTIPLE>", "<option>", "<option>x</option>", "</select>", "<button>"),
    *("<svg>", "<svg/>", "<g/>", "<path d='M0'/>", "</svg>", "<math>", "<title>", "</title>", "<desc>", "<style>"),
    *("</style>", "<script>", "</script>", "</SCRIPT >", "<script>x<b a=1></script>", "<textarea>", "<plaintext>"),
    *("<object>", "</object>", "<template>", "</template>", "<marquee>", "<my-card>", "</my-card>", "<MY-CARD/>"),
    *("<br>", "<img a b c d e>", "<hr/>", '<p a=">"', "<p a='", '<p a"b=c>', "<p a = 'b'c=d>", "<p/a/b/>", "<p ==>"),
)
pages = st.lists(st.tuples(st.sampled_from(PIECES), st.integers(1, 4)), max_size=25).map(
    lambda drawn: "".join(piece * times for piece, times in drawn)
)


def is_refused(text: str) -> bool:
    """Return whether the twin in Python refuses a page."""
    try:
        tagscan.OpenElements("page").read(text)
    except HostilePageError:
        return True
    return False


@scaled(20)
@given(pages)
def test_what_is_cleared_is_not_refused(text: str) -> None:
    with pytest.MonkeyPatch.context() as patch:
        for name, limit in LOW.items():
            patch.setattr(tagscan, name, limit)
        low = Guard(tagscan.names_in_sets(), tuple(LOW[name] for name in ORDER), tagscan.WEIGHTS, guard.LONG_TAG)
        for one in LOW:  # each alone, so that another limit does not hide it
            limits = tuple(LOW[name] if name == one else 10**9 for name in ORDER)
            alone = Guard(tagscan.names_in_sets(), limits, tagscan.WEIGHTS, guard.LONG_TAG)
            with pytest.MonkeyPatch.context() as others:
                for name in set(LOW) - {one}:
                    others.setattr(tagscan, name, 10**9)
                assert not (alone.clears(text) and is_refused(text)), one
        assert not (low.clears(text) and is_refused(text))


def test_the_limits_are_those_of_the_twin() -> None:
    assert tuple(getattr(tagscan, name) for name in ORDER) == tagscan.LIMITS


@pytest.mark.parametrize("shape", HOSTILE)
def test_hostile_pages_are_not_cleared(shape: str) -> None:
    text, _ = HOSTILE[shape]
    assert not guard._is_cleared(text, text)
    assert not guard._is_cleared(text, text.encode())


def has_many_names(text: str) -> bool:
    """Return whether tags and attributes outnumber what may be names, between which the native extension does not tell."""
    return text.count("<") + text.count("=") > tagscan.MAX_NAMES


@pytest.mark.parametrize("shape", [shape for shape, text in LARGE.items() if not has_many_names(text)])
def test_large_pages_are_cleared(shape: str) -> None:
    assert guard._is_cleared(LARGE[shape], LARGE[shape])


def test_names_that_recur_count_once() -> None:
    known = tagscan.names_in_sets()
    limited = Guard(known, (*tagscan.LIMITS[:3], 9, *tagscan.LIMITS[4:]), tagscan.WEIGHTS, guard.LONG_TAG)
    assert limited.clears("<p class=a id=b>x</p><a href=c>" * 50)
    assert not limited.clears("".join(f"<p a{n}=1>" for n in range(10)))


@given(pages)
def test_counts_are_not_too_low(text: str) -> None:
    made = guard._native()
    assert made is not None
    brackets, attributes, _ = made.counts(text)
    assert brackets == text.count("<")
    most = max(
        (len(tagscan._ATTRIBUTE_NAMES.findall(tag[3])) for tag in tagscan._TAG.finditer(text) if tag[2]), default=0
    )
    assert attributes + 1 >= most


@pytest.mark.parametrize("text", ["\ud800" * 20_000, "<p>\udfff</p>" * 3_000])
def test_what_is_no_text_is_left_to_the_twin(text: str) -> None:
    assert not guard._is_cleared(text, text)
    guard.check("page", text)


@pytest.mark.corpus
def test_real_pages_are_cleared() -> None:
    if not CORPUS.exists():
        pytest.skip(NO_CORPUS)
    texts = [decode(page.read_bytes()).text for page in sorted((CORPUS / "lists").rglob("*.html"))]
    assert len([text for text in texts if not guard._is_cleared(text, text)]) <= len(texts) // 100


def test_wrong_arguments_are_refused() -> None:
    names = tagscan.names_in_sets()
    for arguments in (
        (),
        (names, tagscan.LIMITS),
        (names, tagscan.LIMITS, (8, 0, 3, 256), 4096),
        (names, tagscan.LIMITS, tagscan.WEIGHTS, 0),
        (names * 9, tagscan.LIMITS, tagscan.WEIGHTS, 4096),
        (((b"", 1),), tagscan.LIMITS, tagscan.WEIGHTS, 4096),
        (((b"x" * 40, 1),), tagscan.LIMITS, tagscan.WEIGHTS, 4096),
    ):
        with pytest.raises((TypeError, ValueError)):
            Guard(*arguments)
    with pytest.raises(TypeError):
        Guard(names, tagscan.LIMITS, tagscan.WEIGHTS, 4096).clears(None)  # type: ignore[arg-type]
