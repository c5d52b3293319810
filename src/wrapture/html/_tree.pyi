from os import PathLike
from typing import Any, TypeAlias

Demand: TypeAlias = tuple[bytes, bytes, int]
Step: TypeAlias = tuple[int, int, bytes, tuple[Demand, ...] | None, bytes, bool, int]
Subject: TypeAlias = int | tuple[int, int]

VERSION: int

class Form:
    def __new__(
        cls,
        steps: tuple[Step, ...],
        links: int,
        texts: int,
        values: tuple[tuple[tuple[int, bool], ...], ...],
        asked: tuple[int, ...],
        /,
    ) -> Form: ...
    def match(self, subject: Subject, /) -> tuple[Any, ...] | None: ...

class Guard:
    def __new__(
        cls, names: tuple[tuple[bytes, int], ...], limits: tuple[int, ...], weights: tuple[int, ...], long_tag: int, /
    ) -> Guard: ...
    def clears(self, page: str | bytes, /) -> bool: ...
    def counts(self, page: str | bytes, /) -> tuple[int, int, bool]: ...

class Maker:
    def __new__(
        cls, kind: type, fields: tuple[str, ...], defaults: tuple[Any, ...], text: int, picks: tuple[int, ...], /
    ) -> Maker: ...
    def make(self, values: tuple[Any, ...], /) -> Any: ...

def attribute_values(place: int, name: bytes, attribute: bytes, /) -> list[str]: ...
def bind(library: str | PathLike[str], /) -> None: ...
def size(subject: Subject, /) -> int: ...
def is_inside(places: tuple[int, int], /) -> bool: ...
def text_of(place: int, /) -> str: ...
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
