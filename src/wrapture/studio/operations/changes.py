"""Operations that change the wrapper of a desk: settings, list, columns, labels, undo and redo."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from wrapture.api import Point, Pointed
from wrapture.studio import answers, labelling, requests
from wrapture.studio import desk_steps as steps
from wrapture.studio.desk import Settings
from wrapture.studio.operations.call import operation

if TYPE_CHECKING:
    from wrapture.studio.operations.call import Call
    from wrapture.studio.service import Service


@operation("POST", "/api/desks/{desk}/name", takes=requests.NewName, gives=answers.DeskAnswer)
def name(service: Service, call: Call) -> dict[str, Any]:
    """Name the wrapper."""
    return service.step(call.desk, call.revision, lambda _, on: steps.rename(on, call.form.name))


@operation("POST", "/api/desks/{desk}/settings", takes=requests.NewSettings, gives=answers.DeskAnswer)
def settings(service: Service, call: Call) -> dict[str, Any]:
    """Find lists with another learner or other parameters."""
    wanted = Settings(**call.form.model_dump(exclude={"revision"}))
    return service.step(
        call.desk, call.revision, lambda tools, on: steps.change_settings(tools, on, wanted), again=True
    )


@operation("POST", "/api/desks/{desk}/choose", takes=requests.ListChoice, gives=answers.DeskAnswer)
def choose(service: Service, call: Call) -> dict[str, Any]:
    """Choose one of a page's lists."""
    number = int(call.form.candidate)
    return service.page_step(
        call.desk, call.revision, call.form.page, lambda tools, on, page: steps.choose(tools, on, page, number)
    )


@operation("POST", "/api/desks/{desk}/columns", takes=requests.ColumnEdit, gives=answers.DeskAnswer)
def columns(service: Service, call: Call) -> dict[str, Any]:
    """Rename, hide, move, merge or split columns, or set the type of one."""
    given = call.form.edit.model_dump()
    own = given.pop("column", None)
    given["columns"] = tuple(given.get("columns", ())) if own is None else (own,)
    edit = steps.Edit(**given)
    return service.step(call.desk, call.revision, lambda tools, on: steps.edit_columns(tools, on, edit))


@operation("POST", "/api/desks/{desk}/label", takes=requests.LabelRequest, gives=answers.DeskAnswer)
def label(service: Service, call: Call) -> dict[str, Any]:
    """Label a text on the page; the fuzzy learner learns from the labels."""
    form: requests.LabelRequest = call.form
    first, start, last, stop = form.place
    record = service.row(call.desk, form.page, form.record) if form.record is not None else None
    pointing = labelling.Pointing(
        Pointed(Point(first, start), Point(last, stop)), form.column, form.name or "", record, form.everywhere
    )
    return service.page_step(
        call.desk, call.revision, form.page, lambda tools, on, page: labelling.label(tools, on, page, pointing)
    )


@operation("POST", "/api/desks/{desk}/unlabel", takes=requests.Unlabel, gives=answers.DeskAnswer)
def unlabel(service: Service, call: Call) -> dict[str, Any]:
    """Mark a value or a whole record as wrong; the fuzzy learner learns from the labels."""
    form: requests.Unlabel = call.form
    record = service.row(call.desk, form.page, form.record)
    return service.page_step(
        call.desk,
        call.revision,
        form.page,
        lambda tools, on, page: labelling.unlabel(tools, on, page, record, form.column),
    )


@operation("POST", "/api/desks/{desk}/record", takes=requests.MarkedRecord, gives=answers.DeskAnswer)
def record(service: Service, call: Call) -> dict[str, Any]:
    """Mark where one record begins and ends."""
    start, stop = Point(*call.form.start), Point(*call.form.end)
    return service.page_step(
        call.desk,
        call.revision,
        call.form.page,
        lambda tools, on, page: steps.mark_record(tools, on, page, start, stop),
    )


@operation("POST", "/api/desks/{desk}/undo", takes=requests.Stepping, gives=answers.DeskAnswer)
def undo(service: Service, call: Call) -> dict[str, Any]:
    """Undo the last step."""
    return service.undo(call.desk, call.revision)


@operation("POST", "/api/desks/{desk}/redo", takes=requests.Stepping, gives=answers.DeskAnswer)
def redo(service: Service, call: Call) -> dict[str, Any]:
    """Redo the step that was undone last."""
    return service.redo(call.desk, call.revision)
