"""Leave out of ``--help`` what tells a user nothing: the ``<bool>`` of flags and the ``<list[str]>`` of arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable


def hide_types(parameters: Iterable[Any]) -> None:
    """Hide the types of flags and arguments; versions of Typer that don't show them stay as they are."""
    for parameter in parameters:
        is_plain = getattr(parameter, "param_type_name", "") == "argument" or getattr(parameter, "is_flag", False)
        if is_plain and hasattr(parameter, "display_type_rich"):
            parameter.display_type_rich = _nothing


def _nothing(ctx: object) -> None:
    """Return no type to show."""
