"""What comes out of a desk: a wrapper in the library, files, lines to copy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wrapture.errors import SourceError
from wrapture.extraction.reading import extract_page
from wrapture.extraction.table import Failure
from wrapture.studio import answers, requests
from wrapture.studio.lines import command_lines
from wrapture.studio.operations.call import File, operation
from wrapture.studio.tables import CONTENT_TYPES, tables_as
from wrapture.wrappers.shelf import slug_of

if TYPE_CHECKING:
    from wrapture.extraction.table import Table
    from wrapture.html.page import Page
    from wrapture.model import Wrapper
    from wrapture.studio.operations.call import Call
    from wrapture.studio.workshop import Workshop


@operation("POST", "/api/desks/{desk}/save", takes=requests.Save, gives=answers.DeskAnswer)
def save(workshop: Workshop, call: Call) -> dict[str, Any]:
    """Save the wrapper to the library."""
    return workshop.save(call.desk, call.revision, call.form.name, overwrite=call.form.replace)


@operation("GET", "/api/desks/{desk}/wrapper")
def wrapper_file(workshop: Workshop, call: Call) -> File:
    """Give the wrapper as a file."""
    stem = slug_of(workshop.wrapper(call.desk).name)
    return File(workshop.wrapper_file(call.desk).encode(), "application/json", f"{stem}.json")


@operation("GET", "/api/desks/{desk}/tables", query={"format": f"one of {', '.join(CONTENT_TYPES)}"})
def tables(workshop: Workshop, call: Call) -> File:
    """Give the tables of all pages as a file."""
    wanted = call.query.get("format", "csv")
    wrapper = workshop.wrapper(call.desk)
    found = [_read(wrapper, page) for _, page in workshop.results(call.desk)]
    return File(tables_as(found, wanted), CONTENT_TYPES[wanted], f"{slug_of(wrapper.name)}.{wanted}")


def _read(wrapper: Wrapper, page: Page) -> Table | Failure:
    try:
        return extract_page(wrapper, page)
    except SourceError as error:  # labels need a page's source
        return Failure(error.where, error.what)


@operation("GET", "/api/desks/{desk}/commands", gives=answers.Commands)
def commands(workshop: Workshop, call: Call) -> dict[str, str]:
    """Give lines for the shell and for Python that do the same without the studio."""
    return command_lines(workshop.history(call.desk), allow_private=workshop.allow_private)
