"""Where rows begin, given the visits of a state: at the sibling that contains the visit."""

from __future__ import annotations

from operator import lt
from typing import TYPE_CHECKING

from wrapture.algo.tallies import commonest

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.fine_tokens import FineTokens


def row_starts(tokens: FineTokens, visits: Sequence[int]) -> tuple[int, ...] | None:
    """Return the starts of the rows that contain the visits, or None if the visits are not in separate nodes.

    Neighbouring rows are usually siblings, so the depth of most visits below such a sibling shows where a row begins, even if
    its neighbour is under another parent.
    """
    places = [first_token(tokens, visit) for visit in visits]
    climbs = [levels_after(tokens, before, place) for before, place in zip(visits, places[1:], strict=False)]
    levels, _ = commonest(climbs)
    starts = tuple([climb(tokens, place, levels) for place in places] if levels else places)
    return starts if levels >= 0 and starts[0] >= 0 and all(map(lt, starts, starts[1:])) else None


def first_token(tokens: FineTokens, token: int) -> int:
    """Return the first token of a token's node: a start tag, or the first piece of a text."""
    text = tokens.texts[token]
    if text.startswith("<"):
        return tokens.owners[token] if text.startswith("</") else token
    nexts, firsts = tokens.nexts, tokens.firsts
    while token and nexts[token - 1] == nexts[token] and firsts[token - 1] == firsts[token]:
        token -= 1
    return token


def levels_after(tokens: FineTokens, before: int, token: int) -> int:
    """Return how many of a node's enclosing elements begin after an earlier token, -1 if the node itself does not."""
    if token < before:
        return -1
    owners = tokens.owners
    levels, owner = 0, owners[token]
    while owner > before:
        levels, owner = levels + 1, owners[owner]
    return levels


def climb(tokens: FineTokens, token: int, levels: int) -> int:
    """Return the start tag this many levels above a token, -1 if there is none."""
    for _ in range(levels):
        if token < 0:
            break
        token = tokens.owners[token]
    return token
