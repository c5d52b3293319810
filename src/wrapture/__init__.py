"""Wrapture finds the records of list pages and reads them out as tables.

>>> import wrapture
>>> page = "<ul>" + "".join(f"<li><b>Item {i}</b><p>{i} euro</p></li>" for i in range(5)) + "</ul>"
>>> wrapture.extract(page)
<Table: 5 rows × 2 columns: title, price>
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wrapture.api import (
        Camera,
        CompiledReader,
        LabelledPage,
        Library,
        Page,
        Table,
        Visitor,
        Wrapper,
        WraptureError,
        check,
        compile_wrapper,
        discover,
        extract,
        extract_all,
        extract_bulk,
        extract_pages,
        fit,
        follow,
        label,
        learn,
        learn_labelled,
        learn_one,
        load,
        parse,
        query,
        read,
        read_labels,
        refresh,
        repair,
        save,
        search,
        sections,
        wrap,
        write_labels,
    )

__version__ = "0.2.0.dev0"
__all__ = [
    "Camera",
    "CompiledReader",
    "LabelledPage",
    "Library",
    "Page",
    "Table",
    "Visitor",
    "Wrapper",
    "WraptureError",
    "__version__",
    "check",
    "compile_wrapper",
    "discover",
    "extract",
    "extract_all",
    "extract_bulk",
    "extract_pages",
    "fit",
    "follow",
    "label",
    "learn",
    "learn_labelled",
    "learn_one",
    "load",
    "parse",
    "query",
    "read",
    "read_labels",
    "refresh",
    "repair",
    "save",
    "search",
    "sections",
    "wrap",
    "write_labels",
]


def __dir__() -> list[str]:
    """Return the public names, those not loaded yet included."""
    return __all__


if not TYPE_CHECKING:  # type checkers read the imports above, and report a name that is not there

    def __getattr__(name: str) -> Any:
        """Return a public name, whose libraries are loaded now."""
        if name in __all__:
            from wrapture import api

            return getattr(api, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
