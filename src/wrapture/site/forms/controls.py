"""Read the controls of forms: kind, initial value, options, and whether they are submitted."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from wrapture.html.page import TEXT
from wrapture.site.forms.control_labels import Labels
from wrapture.site.forms.form import CHECKABLE, SUBMITTING, Control, Option
from wrapture.site.forms.initial_value import initial_value

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.html.page import Page

INPUTS: Final = frozenset(
    [
        *("hidden", "text", "search", "tel", "url", "email", "password", "number", "range", "color", "file"),
        *("date", "month", "week", "time", "datetime-local", "checkbox", "radio", "submit", "image", "reset", "button"),
    ]
)
"""The types of inputs; any other is ``text``."""
BUTTONS: Final = frozenset(["submit", "reset", "button"])
"""The types of buttons; any other is ``submit``."""
METHODS: Final = {"get": "GET", "post": "POST", "dialog": "dialog"}
URLENCODED, MULTIPART, PLAIN = "application/x-www-form-urlencoded", "multipart/form-data", "text/plain"
DIRECTED: Final = frozenset(
    ["text", "search", "hidden", "tel", "url", "email", "password", "submit", "reset", "button"]
)
MAX_DEPTH: Final = 200  # ancestors of a control to search for a ``dir`` attribute
RTL: Final = ("\u0590", "\u08ff")
"""First and last character of the right-to-left scripts (Hebrew, Arabic and their neighbours)."""


class Controls:
    """Reads the controls of one page."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._labels = Labels(page)
        self._unsent = _unsent_nodes(page)

    def read(self, node: int) -> Control:
        """Return the control of an element."""
        page, kind = self._page, kind_of(self._page, node)
        attributes = page.attributes(node)
        options = _options(page, node) if kind == "select" else ()
        multiple = kind == "select" and "multiple" in attributes
        control = Control(
            node,
            name=page.attribute(node, "name") or "",
            kind=kind,
            value=self._value(node, kind),
            label=self._labels.of(node, kind),
            choices=options if multiple else _one_chosen(options, page.attribute(node, "size")),
            checked=kind in CHECKABLE and "checked" in attributes,
            disabled="disabled" in attributes or node in self._unsent,
            multiple=multiple,
            max_length=_number(page.attribute(node, "maxlength")),
        )
        control = self._with_direction(control)
        return self._with_override(control) if kind in SUBMITTING else control

    def _value(self, node: int, kind: str) -> str:
        page = self._page
        if kind == "select":
            return ""
        if page.tags[node] == "textarea":
            return raw_text(page, node).replace("\r\n", "\n").replace("\r", "\n")
        if page.tags[node] == "button":
            return page.attribute(node, "value") or ""
        return initial_value(kind, page.attributes(node))

    def _with_override(self, control: Control) -> Control:
        """Return a button with its own action, method and encoding."""
        page, node = self._page, control.node
        method, enctype = page.attribute(node, "formmethod"), page.attribute(node, "formenctype")
        action = page.attribute(node, "formaction")
        return replace(
            control,
            action=(page.address(node, "formaction") or "") if action and action.strip() else "",
            method="" if method is None else method_named(method),
            enctype="" if enctype is None else enctype_named(enctype),
        )

    def _with_direction(self, control: Control) -> Control:
        """Return a control with its ``dirname`` and text direction."""
        page, node = self._page, control.node
        named = page.attribute(node, "dirname") if control.kind in DIRECTED or page.tags[node] == "textarea" else None
        return replace(control, dirname=named, direction=_direction(page, node)) if named else control


def kind_of(page: Page, node: int) -> str:
    """Return the control kind of an element."""
    tag, written = page.tags[node], (page.attribute(node, "type") or "").lower()
    if tag == "input":
        return written if written in INPUTS else "text"
    if tag == "button":
        return written if written in BUTTONS else "submit"
    return tag


def method_named(text: str) -> str:
    """Return the method that an attribute value means."""
    return METHODS.get(text.strip().lower(), "GET")


def enctype_named(text: str) -> str:
    """Return the encoding type that an attribute value means."""
    lowered = text.strip().lower()
    return lowered if lowered in (MULTIPART, PLAIN) else URLENCODED


def raw_text(page: Page, node: int) -> str:
    """Return all text below a node, visible or not."""
    below = range(node + 1, page.stops[node])
    return "".join(page.raw_text(one) for one in below if page.tags[one] == TEXT)


# --- controls that are never submitted ---


def _unsent_nodes(page: Page) -> frozenset[int]:
    """Return the nodes in datalists, and those in disabled fieldsets except in their first legend."""
    tops = frozenset(n for n, tag in enumerate(page.tags) if tag == "datalist" or _is_disabled_fieldset(page, n))
    if not tops:
        return frozenset()
    legends = {next((child for child in page.children(top) if page.tags[child] == "legend"), -1) for top in tops}
    found: set[int] = set()
    for node, parent in enumerate(page.parents):
        if parent in found or (parent in tops and node not in legends):
            found.add(node)
    return frozenset(found)


def _is_disabled_fieldset(page: Page, node: int) -> bool:
    return page.tags[node] == "fieldset" and page.attribute(node, "disabled") is not None


# --- selects ---


def _options(page: Page, select: int) -> tuple[Option, ...]:
    """Return the options of a select in order, selected as in the source."""
    nodes = [node for node in range(select + 1, page.stops[select]) if page.tags[node] == "option"]
    return tuple(_option(page, node) for node in nodes)


def _option(page: Page, node: int) -> Option:
    text = " ".join(raw_text(page, node).split())
    value, label = page.attribute(node, "value"), page.attribute(node, "label")
    group = page.parents[node]
    grouped = page.tags[group] == "optgroup" and page.attribute(group, "disabled") is not None
    return Option(
        value=text if value is None else value,
        text=label or text,
        chosen=page.attribute(node, "selected") is not None,
        disabled=grouped or page.attribute(node, "disabled") is not None,
    )


def _one_chosen(options: Sequence[Option], size: str | None) -> tuple[Option, ...]:
    """Return the options of a single select: the last one marked is selected, or else the first enabled one.

    A select that shows several lines (``size``) starts without a selection.
    """
    marked = [number for number, option in enumerate(options) if option.chosen]
    if not marked and (_number(size) or 1) <= 1:
        marked = [number for number, option in enumerate(options) if not option.disabled][:1]
    chosen = marked[-1] if marked else -1
    return tuple(replace(option, chosen=number == chosen) for number, option in enumerate(options))


def _number(text: str | None) -> int | None:
    """Return a non-negative number, or None if the text is not one."""
    digits = (text or "").strip()
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 10 else None


def _direction(page: Page, node: int) -> str:
    """Return the direction of a control's text by the nearest ``dir`` attribute, left to right by default."""
    at = node
    for _ in range(MAX_DEPTH):
        if at < 0:
            break
        said = (page.attribute(at, "dir") or "").strip().lower()
        if said in ("ltr", "rtl"):
            return said
        if said == "auto" and at == node:
            return _direction_of(page.attribute(node, "value") or raw_text(page, node))
        at = page.parents[at]
    return "ltr"


def _direction_of(text: str) -> str:
    """Return the direction of a text's first letter."""
    letter = next((one for one in text if one.isalpha()), "")
    return "rtl" if RTL[0] <= letter <= RTL[1] else "ltr"
