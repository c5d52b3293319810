"""Explaining a ranking to people: what a list is, what counts against it, and how it compares with others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.learning.confidence import DOUBTFUL
from wrapture.model import PatternLocator

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from wrapture.model import Candidate, Locator

CLEAR: Final = 0.8  # confidence above which the verdict is "clearly"
LIKELY: Final = 0.5  # confidence above which the verdict is "probably"
MAX_DIFFERENCES: Final = 3  # differences that are listed
MAX_FLAWS: Final = 2  # flaws that are listed
MIN_SHARE: Final = 0.05  # share of the score; a smaller contribution is not a reason
ALIKE: Final = 0.9  # likeness of neighbouring records above which they "look alike"
MUCH_ALIKE: Final = 0.7
TWO_DIGITS: Final = 10  # numbers from here on are shown without a fraction


class Words(NamedTuple):
    """The phrases for one list having more or less of something than another, and the format of the two values.

    Pieces of evidence of one ``family`` mean nearly the same, so only the strongest is listed.
    """

    more: str
    less: str
    family: str
    figure: Callable[[float], str] | None = None


def _percent(value: float) -> str:
    return f"{100 * value:.0f}%"


def _count(value: float) -> str:
    return f"{2**value:.0f}"


def _amount(value: float) -> str:
    number = 2**value - 1
    return f"{number:.0f}" if number >= TWO_DIGITS else _decimal(number)


def _decimal(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


WORDS: Final = {
    "text": Words("holds more of the page's text", "holds less of the page's text", "text", _percent),
    "text × likeness": Words(
        "holds more text in records that look alike", "holds less text in records that look alike", "text", _percent
    ),
    "count": Words("has more records", "has fewer records", "count", _count),
    "size": Words("has longer records", "has shorter records", "size", lambda value: f"{_amount(value)} characters"),
    "words": Words("has more words in a record", "has fewer words in a record", "size", _amount),
    "texts": Words("has more pieces of text in a record", "has fewer pieces of text in a record", "texts", _amount),
    "evenness": Words("has records of more even length", "has records of less even length", "evenness"),
    "shapes": Words("has records of more varied structure", "has records of less varied structure", "shapes"),
    "halves": Words(
        "has records that look more like two joined into one",
        "has records that look less like two joined into one",
        "halves",
    ),
    "heads within": Words(
        "has more inside its records that looks like the beginning of one",
        "has less inside its records that looks like the beginning of one",
        "heads",
    ),
    "heads outside": Words(
        "leaves out more that looks like its records", "leaves out less that looks like its records", "outside"
    ),
    "gaps": Words("has more other content between its records", "has less other content between its records", "gaps"),
    "region": Words(
        "fills more of its part of the page",
        "fills less of its part of the page",
        "region",
        _percent,
    ),
    "start": Words("begins further down the page", "begins further up the page", "start"),
    "links": Words("has a link in more of its records", "has a link in fewer of its records", "links", _percent),
    "links each": Words("has more links in a record", "has fewer links in a record", "links each", _amount),
    "figures": Words(
        "has a price or a date in more of its records",
        "has a price or a date in fewer of its records",
        "figures",
        _percent,
    ),
    "digits": Words(
        "has more digits among its characters", "has fewer digits among its characters", "digits", _percent
    ),
    "different": Words(
        "has different text in more of its records", "has the same text in more of its records", "different"
    ),
    "different beginnings": Words(
        "has records that begin with different words more often",
        "has records that begin with the same words more often",
        "different",
    ),
    "tiny": Words("has more records of a few characters", "has fewer records of a few characters", "tiny", _percent),
    "choices": Words("consists more of form options", "consists less of form options", "choices"),
    "landmark": Words(
        "is more in menus, sidebars, headers or footers",
        "is less in menus, sidebars, headers or footers",
        "landmark",
    ),
    "names": Words(
        "is more often called a list, results or items by the page itself",
        "is less often called a list, results or items by the page itself",
        "names",
    ),
    "area": Words("covers more of the screen", "covers less of the screen", "area", _percent),
    "centre": Words("is closer to the middle of the screen", "is further from the middle of the screen", "centre"),
    "hidden": Words("is hidden more", "is hidden less", "hidden"),
    "text shown": Words(
        "shows more text in records that look alike", "shows less text in records that look alike", "text", _percent
    ),
    "names against": Words(
        "is in more elements named like menus, related lists or footers",
        "is in fewer elements named like menus, related lists or footers",
        "other names",
    ),
    "names of pickers": Words(
        "is in more elements named like pickers and tabs",
        "is in fewer elements named like pickers and tabs",
        "other names",
    ),
    "main": Words("is more in the main part of the page", "is less in the main part of the page", "main"),
    "other roles": Words(
        "is more in elements with the role of a menu or banner",
        "is less in elements with the role of a menu or banner",
        "landmark",
    ),
    "dialog": Words("is more in a dialog", "is less in a dialog", "hidden"),
    "query": Words(
        "has words of the query in more of its records",
        "has words of the query in fewer of its records",
        "query",
        _percent,
    ),
    "listed": Words(
        "has more records that the page's own data lists",
        "has fewer records that the page's own data lists",
        "listed",
        _percent,
    ),
    "calendar": Words("looks more like a calendar", "looks less like a calendar", "tiny"),
    "pictures": Words("has a picture in more records", "has a picture in fewer records", "pictures", _percent),
    "headings": Words("has a heading in more records", "has a heading in fewer records", "headings", _percent),
    "long texts": Words(
        "has a longer text in more records", "has a longer text in fewer records", "long texts", _percent
    ),
    "buttons": Words("has a button in more records", "has a button in fewer records", "buttons", _percent),
    "fields": Words("has a form field in more records", "has a form field in fewer records", "fields", _percent),
    "rows": Words("has more records that are table rows", "has fewer records that are table rows", "rows"),
    "cells": Words("has more records that are table cells", "has fewer records that are table cells", "rows"),
    "items": Words("has more records that are list items", "has fewer records that are list items", "items"),
    "short links": Words(
        "has more records that are a short link and nothing else",
        "has fewer records that are a short link and nothing else",
        "short links",
        _percent,
    ),
    "page turns": Words("has more page numbers among its records", "has fewer page numbers among its records", "ends"),
    "tallies": Words(
        "has more records that end in a count", "has fewer records that end in a count", "tallies", _percent
    ),
    "dead links": Words(
        "has more links that lead nowhere", "has fewer links that lead nowhere", "dead links", _percent
    ),
    "different links": Words("links to more addresses", "links to fewer addresses", "different links"),
    "odd first": Words("begins with a less usual record", "begins with a more usual record", "ends"),
    "odd last": Words("ends with a less usual record", "ends with a more usual record", "ends"),
    "first lacks": Words("begins with a record that lacks more", "begins with a record that lacks less", "ends"),
    "last lacks": Words("ends with a record that lacks more", "ends with a record that lacks less", "ends"),
    "alike before": Words(
        "leaves out something more like its records before it", "leaves out less like its records before it", "outside"
    ),
    "alike after": Words(
        "leaves out something more like its records after it", "leaves out less like its records after it", "outside"
    ),
    "head row": Words("begins with a header row", "does not begin with a header row", "ends"),
    "about ends": Words(
        "begins or ends with page links or a count of records more",
        "begins or ends with page links or a count of records less",
        "ends",
    ),
    "cut late": Words(
        "leaves out more before its first record that the last one lacks",
        "leaves out less before its first record that the last one lacks",
        "ends",
    ),
    "skipped": Words(
        "skips more of the text among its records", "skips less of the text among its records", "gaps", _percent
    ),
    "heading last": Words(
        "has more records that end with a heading",
        "has fewer records that end with a heading",
        "heading last",
        _percent,
    ),
    "prose outside": Words(
        "leaves out more of the page's long paragraphs",
        "leaves out less of the page's long paragraphs",
        "prose",
        _percent,
    ),
    "one thing": Words("is on a page about one thing", "is not on a page about one thing", "one thing"),
    "inside": Words("is inside one record of more other lists", "is inside one record of fewer other lists", "nesting"),
    "holding": Words(
        "has other lists inside more of its records", "has other lists inside fewer of its records", "nesting"
    ),
    "votes": Words("was proposed in more ways", "was proposed in fewer ways", "agreement", _amount),
    "agreement": Words("was found by more learners", "was found by fewer learners", "agreement", _decimal),
    "agreement on starts": Words(
        "begins its records where more learners do", "begins its records where fewer learners do", "agreement", _decimal
    ),
}
"""The phrases for each piece of evidence; the formats turn measures back into plain counts."""

FLAWS: Final[tuple[tuple[str, Callable[[float], bool], str], ...]] = (
    ("choices", lambda value: value > 0.5, "its records are form options"),
    ("hidden", lambda value: value > 0.5, "the page hides it at first"),
    ("landmark", lambda value: value > 0.5, "it is in a menu, sidebar, header or footer"),
    ("tiny", lambda value: value > 0.5, "most of its records have only a few characters"),
    ("halves", lambda value: value > 0.85, "each of its records looks like two"),
    ("heads within", lambda value: value > 1.3, "its records seem to hold several records each"),
    ("heads outside", lambda value: value > 1, "there is more of the same around it"),
    ("different", lambda value: value < 0.5, "many of its records have the same text"),
)
"""Flaws of a list by itself, each with its threshold, worst first."""


def explain(candidates: Sequence[Candidate], number: int, learners: int) -> list[str]:
    """Return the reasons for the rank of one of a page's candidates (best first); ``learners`` is how many were run."""
    this = candidates[number]
    sentences = [described(this), found_by(this, learners), *against(this)]
    if number:
        reasons = differences(candidates[0], this, about=this)
        sentences += [f"Behind the first because it {_joined(reasons)}."] if reasons else []
    elif len(candidates) > 1:
        reasons = differences(this, candidates[1], about=this)
        sentences += [f"Ahead of the second because it {_joined(reasons)}."] if reasons else []
    return sentences


