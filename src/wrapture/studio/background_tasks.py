"""Work that takes longer than a request: it runs in a thread of its own, tells how far it is, and can be cancelled."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass, field
from secrets import token_hex
from threading import Event, RLock, Thread
from typing import TYPE_CHECKING, Any, Final, Literal

from wrapture.errors import StudioError, WraptureError
from wrapture.wording import for_command_line

if TYPE_CHECKING:
    from collections.abc import Callable

KEPT_TASKS: Final = 50
"""Tasks to remember, so that a window can ask for the end of one."""
CANCELLED: Final = "cancelled"

TaskState = Literal["running", "done", "failed", "cancelled"]


class _CancelledError(Exception):
    """A task was cancelled by its user."""


@dataclass
class BackgroundTask:
    """One piece of work for a desk: what it is doing now, how much of it is done, and what came of it."""

    id: str
    desk: str
    kind: str
    words: str = ""
    done: int = 0
    total: int | None = None
    state: TaskState = "running"
    error: str = ""
    result: str = ""  # the name of the result on its desk
    _stop: Event = field(default_factory=Event, repr=False)
    _at_cancel: list[Callable[[], None]] = field(default_factory=list, repr=False)

    @property
    def is_cancelled(self) -> bool:
        """Whether its user has cancelled it."""
        return self._stop.is_set()

    def say(self, words: str, done: int | None = None, total: int | None = None) -> None:
        """Tell what is being done now; ends the task if it was cancelled."""
        self.check()
        self.words = words
        self.done = self.done if done is None else done
        self.total = self.total if total is None else total

    def check(self) -> None:
        """End the task if it was cancelled."""
        if self.is_cancelled:
            raise _CancelledError

    def at_cancel(self, stop: Callable[[], None]) -> None:
        """Call a function when the task is cancelled, to end what it waits for."""
        self._at_cancel.append(stop)

    def cancel(self) -> None:
        """Ask the task to stop."""
        self._stop.set()
        for stop in self._at_cancel:
            stop()

    def data(self) -> dict[str, Any]:
        """Return the task for the browser."""
        shown = ("id", "desk", "kind", "words", "done", "total", "state", "error", "result")
        return {name: getattr(self, name) for name in shown}


class BackgroundTasks:
    """The tasks of a studio; a desk has one at a time."""

    def __init__(self) -> None:
        self._tasks: OrderedDict[str, BackgroundTask] = OrderedDict()
        self._lock = RLock()

    def start(self, desk: str, kind: str, work: Callable[[BackgroundTask], str]) -> BackgroundTask:
        """Start work for a desk; ``work`` returns the name of its result."""
        with self._lock:
            if any(one.desk == desk and one.state == "running" for one in self._tasks.values()):
                raise StudioError("something is under way at this desk; wait for it, or cancel it")
            task = BackgroundTask(token_hex(8), desk, kind)
            self._tasks[task.id] = task
            self._forget_old()
        Thread(target=_run, args=(task, work), name=f"wrapture-{kind}", daemon=True).start()
        return task

    def get(self, task_id: str) -> BackgroundTask:
        """Return a task; raises `StudioError` if there is none."""
        with self._lock:
            if task_id not in self._tasks:
                raise StudioError(f"{task_id[:40]!r}: there is no such task; the studio may have been started anew")
            return self._tasks[task_id]

    def of(self, desk: str) -> BackgroundTask | None:
        """Return the task that is under way at a desk."""
        with self._lock:
            return next((one for one in self._tasks.values() if one.desk == desk and one.state == "running"), None)

    def _forget_old(self) -> None:
        ended = [one.id for one in self._tasks.values() if one.state != "running"]
        for task_id in ended[: max(0, len(self._tasks) - KEPT_TASKS)]:
            del self._tasks[task_id]


def _run(task: BackgroundTask, work: Callable[[BackgroundTask], str]) -> None:
    """Do the work of a task; whatever happens, its state says so."""
    try:
        task.result = work(task)
        task.state = CANCELLED if task.is_cancelled else "done"
    except _CancelledError:
        task.state = CANCELLED
    except WraptureError as error:
        task.error = for_command_line(str(error))
        task.state = CANCELLED if task.is_cancelled else "failed"
    except Exception as error:
        task.error = f"the studio itself failed ({type(error).__name__}); your work is saved, please report this"
        task.state = "failed"
        raise
