"""What changes the wrapper of a desk: settings, the list, columns, labels; and taking it back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wrapture.discovery.marking import Point, Pointed
from wrapture.studio import answers, labelling, requests, steps
from wrapture.studio.desk import Settings
from wrapture.studio.operations.call import operation

if TYPE_CHECKING:
    from wrapture.studio.operations.call import Call
    from wrapture.studio.workshop import Workshop


@operation("POST", "/api/desks/{desk}/name", takes=requests.NewName, gives=answers.DeskAnswer)
def name(workshop: Workshop, call: Call) -> dict[str, Any]:
    """Name the wrapper."""
    return workshop.step(call.desk, call.revision, lambda _, on: steps.rename(on, call.form.name))


@operation("POST", "/api/desks/{desk}/settings", takes=requests.NewSettings, gives=answers.DeskAnswer)
def settings(workshop: Workshop, call: Call) -> dict[str, Any]:
    """Look for lists with another learner or other parameters."""
    wanted = Settings(**call.form.model_dump(exclude={"revision"}))
    return workshop.step(
        call.desk, call.revision, lambda tools, on: steps.change_settings(tools, on, wanted), again=True
    )


@operation("POST", "/api/desks/{desk}/choose", takes=requests.Choice, gives=answers.DeskAnswer)
def choose(workshop: Workshop, call: Call) -> dict[str, Any]:
    """Choose one of a page's lists."""
    number = int(call.form.candidate)
    return workshop.page_step(
        call.desk, call.revision, call.form.page, lambda tools, on, page: steps.choose(tools, on, page, number)
    )


@operation("POST", "/api/desks/{desk}/columns", takes=requests.ColumnEdit, gives=answers.DeskAnswer)
def columns(workshop: Workshop, call: Call) -> dict[str, Any]:
    """Rename, hide, move, merge or split columns, or set the type of one."""
    given = call.form.edit.model_dump()
    own = given.pop("column", None)
    given["columns"] = tuple(given.get("columns", ())) if own is None else (own,)
    edit = steps.Edit(**given)
    return workshop.step(call.desk, call.revision, lambda tools, on: steps.edit_columns(tools, on, edit))


@operation("POST", "/api/desks/{desk}/label", takes=requests.Label, gives=answers.DeskAnswer)
def label(workshop: Workshop, call: Call) -> dict[str, Any]:
    """Say what a text on the page is; the fuzzy learner takes over from there."""
    form: requests.Label = call.form
    first, start, last, stop = form.place
    record = workshop.row(call.desk, form.page, form.record) if form.record is not None else None
    pointing = labelling.Pointing(
        Pointed(Point(first, start), Point(last, stop)), form.column, form.name or "", record, form.everywhere
    )
    return workshop.page_step(
        call.desk, call.revision, form.page, lambda tools, on, page: labelling.label(tools, on, page, pointing)
    )


@operation("POST", "/api/desks/{desk}/unlabel", takes=requests.Unlabel, gives=answers.DeskAnswer)
def unlabel(workshop: Workshop, call: Call) -> dict[str, Any]:
    """Say that a value or a whole record is wrong; the fuzzy learner takes over from there."""
    form: requests.Unlabel = call.form
    record = workshop.row(call.desk, form.page, form.record)
    return workshop.page_step(
        call.desk,
        call.revision,
        form.page,
        lambda tools, on, page: labelling.unlabel(tools, on, page, record, form.column),
    )


@operation("POST", "/api/desks/{desk}/record", takes=requests.MarkedRecord, gives=answers.DeskAnswer)
def record(workshop: Workshop, call: Call) -> dict[str, Any]:
    """Say where one record begins and ends."""
    start, stop = Point(*call.form.start), Point(*call.form.end)
    return workshop.page_step(
        call.desk,
        call.revision,
        call.form.page,
        lambda tools, on, page: steps.mark_record(tools, on, page, start, stop),
    )


@operation("POST", "/api/desks/{desk}/undo", takes=requests.Stepping, gives=answers.DeskAnswer)
def undo(workshop: Workshop, call: Call) -> dict[str, Any]:
    """Take back the last step."""
    return workshop.undo(call.desk, call.revision)


@operation("POST", "/api/desks/{desk}/redo", takes=requests.Stepping, gives=answers.DeskAnswer)
def redo(workshop: Workshop, call: Call) -> dict[str, Any]:
    """Do the step again that was taken back last."""
    return workshop.redo(call.desk, call.revision)
