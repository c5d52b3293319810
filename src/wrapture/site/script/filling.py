"""Work out which options of a control to choose, and the form that results."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final, NamedTuple

from wrapture.site.forms.form import CHECKABLE, Control, Form
from wrapture.site.script.driver import StepError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from wrapture.site.script.find_controls import FoundControl

YES: Final = frozenset({"yes", "true", "on"})
NO: Final = frozenset({"no", "false", "off"})
"""Values that check and uncheck a single checkbox."""


class Pick(NamedTuple):
    """The choice for one control: the numbers of a select's options, or whether a checkbox or radio button is checked."""

    node: int
    options: tuple[int, ...] = ()
    checked: bool = False


def picks_for(field: FoundControl, wanted: Sequence[str]) -> tuple[Pick, ...]:
    """Return the choices that give a field exactly the wanted options; raises `StepError`."""
    control = field.control
    if control.kind == "select":
        return (_select(control, wanted),)
    group = _group(field.form, control)
    if control.kind == "checkbox" and len(wanted) == 1 and wanted[0].lower() in YES | NO:
        return (Pick(control.node, checked=wanted[0].lower() in YES),)
    if control.kind == "radio" and len(wanted) != 1:
        raise StepError(f"the radio buttons {control.name!r} take one option; choose one")
    chosen = {group[_number(control.name, one, [(each.value, each.label) for each in group])].node for one in wanted}
    changed = chosen if control.kind == "radio" else {one.node for one in group}
    return tuple(Pick(one.node, checked=one.node in chosen) for one in group if one.node in changed)


def _select(control: Control, wanted: Sequence[str]) -> Pick:
    if len(wanted) != 1 and not control.multiple:
        raise StepError(f"the field {control.name!r} takes one option; choose one")
    options = [("", "") if one.disabled else (one.value, one.text) for one in control.choices]
    return Pick(control.node, tuple(sorted({_number(control.name, one, options) for one in wanted})))


def _group(form: Form, control: Control) -> list[Control]:
    """Return the checkboxes or radio buttons of one name."""
    alike = [one for one in form.controls if one.kind == control.kind and one.name == control.name and not one.disabled]
    return alike if control.name else [control]


def _number(name: str, wanted: str, options: Sequence[tuple[str, str]]) -> int:
    """Return the number of the option with a value, or else a text, or else a text ignoring case."""
    text = " ".join(wanted.split())
    ways = (
        [i for i, (value, _) in enumerate(options) if value == wanted],
        [i for i, (_, label) in enumerate(options) if label == text],
        [i for i, (_, label) in enumerate(options) if label.casefold() == text.casefold()],
    )
    found = next(filter(None, ways), None)
    if found is None:
        known = ", ".join(repr(label or value) for value, label in options[:8] if label or value)
        raise StepError(f"the field {name!r} has no option {wanted!r}; its options are {known or 'none'}")
    return found[0]


def with_text(form: Form, control: Control, text: str) -> Form:
    """Return a form with a text in one of its fields."""
    return replace(form, controls=_replaced(form.controls, {control.node: replace(control, value=text)}))


def with_picks(form: Form, picks: Iterable[Pick]) -> Form:
    """Return a form with options chosen; choosing a radio button unchecks the others of its name."""
    for pick in picks:
        control = next(one for one in form.controls if one.node == pick.node)
        form = replace(form, controls=_replaced(form.controls, _picked(form, control, pick)))
    return form


def _picked(form: Form, control: Control, pick: Pick) -> dict[int, Control]:
    if control.kind == "radio":
        return {one.node: replace(one, checked=one.node == pick.node) for one in _group(form, control)}
    if control.kind in CHECKABLE:
        return {control.node: replace(control, checked=pick.checked)}
    options = tuple(replace(one, chosen=number in pick.options) for number, one in enumerate(control.choices))
    return {control.node: replace(control, choices=options)}


def _replaced(controls: Iterable[Control], new: dict[int, Control]) -> tuple[Control, ...]:
    return tuple(new.get(one.node, one) for one in controls)
