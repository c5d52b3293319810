from collections.abc import Callable, Sequence
from os import PathLike
from typing import Any, TypeAlias

Demand: TypeAlias = tuple[bytes, bytes, int]
Step: TypeAlias = tuple[int, int, bytes, tuple[Demand, ...] | None, bytes, bool, int]
CellPlan: TypeAlias = tuple[int, int, tuple[Any, ...]]
Subject: TypeAlias = int | tuple[int, int]

VERSION: int

class Shape:
    def __new__(
        cls,
        steps: tuple[Step, ...],
        links: int,
        texts: int,
        values: tuple[tuple[tuple[int, int], ...], ...],
        asked: tuple[int, ...],
        /,
    ) -> Shape: ...
    def match(self, subject: Subject, /) -> tuple[Any, ...] | None: ...

class Book:
    def __new__(cls, marks: bytes, /) -> Book: ...
    def add(
        self,
        owner: Any,
        shape: Shape,
        size: int,
        maker: Maker | None,
        answer: int,
        room: int,
        window: tuple[str | int, ...],
        /,
    ) -> None: ...
    def find(self, subject: Subject, /) -> tuple[Any, tuple[Any, ...]] | None: ...
    def rows(
        self,
        subjects: Sequence[Subject],
        rows: list[Any],
        left: list[int],
        starts: tuple[str, ...],
        join: Callable[[str], str] | None,
        /,
    ) -> None: ...
    def windows(
        self,
        subjects: Sequence[Subject],
        windows: list[tuple[Any, str]],
        known: dict[str, str],
        encode: Callable[[str], str],
        /,
    ) -> None: ...
    def shapes(self) -> list[tuple[Any, bool]]: ...

class Guard:
    def __new__(
        cls, names: tuple[tuple[bytes, int], ...], limits: tuple[int, ...], weights: tuple[int, ...], long_tag: int, /
    ) -> Guard: ...
    def clears(self, page: str | bytes, /) -> bool: ...
    def counts(self, page: str | bytes, /) -> tuple[int, int, bool]: ...

class Maker:
    def __new__(
        cls, kind: type, fields: tuple[str, ...], defaults: tuple[Any, ...], text: int, cells: tuple[CellPlan, ...], /
    ) -> Maker: ...
    def make(self, values: tuple[Any, ...], /) -> Any: ...

def attribute_values(place: int, name: bytes, attribute: bytes, /) -> list[str]: ...
def children(place: int, /) -> list[tuple[int, str | None]]: ...
def bind(library: str | PathLike[str], swaps: dict[str, bytes] = ..., /) -> None: ...
def size(subject: Subject, /) -> int: ...
def is_inside(places: tuple[int, int], /) -> bool: ...
def look(place: int, /) -> tuple[int, int, int, int, int, list[bytes], str | None]: ...
def marks(place: int, /) -> set[tuple[str, str]]: ...
def number(subject: Subject, most: int, /) -> tuple[list[str], list[int], list[int], list[str], bytes]: ...
def text_of(place: int, /) -> str: ...
def all_attributes(places: bytes, none: dict[str, str | None], /) -> list[dict[str, str | None]]: ...
def attributes(place: int, /) -> dict[str, str | None]: ...
def symbols() -> list[str]: ...
def start_tag(place: int, /) -> tuple[str, tuple[tuple[str, str | None], ...]]: ...

Conditions: TypeAlias = tuple[tuple[bytes, bytes], ...]
Names: TypeAlias = tuple[bytes, ...]

class Scanner:
    def __new__(
        cls,
        first: bytes,
        of_first: Conditions,
        parent: bytes,
        of_parent: Conditions,
        foreign: Names,
        around: Names,
        hollow: Names,
        /,
    ) -> Scanner: ...
    def scan(self, body: int, /) -> tuple[list[int], list[int], list[int], bool]: ...

class Seeker:
    def __new__(
        cls, sought: tuple[tuple[bytes, Conditions, bytes], ...], foreign: Names, silent: Names, /
    ) -> Seeker: ...
    def learn(self, number: int, spelling: tuple[Demand, ...] | bytes, /) -> None: ...
    def seek(self, body: int, /) -> tuple[int, list[tuple[int, int]]]: ...