def verdict(confidence: float) -> str:
    """Return a sentence about the confidence that the first candidate is the page's main list."""
    if confidence < DOUBTFUL:
        return f"Nothing here is convincing: the best guess has a confidence of {confidence:.2f}."
    how = "clearly" if confidence >= CLEAR else "probably" if confidence >= LIKELY else "perhaps"
    return f"The first is {how} the page's main list (confidence {confidence:.2f})."


def described(candidate: Candidate) -> str:
    """Return a sentence describing a list: how many records, how alike, how much of the page's text, what they contain."""
    measured = _values(candidate)
    count, text = len(candidate.records[0]), measured.get("text", 0.0)
    likeness = measured.get("text × likeness", 0.0) / text if text else 0.0
    looks = "look alike" if likeness >= ALIKE else "look similar" if likeness >= MUCH_ALIKE else "look different"
    linked, dated = (_how_many(measured.get(name, 0.0), count) for name in ("links", "figures"))
    parts = [(linked, "a link"), (dated, "a price or a date")]
    same = linked == dated  # "each has a link and a price or a date"
    inside = " and ".join(f"{what}" if same and n else f"{who} {what}" for n, (who, what) in enumerate(parts) if who)
    return (
        f"{count} records that {looks} and hold {_percent(text)} of the page's text{f'; {inside}' if inside else ''}."
    )


