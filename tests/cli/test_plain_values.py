"""Values that are kept as they are, against what Typer makes of them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
import typer
from hypothesis import given
from hypothesis import strategies as st

from wrapture.cli.main import app
from wrapture.cli.plain_values import PlainValues, lighten

GROUP: Any = typer.main.get_command(app)
PARAMETERS = [
    (name, parameter)
    for name, command in GROUP.commands.items()
    for parameter in command.params
    if hasattr(parameter, "type_descriptor")
]
"""Every option and argument of every command, with Typer's own conversion behind it."""


def converted(parameter: Any, value: Any) -> tuple[Any, Any]:
    """Return a value as it is kept, and as Typer converts it."""
    own = type(parameter).get_runtime_param(parameter)
    plain = PlainValues(parameter, lambda: own)
    context = typer.Context(GROUP)
    return plain.coerce(value, parameter, context), own.coerce(value, param=parameter, ctx=context)


@pytest.mark.skipif(not PARAMETERS, reason="this version of Typer does not convert by adapters")
@given(value=st.one_of(st.none(), st.text(st.characters(exclude_characters="\0"))), place=st.data())
def test_a_kept_value_is_what_typer_makes_of_it(value: str | None, place: st.DataObject) -> None:
    _, parameter = place.draw(st.sampled_from(PARAMETERS))
    given_value: Any = [value] if value is not None and (parameter.multiple or parameter.nargs == -1) else value
    try:
        kept, own = converted(parameter, given_value)
    except typer.BadParameter:
        return  # Typer's own error, in both
    assert kept == own
    assert type(kept) is type(own)


def test_defaults_and_choices_are_kept() -> None:
    for name, parameter in PARAMETERS:
        for value in (parameter.default, *(choice.value for choice in parameter.type_descriptor.choices or ())):
            kept, own = converted(parameter, value)
            assert kept == own, (name, parameter.name)
            assert type(kept) is type(own), (name, parameter.name)


def test_other_versions_of_typer_are_left_alone() -> None:
    command = SimpleNamespace(params=[], get_params=lambda _: [SimpleNamespace(name="old")])
    (parameter,) = lighten(command).get_params(None)
    assert vars(parameter) == {"name": "old"}
