"""Operations for the results of a desk: save the wrapper, download files, copy code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wrapture.api import slug_of
from wrapture.studio import answers, requests
from wrapture.studio.copied_lines import command_lines
from wrapture.studio.desk_tables import tables_of
from wrapture.studio.downloads import CONTENT_TYPES, tables_as
from wrapture.studio.operations.call import Download, operation

if TYPE_CHECKING:
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
    return Download(
        tables_as(tables_of(service, call.desk), wanted), CONTENT_TYPES[wanted], f"{slug_of(wrapper.name)}.{wanted}"
    )


@operation("GET", "/api/desks/{desk}/commands", gives=answers.Commands)
def commands(service: Service, call: Call) -> dict[str, str]:
    """Return code for the shell and for Python that does the same without the studio."""
    return command_lines(service.history(call.desk), allow_private=service.allow_private)
