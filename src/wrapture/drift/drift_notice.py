"""The notice that a site has changed while its pages were read, and what came of it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from wrapture.wording import counted

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


@dataclass(frozen=True, slots=True)
class DriftNotice:
    """That the site of a wrapper has changed: ``bad`` of the last ``seen`` pages don't fit, and why.

    ``places`` are the numbers that the caller gave to the bad pages.  If the wrapper was repaired, ``repaired`` says how and
    ``kept_as`` where it is; if that was refused, ``refused`` says why.
    """

    wrapper: str
    bad: int
    seen: int
    reasons: tuple[str, ...] = ()
    places: tuple[int, ...] = ()
    repaired: str = ""
    kept_as: str = ""
    refused: str = ""

    def lines(self) -> Iterator[str]:
        """Yield the notice in words."""
        why = f": {self.reasons[0]}" if self.reasons else ""
        which = f"{self.bad} of its last {counted(self.seen, 'page')}" if self.seen > 1 else "the page"
        yield f"{self.wrapper}: the site may have changed; {which} did not fit{why}"
        if self.repaired:
            yield f"{self.wrapper}: {self.repaired}; kept as {self.kept_as}"
        elif self.refused:
            yield f"{self.wrapper}: not repaired: {self.refused}"
        else:
            yield f"{self.wrapper}: see `wrapture check` and `wrapture repair`, or allow repairs with `repair=True`"


def notice_data(notice: DriftNotice) -> dict[str, Any]:
    """Return a notice as JSON data, without the numbers of its pages."""
    data = asdict(notice)
    del data["places"]
    return data


def notice_of(said: Mapping[str, Any]) -> DriftNotice:
    """Return a notice from its JSON data."""
    fields: dict[str, Any] = {name: tuple(one) if isinstance(one, list) else one for name, one in said.items()}
    return DriftNotice(**fields)
