"""Operations for the results of a desk: save the wrapper, download files, copy code."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from wrapture.api import read_parsed, slug_of
from wrapture.errors import SourceError
from wrapture.model.table import Failure
from wrapture.studio import answers, requests
from wrapture.studio.by_hand import corrected
from wrapture.studio.copied_lines import command_lines
from wrapture.studio.downloads import CONTENT_TYPES, tables_as
from wrapture.studio.operations.call import Download, operation
from wrapture.studio.service import corrections_on
from wrapture.wording import for_command_line

if TYPE_CHECKING:
    from wrapture.api import Page
    from wrapture.model import Wrapper
    from wrapture.model.table import Table
    from wrapture.studio.by_hand import ByHand
    from wrapture.studio.operations.call import Call
    from wrapture.studio.service import Service


@operation("POST", "/api/desks/{desk}/save", takes=requests.SaveWrapper, gives=answers.DeskAnswer)
def save(service: Service, call: Call) -> dict[str, Any]:
    """Save the wrapper to the library."""
    return service.save(call.desk, call.revision, call.form.name, overwrite=call.form.replace)


@operation("GET", "/api/desks/{desk}/wrapper")
def wrapper_file(service: Service, call: Call) -> Download:
    """Download the wrapper file."""
    stem = slug_of(service.wrapper(call.desk).name)
    return Download(service.wrapper_file(call.desk).encode(), "application/json", f"{stem}.json")


@operation("GET", "/api/desks/{desk}/tables", query={"format": f"one of {', '.join(CONTENT_TYPES)}"})
def tables(service: Service, call: Call) -> Download:
    """Download the tables of all pages as one file."""
    wanted = call.query.get("format", "csv")
    wrapper = service.wrapper(call.desk)
    desk = service.history(call.desk).desk
    found = [_read(wrapper, parsed, corrections_on(desk, page)) for page, parsed in service.results(call.desk)]
    return Download(tables_as(found, wanted), CONTENT_TYPES[wanted], f"{slug_of(wrapper.name)}.{wanted}")


def _read(wrapper: Wrapper, page: Page, made: tuple[ByHand, ...]) -> Table | Failure:
    try:
        table = corrected(read_parsed(wrapper, page), wrapper, page, made)
        return replace(table, wrapper=wrapper.name, fit=None)
    except SourceError as error:  # labels need a page's source
        return Failure(error.where, for_command_line(error.what))


@operation("GET", "/api/desks/{desk}/commands", gives=answers.Commands)
def commands(service: Service, call: Call) -> dict[str, str]:
    """Return code for the shell and for Python that does the same without the studio."""
    return command_lines(service.history(call.desk), allow_private=service.allow_private)
