"""Every element of HTML has exactly one class, and the papers' elements have the papers' class."""

from __future__ import annotations

from itertools import combinations

import pytest

from wrapture.html.elements import (
    BLOCK_LEVEL,
    FOREIGN,
    HIDDEN_TEXT,
    LOGICAL,
    NAMES,
    OPTIONAL_END,
    PHYSICAL,
    SPECIAL,
    TEXT_LEVEL,
    VOID,
)

CLASSES = {"physical": PHYSICAL, "logical": LOGICAL, "special": SPECIAL, "block level": BLOCK_LEVEL}

LIVING_STANDARD = (
    "a abbr address area article aside audio b base bdi bdo blockquote body br button canvas caption cite code col "
    "colgroup data datalist dd del details dfn dialog div dl dt em embed fieldset figcaption figure footer form h1 h2 "
    "h3 h4 h5 h6 head header hgroup hr html i iframe img input ins kbd label legend li link main map mark math menu "
    "meta meter nav noscript object ol optgroup option output p picture pre progress q rp rt ruby s samp script search "
    "section select slot small source span strong style sub summary sup svg table tbody td template textarea tfoot "
    "th thead time title tr track u ul var video wbr"
)
OBSOLETE = (
    "acronym applet basefont bgsound big blink center dir font frame frameset isindex keygen listing marquee menuitem "
    "multicol nextid nobr noembed noframes param plaintext rb rtc spacer strike tt xmp"
)


@pytest.mark.parametrize("name", [*LIVING_STANDARD.split(), *OBSOLETE.split()])
def test_every_element_has_exactly_one_class(name: str) -> None:
    assert len([kind for kind, names in CLASSES.items() if name in names]) == 1


def test_no_element_has_two_classes() -> None:
    assert not [(a, b) for a, b in combinations(CLASSES.values(), 2) if a & b]
    assert frozenset(NAMES) == TEXT_LEVEL | BLOCK_LEVEL
    assert list(NAMES) == sorted(set(NAMES))


@pytest.mark.parametrize(
    ("kind", "names"),
    [
        ("physical", "tt i b u s strike big small sub sup"),
        ("logical", "em strong dfn code samp kbd var cite"),
        ("special", "a img applet font basefont script map"),
        ("block level", "h1 h2 h3 h4 h5 h6 p pre address blockquote div center ul ol li dl dt dd dir menu"),
        ("block level", "table form hr br"),
        ("block level", "section article nav main figure"),
    ],
)
def test_the_papers_table(kind: str, names: str) -> None:
    assert set(names.split()) <= CLASSES[kind]


def test_text_level_is_the_three_groups_of_markup() -> None:
    assert TEXT_LEVEL == PHYSICAL | LOGICAL | SPECIAL
    assert {"span", "mark", "time", "svg"} <= TEXT_LEVEL


def test_void_elements_are_those_that_the_standard_closes_at_once() -> None:
    standard = "area base br col embed hr img input link meta source track wbr"
    assert set(standard.split()) <= VOID
    assert not VOID & {"li", "p", "td", "a", "span"}
    assert set(NAMES) >= VOID | OPTIONAL_END | HIDDEN_TEXT | FOREIGN


def test_there_are_no_names_beside_these() -> None:
    assert frozenset(NAMES) == frozenset([*LIVING_STANDARD.split(), *OBSOLETE.split(), "image", "selectedcontent"])
