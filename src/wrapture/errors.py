"""Every error Wrapture raises.

.. code-block:: text

    WraptureError                      one line for a person: where, what, what to do
    ├── SourceError                    a page could not be read
    │   ├── FetchError                 … from an http(s) address
    │   │   ├── RobotsError            … because the site's robots.txt disallows it
    │   │   ├── LostSiteError          … because the site has stopped answering
    │   │   └── AddressError           … because requests to it are not allowed
    │   ├── RenderError                … because the browser failed to show it
    │   ├── HostilePageError           … because parsing it would take minutes
    │   └── NotAPageError              … because the input has a type that can't be a page
    ├── WrapperFileError               a wrapper file is broken, too new or not one at all
    │   └── NotAWrapperError           … because the input has a type that can't be a wrapper
    ├── LibraryError                   a wrapper library can't be used
    │   └── LibraryConflictError       … because another program has changed it
    ├── PatternError                   a pattern's notation is invalid
    ├── NothingFoundError              the pages hold nothing to learn from
    ├── NotAskableError                a wrapper has no query form
    ├── NothingChosenError             the user was asked and gave no answer, or declined
    ├── ScriptError                    a script is invalid, or one of its steps failed
    ├── LabelError                     a label does not fit its page, or a file of labels is invalid
    ├── ColumnNamesError               names that columns can't have
    ├── ColumnError                    a column can't be changed that way
    ├── OutputError                    a result could not be written
    ├── BulkError                      a bulk run can't continue
    ├── QueryError                     a query is invalid, or its data can't be read
    ├── StudioError                    a request to the studio that can't be fulfilled
    │   └── StaleDeskError             … because another window has changed the desk
    ├── BrowserError                   no browser to render with
    └── MissingExtraError              a feature needs an optional package

Ugly HTML is data and raises nothing; a broken wrapper file is an error.  Library code raises; the command line prints
the message and exits 1; a page that fails among many becomes an ``"error"`` in its own result.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class WraptureError(Exception):
    """Base of all errors; its text is one line for a person.

    Errors can be pickled with all their fields, whatever arguments their constructors take.
    """

    def __reduce__(self) -> tuple[Callable[..., WraptureError], tuple[object, ...]]:
        return _revived, (type(self), self.args, self.__dict__)


def _revived(kind: type[WraptureError], args: tuple[object, ...], fields: dict[str, object]) -> WraptureError:
    """Return an error that was raised in another process."""
    error = kind.__new__(kind, *args)
    error.__dict__.update(fields)
    return error


class SourceError(WraptureError):
    """A page could not be read: ``where`` names it, ``what`` says why and what to do."""

    def __init__(self, where: str, what: str) -> None:
        super().__init__(f"{where}: {what}")
        self.where = where
        self.what = what


class FetchError(SourceError):
    """An http(s) address did not return a page."""


class AddressError(FetchError):
    """Requests to an address are not allowed: it is not http(s), or belongs to this machine or a private network."""


class RobotsError(FetchError):
    """The robots.txt of a site disallows this address."""


class LostSiteError(FetchError):
    """A site stopped answering, so that nothing more is requested of it."""


class RenderError(SourceError):
    """The browser failed to show a page: it hung, crashed or took too long."""


class HostilePageError(SourceError):
    """A page whose structure would take the parser minutes (a million nested tags, 200,000 attributes on one tag)."""


class NotAPageError(SourceError, TypeError):
    """An input of a type that can't be a page: a number, None, a list of something else."""


class WrapperFileError(WraptureError):
    """A wrapper file is invalid: ``path`` and ``field`` say where, ``what`` is wrong."""

    def __init__(self, path: str, field: str, what: str) -> None:
        super().__init__(f"{path}: {field}: {what}" if field else f"{path}: {what}")
        self.path = path
        self.field = field
        self.what = what


class NotAWrapperError(WrapperFileError, TypeError):
    """An input of a type that can't be a wrapper: a number, None, bytes."""


