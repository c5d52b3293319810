"""Wrapture finds the records of list pages and reads them out as tables.

>>> import wrapture
>>> page = wrapture.parse("<ul>" + "".join(f"<li><b>Item {i}</b><p>{i} euro</p></li>" for i in range(5)) + "</ul>")
>>> wrapture.extract(page).to_dicts()[4]
{'title': 'Item 4', 'price': '4 euro'}
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from wrapture.api import (
        Camera,
        CompiledReader,
        LabelledPage,
        Library,
        Visitor,
        compile_wrapper,
        discover,
        extract,
        extract_all,
        extract_bulk,
        fit,
        label,
        learn,
        learn_labelled,
        load,
        parse,
        query,
        read_labels,
        save,
        search,
        sections,
        wrap,
        write_labels,
    )

__version__ = "0.1.0"
__all__ = [
    "Camera",
    "CompiledReader",
    "LabelledPage",
    "Library",
    "Visitor",
    "__version__",
    "compile_wrapper",
    "discover",
    "extract",
    "extract_all",
    "extract_bulk",
    "fit",
    "label",
    "learn",
    "learn_labelled",
    "load",
    "parse",
    "query",
    "read_labels",
    "save",
    "search",
    "sections",
    "wrap",
    "write_labels",
]


def __dir__() -> list[str]:
    """Return the public names, those not loaded yet included."""
    return __all__


def __getattr__(name: str) -> Any:
    """Return a function of the front door, whose libraries are loaded when the first of them is asked for."""
    if name in __all__:
        from wrapture import api

        return getattr(api, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
