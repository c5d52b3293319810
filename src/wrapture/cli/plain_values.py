"""Start faster: option values that need no conversion bypass pydantic.

Typer converts the value of every option with a pydantic type adapter, even texts, paths and options that were not given.
Loading pydantic for that takes 50 ms, a seventh of ``wrapture extract`` on a small page.  `lighten` makes the parameters of
a command keep such values as they are; all others (numbers, wrong choices) go to Typer as before.  It does nothing with
versions of Typer that don't use adapters.

`hide_types` leaves out of ``--help`` what tells a user nothing: the ``<bool>`` of flags and the ``<list[str]>`` of arguments.
"""

from __future__ import annotations

from enum import Enum
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, get_args, get_origin

import typer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


PYDANTIC: Final = "Value error, "
"""How pydantic begins the messages of errors that Typer raises; it tells a user nothing."""


class PlainValues:
    """Replaces the converter of one parameter, which is built only when a value needs it."""

    def __init__(self, parameter: Any, conversion: Callable[[], Any]) -> None:
        self._annotation = parameter.type_descriptor.annotation
        self._conversion = conversion

    def coerce(self, value: Any, param: Any, ctx: Any) -> Any:
        """Return the value of a parameter in the form that the function of its command takes."""
        several = param.multiple or param.nargs == -1
        if value is None:
            return () if several else None
        (kind,) = get_args(self._annotation) if get_origin(self._annotation) is list else (self._annotation,)
        if several and isinstance(value, list | tuple) and kind in (str, Path):
            return [kind(one) for one in value]
        if isinstance(value, str) and kind in (str, Path):
            return kind(value)
        if isinstance(kind, type) and type(value) is kind:  # the default
            return value
        if isinstance(kind, type) and issubclass(kind, Enum) and value in {choice.value for choice in kind}:
            return kind(value)
        try:
            return self._conversion().coerce(value, param=param, ctx=ctx)
        except typer.BadParameter as error:
            error.message = error.message.removeprefix(PYDANTIC)
            raise


def lighten(command: Any) -> Any:
    """Return a command or group, changed so that its parameters keep values that need no conversion."""
    command.get_params = partial(light_parameters, command.get_params)
    for below in getattr(command, "commands", {}).values():
        lighten(below)
    return command


def light_parameters(get_params: Callable[[Any], list[Any]], context: Any) -> list[Any]:
    """Return the parameters of a command, ``--help`` included, made to keep values that need no conversion."""
    parameters = get_params(context)
    hide_types(parameters)
    for parameter in parameters:
        if hasattr(parameter, "type_descriptor") and "get_runtime_param" not in vars(parameter):
            parameter.get_runtime_param = cache(partial(PlainValues, parameter, parameter.get_runtime_param))
    return parameters


def hide_types(parameters: Iterable[Any]) -> None:
    """Hide the types of flags and arguments; versions of Typer that don't show them stay as they are."""
    for parameter in parameters:
        is_plain = getattr(parameter, "param_type_name", "") == "argument" or getattr(parameter, "is_flag", False)
        if is_plain and hasattr(parameter, "display_type_rich"):
            parameter.display_type_rich = _nothing


def _nothing(ctx: object) -> None:
    """Return no type to show."""