def token_count(locator: Locator) -> int | None:
    """Return the number of positions of a locator's first pattern, None if it has none."""
    return len(locator.patterns[0].split()) if isinstance(locator, PatternLocator) else None


def found_by(candidate: Candidate, learners: int) -> str:
    """Return a sentence about which learners found a list."""
    names = ", ".join(candidate.found_by)
    return (
        f"Found by {len(candidate.found_by)} of {learners} learners: {names}." if learners > 1 else f"Found by {names}."
    )


def against(candidate: Candidate) -> list[str]:
    """Return a sentence about the flaws of a list by itself, none if it has none."""
    measured = _values(candidate)
    flaws = [said for name, is_flaw, said in FLAWS if name in measured and is_flaw(measured[name])]
    return [f"Against it: {' and '.join(flaws[:MAX_FLAWS])}."] if flaws else []


def differences(better: Candidate, worse: Candidate, *, about: Candidate) -> list[str]:
    """Return what most puts one candidate before another, strongest first, phrased about one of the two.

    Pieces of evidence of one family are added up.
    """
    ahead = {reason.name: reason.weight for reason in better.evidence}
    leads = {
        reason.name: ahead.get(reason.name, 0.0) - reason.weight for reason in worse.evidence if reason.name in WORDS
    }
    families: dict[str, float] = {}
    for name, lead in leads.items():
        families[WORDS[name].family] = families.get(WORDS[name].family, 0.0) + lead
    strongest = sorted(
        [family for family in families if families[family] > MIN_SHARE], key=lambda family: -families[family]
    )
    other = worse if about is better else better
    return [
        _difference(max([name for name in leads if WORDS[name].family == family], key=leads.__getitem__), about, other)
        for family in strongest[:MAX_DIFFERENCES]
    ]


def _difference(name: str, this: Candidate, other: Candidate) -> str:
    """Return what a list has more or less of than another, with both values if they are meaningful."""
    words, mine, theirs = WORDS[name], _values(this)[name], _values(other)[name]
    said = words.more if mine > theirs else words.less
    if words.figure is None or words.figure(mine) == words.figure(theirs):
        return said
    return f"{said} ({words.figure(mine)} against {words.figure(theirs)})"


def _values(candidate: Candidate) -> dict[str, float]:
    return {reason.name: reason.value for reason in candidate.evidence}


def _how_many(share: float, count: int) -> str:
    """Return a phrase for how many of the records have something.

    >>> _how_many(1.0, 24), _how_many(0.5, 24), _how_many(0.0, 24)
    ('each has', '12 have', '')
    """
    number = round(share * count)
    return "each has" if number == count else f"{number} {'has' if number == 1 else 'have'}" if number else ""


def _joined(phrases: Iterable[str]) -> str:
    """Return phrases joined by commas, with "and" before the last."""
    *first, last = phrases
    return f"{', '.join(first)} and {last}" if first else last