class LibraryError(WraptureError):
    """A wrapper library can't be used: ``path`` names its folder, ``what`` says why and what to do."""

    def __init__(self, path: str, what: str) -> None:
        super().__init__(f"{path}: {what}")
        self.path = path
        self.what = what


class LibraryConflictError(LibraryError):
    """A wrapper of a library is not in the expected state: its name is taken, or another program has changed it."""


class PatternError(WraptureError, ValueError):
    """The notation of a pattern is invalid."""


class NothingFoundError(WraptureError):
    """The pages hold nothing that repeats like records."""


class NotAskableError(WraptureError):
    """A ``wrapper`` has no query form, so its site can't be searched with it."""

    def __init__(self, wrapper: str) -> None:
        super().__init__(f"{wrapper}: has no query form; wrapture wrap ADDRESS learns a wrapper that has one")
        self.wrapper = wrapper


class NothingChosenError(WraptureError):
    """The user was asked a question about a ``page`` and gave no answer, or declined: ``what`` states the consequence."""

    def __init__(
        self, page: str, what: str = "no number of rows was chosen, so nothing was learned (--yes takes the best)"
    ) -> None:
        super().__init__(f"{page}: {what}")
        self.page = page
        self.what = what


class ScriptError(WraptureError):
    """A script is invalid, or a step failed: ``path`` and ``place`` say where, ``what`` says why and what to do."""

    def __init__(self, path: str, place: str, what: str) -> None:
        super().__init__(f"{path}: {place}: {what}" if place else f"{path}: {what}")
        self.path = path
        self.place = place
        self.what = what


class LabelError(WraptureError, ValueError):
    """A label does not fit: ``page`` and ``label`` name it, ``what`` says why."""

    def __init__(self, page: str, label: str, what: str) -> None:
        super().__init__(f"{page}: {label}: {what}" if label else f"{page}: {what}")
        self.page = page
        self.label = label
        self.what = what


class ColumnNamesError(WraptureError, ValueError):
    """``names`` can't be given to ``columns``: too many, one of them twice, or no list; ``what`` says which."""

    def __init__(self, what: str, names: Sequence[str], columns: Sequence[str]) -> None:
        super().__init__(what)
        self.names = tuple(names)
        self.columns = tuple(columns)


class ColumnError(WraptureError, ValueError):
    """A column can't be changed that way: ``column`` names it, ``what`` says why and what to do."""

    def __init__(self, column: str, what: str) -> None:
        super().__init__(f"column {column}: {what}")
        self.column = column
        self.what = what


class OutputError(WraptureError):
    """A result could not be written to ``path``: ``what`` says why and what to do."""

    def __init__(self, path: str, what: str) -> None:
        super().__init__(f"{path}: {what}")
        self.path = path
        self.what = what


class StudioError(WraptureError):
    """A request to the studio that can't be fulfilled; the text says why and what to do."""


class StaleDeskError(StudioError):
    """Another window has changed a desk: ``revision`` is its current revision."""

    def __init__(self, desk: str, revision: int) -> None:
        super().__init__(f"desk {desk}: was changed in another window; look at it again, then repeat the step")
        self.desk = desk
        self.revision = revision


class BulkError(WraptureError):
    """A bulk run can't continue: ``what`` says why and what to do."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


class QueryError(WraptureError):
    """A query is invalid, or its data can't be read: ``where`` names the place, ``what`` says why and what to do."""

    def __init__(self, where: str, what: str) -> None:
        super().__init__(f"{where}: {what}")
        self.where = where
        self.what = what


class BrowserError(WraptureError):
    """No browser was found, or it does not start: ``what`` says why and what to do."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


class MissingExtraError(WraptureError, ImportError):
    """An optional package is missing: ``need`` names the feature, ``extra`` the extra that installs it."""

    def __init__(self, need: str, extra: str) -> None:
        super().__init__(f"{need} needs an optional package: pip install 'wrapture[{extra}]'")
        self.need = need
        self.extra = extra
