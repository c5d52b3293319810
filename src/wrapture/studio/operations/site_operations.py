"""Operations for work on the site of a desk, which takes longer than a request: start it, ask how far it is, cancel it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from wrapture.api import check_data, check_summary, overall, parse_wrapper, slug_of
from wrapture.errors import StudioError
from wrapture.studio import answers, requests, site_answers
from wrapture.studio.desk_results import result_view
from wrapture.studio.downloads import CONTENT_TYPES, tables_as
from wrapture.studio.operations.call import Download, operation

if TYPE_CHECKING:
    from wrapture.studio.background_tasks import BackgroundTask
    from wrapture.studio.desk import Desk
    from wrapture.studio.labelling import Stepped, Tools
    from wrapture.studio.operations.call import Call
    from wrapture.studio.service import Service


@operation("POST", "/api/desks/{desk}/tasks", takes=requests.StartTask, gives=site_answers.TaskAnswer)
def start_task(service: Service, call: Call) -> dict[str, Any]:
    """Start work on the site: read pages, follow details, wrap or ask its search, check, repair, watch."""
    given = call.form.task.model_dump()
    kind = given.pop("kind")
    service.wrapper(call.desk)  # nothing below works without one

    def work(task: BackgroundTask) -> str:
        from wrapture.studio.site_tasks import SiteTasks

        return service.site_results.keep(call.desk, getattr(SiteTasks(service, task), kind)(**given))

    return service.tasks.start(call.desk, kind, work).data()


@operation("GET", "/api/tasks/{task}", gives=site_answers.TaskAnswer)
def task_now(service: Service, call: Call) -> dict[str, Any]:
    """Say how far some work is."""
    return service.tasks.get(call.path["task"]).data()


@operation("DELETE", "/api/tasks/{task}", gives=site_answers.TaskAnswer)
def cancel_task(service: Service, call: Call) -> dict[str, Any]:
    """Cancel some work; what was read before is kept."""
    task = service.tasks.get(call.path["task"])
    task.cancel()
    return task.data()


@operation("GET", "/api/desks/{desk}/results", gives=site_answers.ResultsAnswer)
def site_results(service: Service, call: Call) -> dict[str, Any]:
    """Show what came of the work on the site, and the work that is under way."""
    service.revision(call.desk)  # the desk exists
    task = service.tasks.of(call.desk)
    return {
        "results": [result_view(one) for one in service.site_results.of(call.desk)],
        "task": None if task is None else task.data(),
    }


@operation("GET", "/api/desks/{desk}/results/{kind}/table", query={"format": f"one of {', '.join(CONTENT_TYPES)}"})
def result_table(service: Service, call: Call) -> Download:
    """Download the table of a result."""
    wanted = call.query.get("format", "csv")
    result = service.site_results.get(call.desk, call.path["kind"])
    if result.table is None:
        raise StudioError("this result has no table")
    name = f"{slug_of(service.history(call.desk).desk.name)}-{result.kind}.{wanted}"
    return Download(tables_as([result.table], wanted), CONTENT_TYPES[wanted], name)


@operation("DELETE", "/api/desks/{desk}/results/{kind}")
def drop_result(service: Service, call: Call) -> None:
    """Delete a result from its desk."""
    service.revision(call.desk)
    service.site_results.drop(call.desk, call.path["kind"])


@operation("POST", "/api/desks/{desk}/results/{kind}/open", takes=requests.Nothing, gives=answers.DeskAnswer)
def open_result(service: Service, call: Call) -> dict[str, Any]:
    """Put the wrapper that came of some work on a desk of its own."""
    result = service.site_results.get(call.desk, call.path["kind"])
    if not result.wrapper:
        raise StudioError("this result has no wrapper")
    return service.create(parse_wrapper(result.wrapper, result.kind))


@operation("POST", "/api/desks/{desk}/repair", takes=requests.Stepping, gives=answers.DeskAnswer)
def accept_repair(service: Service, call: Call) -> dict[str, Any]:
    """Use the repaired wrapper on its desk."""
    result = service.site_results.get(call.desk, "repair")
    if not result.wrapper or result.repair is None:
        raise StudioError("the wrapper was not repaired, so there is nothing to accept")
    wrapper = parse_wrapper(result.wrapper, "the repair")

    def repaired(_: Tools, desk: Desk) -> Stepped:
        pages = tuple(replace(page, learn=False) for page in desk.pages)
        after = replace(desk, pages=pages, wrapper=wrapper, how="opened", choice=0, chosen_on="", labels=(), note="")
        return "Repair the wrapper", after

    desk = service.step(call.desk, call.revision, repaired)
    service.site_results.drop(call.desk, "repair")
    return desk


@operation("GET", "/api/desks/{desk}/checks", gives=site_answers.ChecksAnswer)
def checks(service: Service, call: Call) -> dict[str, Any]:
    """Say for each page whether the wrapper still fits it, and why not."""
    pages = service.history(call.desk).desk.pages
    found = [(page, service.check(call.desk, page)) for page in pages]
    newest = {page.url or page.id: one for page, one in found}  # a page that was read again counts as it is now
    return {
        "overall": overall(list(newest.values())),
        "words": check_summary(list(newest.values())),
        "pages": [{"id": page.id, **check_data(one)} for page, one in found],
    }
