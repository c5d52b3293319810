"""The inner loops of discovery and of profiles in C (``src/kernels``), where they were built.

Each has a reference in Python beside its caller that gives the same result, and is used without them.  ``WRAPTURE_NATIVE=0``
turns them off.  Unlike the native extension that reads pages, they call nothing outside Python and need no self-check.
"""

from __future__ import annotations

import os
from importlib import import_module
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias

if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable, Mapping, Sequence

VERSION: Final = 5
"""Of what is called there: they may have been built before these modules were changed."""

PackedTrees: TypeAlias = tuple[bytes, bytes, bytes, bytes, bytes]
_Counts: TypeAlias = "list[tuple[str, int]] | None"


class Kernels(Protocol):
    """What is written in C."""

    def encode_tokens(self, symbols: bytes, stops: bytes, start: int, stop: int, /) -> tuple[str, list[int]]:
        """Return a token string and its first nodes: see `wrapture.html.tokens.encode`."""

    def gap_sums(self, positions: Sequence[int], /) -> tuple[int, int, int]:
        """Return the number of gaps, their sum and that of their squares: see `wrapture.algo.regularity.variance`."""

    def hash_texts(self, texts: list[str], /) -> list[str | None]:
        """Return short hashes, None for texts other than ASCII: see `wrapture.values.text_hashes`."""

    def look_at_texts(self, texts: list[str], least: int, /) -> tuple[list[int], _Counts, _Counts, list[str]]:
        """Return the classes of characters, shapes and words, and the texts other than ASCII: see `wrapture.values.text_looks`.

        Words that fewer than ``least`` texts have are left out if all texts are ASCII.
        """

    def maximal_repeats(
        self, s: str, min_count: int, min_length: int, vicinity: float, /
    ) -> list[tuple[int, tuple[int, ...]]]:
        """Return length and positions of each repeat: see `wrapture.algo.maximal_repeats`."""

    def path_shapes(self, addresses: list[str], /) -> list[str | None]:
        """Return the shapes of addresses, None for unusual ones: see `wrapture.values.column_profile.path_shapes`."""

    def regular_runs(self, positions: Sequence[int], bound: float, /) -> list[tuple[int, ...]]:
        """Return runs of positions: see `wrapture.algo.regularity.partitions`."""

    def span_totals(self, columns: tuple[array[int], ...], spans: list[tuple[int, int]], /) -> list[tuple[int, int]]:
        """Return sums over spans: see `wrapture.algo.span_totals`."""

    def start_tags(
        self,
        names: list[str],
        attributes: list[Mapping[str, str | None]],
        text: str,
        kinds: frozenset[str],
        written: Callable[[str, str | None], str],
        reference: Callable[[str, Mapping[str, str | None]], str],
        most: int,
        /,
    ) -> list[str | list[str] | None]:
        """Return the start tag of each element, None for texts: see `wrapture.html.fine_tokens`."""

    def sum_trees(self, trees: PackedTrees, row: list[float], count: int, /) -> list[float]:
        """Return what trees say of a row: see `wrapture.learning.judge_trees`."""

    def tag_sums(self, tags: list[str], kinds: dict[str, int], count: int, /) -> list[tuple[bytes, list[int]]]:
        """Return running numbers and nodes of each kind of elements: see `wrapture.algo.page_sums`."""

    def text_offsets(self, texts: list[str], /) -> list[int]:
        """Return the characters before each text: see `wrapture.algo.page_sums`."""

    def text_sums(
        self, texts: list[str], many: int, most: int, /
    ) -> tuple[list[int], bytes, bytes, bytes, bytes, bytes]:
        """Return the texts that show anything, and running sums: see `wrapture.algo.page_sums`."""

    def weave_tokens(
        self,
        tokens: list[str | list[str] | None],
        names: list[str],
        stops: list[int],
        ends: dict[str, str],
        start: int,
        /,
    ) -> tuple[list[str], list[int], list[int], list[int]]:
        """Return texts, first nodes, next and owning tokens: see `wrapture.html.fine_tokens`."""


def _loaded() -> Any:
    if os.environ.get("WRAPTURE_NATIVE") == "0":
        return None
    try:
        found = import_module("wrapture.algo._kernels")
    except ImportError:
        return None
    return found if found.VERSION == VERSION else None


KERNELS: Final[Kernels | None] = _loaded()
"""The functions, None where they were not built or are turned off."""
