"""Every error Wrapture raises.

.. code-block:: text

    WraptureError                      one line for a person: where, what, what to do
    ├── SourceError                    a page could not be had
    │   ├── FetchError                 … from an http(s) address
    │   │   ├── RobotsError            … that its site's robots.txt keeps for people
    │   │   └── AddressError           … because that must not be asked
    │   ├── RenderError                … because the browser did not show it
    │   └── HostilePageError           … because parsing it would take for ever
    ├── WrapperFileError               a wrapper file is broken, too new or not one at all
    ├── LibraryError                   a wrapper library can't be used
    │   └── LibraryConflictError       … as was asked, because another program has changed it
    ├── PatternError                   a pattern's notation does not read
    ├── NothingFoundError              there is nothing to learn from in these pages
    ├── NotAskableError                a wrapper does not say how its site is asked
    ├── NothingChosenError             a person was asked and gave no answer, or said no
    ├── ScriptError                    a script of steps does not read, or a step of it can't be done
    ├── LabelError                     a label does not fit its page, or a file of labels does not read
    ├── ColumnNamesError               names were given for more columns than there are
    ├── ColumnError                    a column can't be changed as was asked
    ├── OutputError                    a result could not be written
    ├── BulkError                      a run over many pages can't go on
    ├── QueryError                     results can't be asked so
    ├── StudioError                    the studio is asked for something that is not there
    │   └── StaleDeskError             … or that another window has changed meanwhile
    ├── BrowserError                   there is no browser to render with
    └── MissingExtraError              an optional package is needed for what was asked

Ugly HTML is data and raises nothing; a broken wrapper file is an error.  Library code raises; the command line prints
the message and exits 1; a page that fails among many becomes an ``"error"`` in its own result.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


class WraptureError(Exception):
    """Base of all errors; its text is one line fit to be shown to a person.

    An error goes from one process to another as it is, fields and all, whatever it was made from.
    """

    def __reduce__(self) -> tuple[Callable[..., WraptureError], tuple[object, ...]]:
        return _revived, (type(self), self.args, self.__dict__)


def _revived(kind: type[WraptureError], args: tuple[object, ...], fields: dict[str, object]) -> WraptureError:
    """Return an error that was made in another process."""
    error = kind.__new__(kind, *args)
    error.__dict__.update(fields)
    return error


class SourceError(WraptureError):
    """A page could not be had: ``where`` names it, ``what`` says why and what to do."""

    def __init__(self, where: str, what: str) -> None:
        super().__init__(f"{where}: {what}")
        self.where = where
        self.what = what


class FetchError(SourceError):
    """An http(s) address did not give a page."""


class AddressError(FetchError):
    """An address that must not be asked: not http(s), or of this machine, a private network or the like."""


class RobotsError(FetchError):
    """The robots.txt of a site does not want programs at this address."""


class RenderError(SourceError):
    """A browser did not show a page: it hung, crashed or took too long."""


class HostilePageError(SourceError):
    """A page whose structure would take the parser minutes (a million nested tags, 200,000 attributes on one tag)."""


class WrapperFileError(WraptureError):
    """A wrapper file does not hold what it must: ``path``, the ``field`` and ``what`` is wrong with it."""

    def __init__(self, path: str, field: str, what: str) -> None:
        super().__init__(f"{path}: {field}: {what}" if field else f"{path}: {what}")
        self.path = path
        self.field = field
        self.what = what


class LibraryError(WraptureError):
    """A wrapper library can't be used: ``path`` names its folder, ``what`` says why and what to do."""

    def __init__(self, path: str, what: str) -> None:
        super().__init__(f"{path}: {what}")
        self.path = path
        self.what = what


class LibraryConflictError(LibraryError):
    """A wrapper of a library is not as it was thought to be: its name is taken, or another program has changed it."""


class PatternError(WraptureError, ValueError):
    """The notation of a pattern does not read."""


class NothingFoundError(WraptureError):
    """The pages hold nothing that repeats as records do."""


class NotAskableError(WraptureError):
    """A ``wrapper`` does not say how its site is asked, so no query can be put to it."""

    def __init__(self, wrapper: str) -> None:
        super().__init__(
            f"{wrapper}: does not say how its site is asked; wrapture wrap ADDRESS learns a wrapper that does"
        )
        self.wrapper = wrapper


class NothingChosenError(WraptureError):
    """A person was asked what is meant on a ``page`` and gave no answer, or said no: ``what`` says what follows."""

    def __init__(
        self, page: str, what: str = "no number of rows was chosen, nothing is learned (--yes takes the best)"
    ) -> None:
        super().__init__(f"{page}: {what}")
        self.page = page
        self.what = what


class ScriptError(WraptureError):
    """A script does not read, or a step can't be done: ``path`` and ``place`` name it, ``what`` says why and what to do."""

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
    """More names were given than there are columns: ``names`` and ``columns`` are those."""

    def __init__(self, names: Sequence[str], columns: Sequence[str]) -> None:
        super().__init__(
            f"{len(names)} names for {len(columns)} columns ({', '.join(columns)}): give at most one name a column"
        )
        self.names = tuple(names)
        self.columns = tuple(columns)


class ColumnError(WraptureError, ValueError):
    """A column can't be changed as was asked: ``column`` names it, ``what`` says why and what to do."""

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
    """The studio is asked for something that is not there, or can't be done; its text says what and what to do."""


class StaleDeskError(StudioError):
    """A desk was changed by another window: ``revision`` is where it is now."""

    def __init__(self, desk: str, revision: int) -> None:
        super().__init__(
            f"desk {desk}: was changed in another window meanwhile; look at it again, then repeat the step"
        )
        self.desk = desk
        self.revision = revision


class BulkError(WraptureError):
    """A run over many pages can't go on: ``what`` says why and what to do."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


class QueryError(WraptureError):
    """Results can't be asked so: ``where`` names the data or the place in the query, ``what`` says why and what to do."""

    def __init__(self, where: str, what: str) -> None:
        super().__init__(f"{where}: {what}")
        self.where = where
        self.what = what


class BrowserError(WraptureError):
    """No browser was found, or the one that was found does not start: ``what`` says so and what to do."""

    def __init__(self, what: str) -> None:
        super().__init__(what)
        self.what = what


class MissingExtraError(WraptureError, ImportError):
    """An optional package is missing: ``need`` says for what, ``extra`` how to install it."""

    def __init__(self, need: str, extra: str) -> None:
        super().__init__(f"{need} needs an optional package: pip install 'wrapture[{extra}]'")
        self.need = need
        self.extra = extra
