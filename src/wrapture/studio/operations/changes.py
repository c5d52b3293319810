"""Operations that change the wrapper of a desk: settings, list, columns, labels, undo and redo."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from wrapture.api import Point, Pointed, Regex, Replace, Trim
from wrapture.studio import answers, labelling, requests
from wrapture.studio import desk_steps as steps
from wrapture.studio.corrections import correct, take_out
from wrapture.studio.desk import Settings, page_of
from wrapture.studio.edit_previews import preview_of
from wrapture.studio.operations.call import operation

if TYPE_CHECKING:
    from collections.abc import Callable

    from wrapture.studio.corrections import Corrected
    from wrapture.studio.desk import Desk, DeskPage
    from wrapture.studio.operations.call import Call
    from wrapture.studio.service import Service

    Correction = Callable[[labelling.Tools, Desk, DeskPage], Corrected]

CLEANING: Final[dict[str, Any]] = {"trim": Trim, "replace": Replace, "regex": Regex}


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


def _edit(call: Call) -> steps.Edit:
    given = call.form.edit.model_dump()
    own = given.pop("column", None)
    given["columns"] = tuple(given.get("columns", ())) if own is None else (own,)
    given["steps"] = tuple(CLEANING[one.pop("step")](**one) for one in given.get("steps", ()))
    return steps.Edit(**given)


@operation("POST", "/api/desks/{desk}/columns", takes=requests.ColumnEdit, gives=answers.DeskAnswer)
def columns(service: Service, call: Call) -> dict[str, Any]:
    """Rename, hide, move, merge, split or clean columns, or set the type of one."""
    edit = _edit(call)
    return service.step(call.desk, call.revision, lambda tools, on: steps.edit_columns(tools, on, edit))


@operation("POST", "/api/desks/{desk}/columns/preview", takes=requests.ColumnEdit, gives=answers.EditPreview)
def preview_edit(service: Service, call: Call) -> dict[str, Any]:
    """Show what an edit would make of some values, without doing it."""
    edit = _edit(call)
    return service.look(call.desk, call.revision, lambda tools, on: preview_of(tools, on, edit))


def _labelled(service: Service, call: Call) -> Correction:
    form: requests.LabelRequest = call.form
    first, start, last, stop = form.place
    record = service.row(call.desk, form.page, form.record) if form.record is not None else None
    pointing = labelling.Pointing(
        Pointed(Point(first, start), Point(last, stop)), form.column, form.name or "", record, form.everywhere
    )
    return lambda tools, on, page: correct(tools, on, page, pointing)


def _unlabelled(service: Service, call: Call) -> Correction:
    form: requests.Unlabel = call.form
    record = service.row(call.desk, form.page, form.record)
    return lambda tools, on, page: take_out(tools, on, page, record, form.column)


def _made(service: Service, call: Call, correction: Correction) -> dict[str, Any]:
    def step(tools: labelling.Tools, on: Desk, page: DeskPage) -> labelling.Stepped:
        return correction(tools, on, page)[:2]

    return service.page_step(call.desk, call.revision, call.form.page, step)


@operation("POST", "/api/desks/{desk}/label", takes=requests.LabelRequest, gives=answers.DeskAnswer)
def label(service: Service, call: Call) -> dict[str, Any]:
    """Use a text of the page as the value of a column: in all records if a rule finds it there, else in this one."""
    return _made(service, call, _labelled(service, call))


@operation("POST", "/api/desks/{desk}/label/preview", takes=requests.LabelRequest, gives=answers.ChangeAnswer)
def preview_label(service: Service, call: Call) -> dict[str, Any]:
    """Say what labelling a text would change, without doing it."""
    correction = _labelled(service, call)
    found = service.look(call.desk, call.revision, lambda tools, on: correction(tools, on, page_of(on, call.form.page)))
    return found.change.data(calm=found.calm)


@operation("POST", "/api/desks/{desk}/unlabel", takes=requests.Unlabel, gives=answers.DeskAnswer)
def unlabel(service: Service, call: Call) -> dict[str, Any]:
    """Take out a wrong value or a whole record: by a rule if one tells it apart, else this one alone."""
    return _made(service, call, _unlabelled(service, call))


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
