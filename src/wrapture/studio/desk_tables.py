"""The tables of a desk as files have them: of all its pages, with corrections by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from wrapture.api import read_parsed
from wrapture.errors import SourceError
from wrapture.model.table import Failure
from wrapture.studio.by_hand import corrected
from wrapture.studio.desk import corrections_on
from wrapture.wording import for_command_line

if TYPE_CHECKING:
    from wrapture.api import Page
    from wrapture.model import Wrapper
    from wrapture.model.table import Table
    from wrapture.studio.by_hand import ByHand
    from wrapture.studio.service import Service


def tables_of(service: Service, desk_id: str) -> list[Table | Failure]:
    """Return the table of each page of a desk, as its wrapper reads it and a person has corrected it."""
    wrapper = service.wrapper(desk_id)
    desk = service.history(desk_id).desk
    return [_read(wrapper, parsed, corrections_on(desk, page)) for page, parsed in service.results(desk_id)]


def _read(wrapper: Wrapper, page: Page, made: tuple[ByHand, ...]) -> Table | Failure:
    try:
        table = corrected(read_parsed(wrapper, page), wrapper, page, made)
        return replace(table, wrapper=wrapper.name, fit=None)
    except SourceError as error:  # labels need a page's source
        return Failure(error.where, for_command_line(error.what))
