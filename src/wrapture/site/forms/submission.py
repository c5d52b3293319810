"""Build the entries that a form submits, by the HTML standard [1]_, and the request that carries them.

Not implemented: a ``textarea`` with ``wrap=hard`` is not wrapped, and no file is ever sent (a file control sends an empty one,
as without a chosen file).

.. [1] https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#constructing-the-form-data-set
"""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from wrapture.site.forms.controls import MULTIPART, PLAIN
from wrapture.site.forms.entry_encoding import multipart, plain, urlencoded
from wrapture.site.forms.form import CHECKABLE, SUBMITTING, Control, Form

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Entries: TypeAlias = "tuple[tuple[str, str], ...]"
"""The names and values that a form submits, in order."""

UNSENT: Final = frozenset(["reset", "button"])
CHARSET_NAME: Final = "_charset_"
"""The name of a hidden control whose value is the encoding."""
_NOTHING: Final[Mapping[str, str]] = MappingProxyType({})


class Sent(NamedTuple):
    """A request; ``body`` and ``content_type`` are empty for GET."""

    url: str
    body: bytes
    content_type: str


def default_button(form: Form) -> Control | None:
    """Return the button that the Enter key presses: the first enabled one."""
    return next((one for one in form.controls if one.kind in SUBMITTING and not one.disabled), None)


def pressed_button(form: Form, values: Mapping[str, str] = _NOTHING) -> Control | None:
    """Return the button that some values name, or else the default button."""
    named = (one for one in form.controls if one.kind in SUBMITTING and one.name and values.get(one.name) == one.value)
    return next(named, None) or default_button(form)


def entries(form: Form, values: Mapping[str, str] = _NOTHING, button: Control | None = None) -> Entries:
    """Return the entries that a form submits when a button is pressed, with some values filled in by name.

    A value goes into the first visible control of its name or, if there is none, the first hidden one; it selects the option,
    checkbox or radio button with that value or label, and none if it is empty.  A name that the form does not have is added at
    the end.  The default button is the one that the values name, or else the first.

    >>> from wrapture.html.lexbor import parse_page
    >>> from wrapture.site.forms.find_forms import find_forms
    >>> page = parse_page("<form><input name=q><input type=hidden name=in value=all><input type=submit name=go value=Find>")
    >>> entries(find_forms(page)[0], {"q": "tea"})
    (('q', 'tea'), ('in', 'all'), ('go', 'Find'))
    """
    pressed = button or pressed_button(form, values)
    filled = _filled(form, values)
    sent = [entry for control in filled.controls for entry in _sent(control, pressed, filled)]
    named = {control.name for control in form.controls}
    return (*sent, *((name, value) for name, value in values.items() if name not in named))


def encoded(form: Form, sent: Entries, button: Control | None = None) -> Sent:
    """Return the request for some entries; a button may override address, method and encoding.

    >>> encoded(Form(0, "http://a.example/find?old=1#top"), (("q", "fish & chips"),)).url
    'http://a.example/find?q=fish+%26+chips'
    """
    target = pressed(form, button)
    address = target.action.partition("#")[0]
    if target.method != "POST":
        return Sent(f"{address.partition('?')[0]}?{urlencoded(sent, target.charset)}", b"", "")
    if target.enctype == MULTIPART:
        files = frozenset(control.name for control in form.controls if control.kind == "file")
        return Sent(address, *multipart(sent, target.charset, files))
    if target.enctype == PLAIN:
        return Sent(address, plain(sent, target.charset), PLAIN)
    return Sent(address, urlencoded(sent, target.charset).encode("ascii"), target.enctype)


def pressed(form: Form, button: Control | None = None) -> Form:
    """Return a form with the overrides of a button, by default of the default button."""
    button = button or default_button(form)
    if button is None:
        return form
    return replace(
        form,
        action=button.action or form.action,
        method=button.method or form.method,
        enctype=button.enctype or form.enctype,
    )


# --- filling in values ---


