"""From the visits of a state to where rows begin: with the sibling that holds the visit."""

from __future__ import annotations

from collections import Counter
from operator import lt
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.finetokens import FineTokens


def row_starts(tokens: FineTokens, visits: Sequence[int]) -> tuple[int, ...] | None:
    """Return where the rows begin that hold the visits, one each, or None where the visits are not in nodes of their own.

    Two neighbouring rows are siblings in most places, so the number of elements that most visits stand in below such a sibling
    tells where a row begins, also where its neighbour stands below another parent.
    """
    places = [first_token(tokens, visit) for visit in visits]
    climbs = Counter([levels_after(tokens, before, place) for before, place in zip(visits, places[1:], strict=False)])
    levels, _ = climbs.most_common(1)[0]
    starts = tuple([climb(tokens, place, levels) for place in places] if levels else places)
    return starts if levels >= 0 and starts[0] >= 0 and all(map(lt, starts, starts[1:])) else None


def first_token(tokens: FineTokens, token: int) -> int:
    """Return the first token of the node that a token belongs to: a start tag, or the first piece of a text."""
    text = tokens.texts[token]
    if text.startswith("<"):
        return tokens.owners[token] if text.startswith("</") else token
    nexts, firsts = tokens.nexts, tokens.firsts
    while token and nexts[token - 1] == nexts[token] and firsts[token - 1] == firsts[token]:
        token -= 1
    return token


def levels_after(tokens: FineTokens, before: int, token: int) -> int:
    """Return how many of the elements that a node stands in begin after an earlier token, -1 where the node itself does not."""
    if token < before:
        return -1
    owners = tokens.owners
    levels, owner = 0, owners[token]
    while owner > before:
        levels, owner = levels + 1, owners[owner]
    return levels


def climb(tokens: FineTokens, token: int, levels: int) -> int:
    """Return the start tag so many levels above a token, -1 where there is none."""
    for _ in range(levels):
        if token < 0:
            break
        token = tokens.owners[token]
    return token