def _filled(form: Form, values: Mapping[str, str]) -> Form:
    """Return a form with values filled in."""
    controls = list(form.controls)
    _keep_one_radio(controls)
    for name, value in values.items():
        numbers = [i for i, one in enumerate(controls) if one.name == name and not one.disabled]
        numbers = [i for i in numbers if controls[i].kind not in SUBMITTING | UNSENT]
        if numbers and all(controls[i].kind in CHECKABLE for i in numbers):
            _check(controls, numbers, value)
        elif numbers:
            first = min(numbers, key=lambda i: (controls[i].kind == "hidden", i))
            controls[first] = _with_value(controls[first], value)
    return replace(form, controls=tuple(controls))


def _keep_one_radio(controls: list[Control]) -> None:
    """Uncheck all radio buttons of a name except the last checked one."""
    taken: set[str] = set()
    for i in range(len(controls) - 1, -1, -1):
        one = controls[i]
        if one.kind == "radio" and one.checked and one.name:
            controls[i] = replace(one, checked=one.name not in taken)
            taken.add(one.name)


def _check(controls: list[Control], numbers: list[int], value: str) -> None:
    """Check only the controls with a value or label; a value that none has replaces the first one's."""
    meant = [i for i in numbers if controls[i].value == value] or [i for i in numbers if controls[i].label == value]
    if value and not meant:
        controls[numbers[0]], meant = replace(controls[numbers[0]], value=value), numbers[:1]
    for i in numbers:
        controls[i] = replace(controls[i], checked=bool(value) and i == meant[0])


def _with_value(control: Control, value: str) -> Control:
    """Return a control with a value; of a select, the option with the value, else with the text, else a new one."""
    if control.kind != "select":
        return replace(control, value=value)
    options = control.choices
    meant = [i for i, one in enumerate(options) if one.value == value] or [
        i for i, one in enumerate(options) if one.text == value
    ]
    if not meant:
        other = type(options[0])(value, value, chosen=bool(value)) if options else None
        options = (*options, other) if other is not None else options
        meant = [len(options) - 1]
    chosen = tuple(replace(one, chosen=i == meant[0]) for i, one in enumerate(options))
    return replace(control, choices=chosen)


# --- entries ---


def _sent(control: Control, button: Control | None, form: Form) -> Iterator[tuple[str, str]]:
    """Yield the entries of one control; other buttons than the pressed one, and disabled or unnamed controls, have none."""
    if control.disabled or control.kind in UNSENT:
        return
    if control.kind in SUBMITTING:
        if button is not None and control.node == button.node:
            yield from _sent_by_button(control)
        return
    if not control.name or (control.kind in CHECKABLE and not control.checked):
        return
    if control.kind == "select":
        yield from ((control.name, one.value) for one in control.choices if one.chosen and not one.disabled)
        return
    is_charset = control.kind == "hidden" and control.name.lower() == CHARSET_NAME
    yield control.name, _charset_name(form.charset) if is_charset else control.value
    if control.dirname:
        yield control.dirname, control.direction


def _sent_by_button(button: Control) -> Iterator[tuple[str, str]]:
    """Yield the entries of a button; an image button sends the click position, (0, 0) as for the Enter key."""
    if button.kind == "image":
        prefix = f"{button.name}." if button.name else ""
        yield from ((f"{prefix}x", "0"), (f"{prefix}y", "0"))
    elif button.name:
        yield button.name, button.value
        if button.dirname:
            yield button.dirname, button.direction


def _charset_name(charset: str) -> str:
    """Return the name of an encoding as sent by browsers."""
    return _WRITTEN.get(charset, charset)


_WRITTEN: Final = {
    "utf-8": "UTF-8", "ibm866": "IBM866", "gbk": "GBK", "big5": "Big5", "euc-jp": "EUC-JP", "iso-2022-jp": "ISO-2022-JP",
    "shift_jis": "Shift_JIS", "euc-kr": "EUC-KR", "koi8-r": "KOI8-R", "koi8-u": "KOI8-U", "iso-8859-8-i": "ISO-8859-8-I",
    **{f"iso-8859-{number}": f"ISO-8859-{number}" for number in range(2, 17)},
}  # fmt: skip
