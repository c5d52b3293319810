"""What can be measured of how the studio looks: contrast of texts, names of controls, what sticks out, where the focus is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, Literal

from tests.studio.browser.window import until

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tests.studio.browser.window import Window

_CONTROLS: Final = """
    button link textbox searchbox combobox listbox checkbox radio slider spinbutton switch tab menuitem option
    menuitemcheckbox menuitemradio separator grid dialog tabpanel
"""
CONTROLS: Final = frozenset(_CONTROLS.split())
"""Roles in the accessibility tree that are no use without a name."""

LARGE_PX: Final = 24.0
LARGE_BOLD_PX: Final = 18.66
BOLD: Final = 700

TEXTS: Final = (Path(__file__).parent / "texts.js").read_text("utf-8")


SCHEMES: Final[tuple[Literal["light", "dark"], ...]] = ("light", "dark")
STILL: Final = "document.getAnimations().every((one) => one.playState === 'finished')"


def in_each_scheme(window: Window) -> Iterator[str]:
    """Turn a window to each colour scheme in turn, which spares a walk through all views for each, and yield its name."""
    for scheme in SCHEMES:
        window.tab.emulate_media(color_scheme=scheme)
        yield scheme


def luminance(colour: list[float]) -> float:
    """Return the relative luminance of a colour (WCAG 2.2)."""
    parts = [value / 255 for value in colour[:3]]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: list[float], two: list[float]) -> float:
    """Return the contrast of two colours, from 1 to 21."""
    light, dark = sorted((luminance(one), luminance(two)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def is_large(text: dict[str, Any]) -> bool:
    return bool(text["size"] >= LARGE_PX or (text["size"] >= LARGE_BOLD_PX and text["weight"] >= BOLD))


def faint_texts(window: Window) -> list[str]:
    """Return the texts that stand out too little (WCAG AA: 4.5, and 3 for large ones), each with its contrast."""
    until(lambda: window.tab.evaluate(STILL), "nothing moves any more")
    texts = window.tab.evaluate(TEXTS)
    assert texts, "nothing is written here"
    measured = [(contrast(text["colour"], text["ground"]), text) for text in texts]
    return [
        f"{text['text']!r} ({text['where']}): {ratio:.2f}"
        for ratio, text in measured
        if ratio < (3.0 if is_large(text) else 4.5) - 0.005
    ]


def nameless(window: Window) -> list[str]:
    """Return the controls that have no name in the accessibility tree."""
    session = window.tab.context.new_cdp_session(window.tab)
    nodes = session.send("Accessibility.getFullAXTree")["nodes"]
    session.detach()
    controls = [node for node in nodes if not node["ignored"] and node.get("role", {}).get("value") in CONTROLS]
    assert controls, "there is nothing to use here"
    return [
        f"{node['role']['value']} {node.get('description', {}).get('value', '')} {node.get('backendDOMNodeId')}"
        for node in controls
        if not node.get("name", {}).get("value", "").strip()
    ]


def sticks_out(window: Window) -> int:
    """Return by how many pixels the page is wider than the window."""
    return int(window.tab.evaluate("document.scrollingElement.scrollWidth - innerWidth"))


def focus_shows(window: Window) -> bool:
    """Return whether what has the focus looks other than without it."""
    code = """
      () => {
        const element = document.activeElement;
        const look = () => {
          const s = getComputedStyle(element);
          const ring = s.outlineStyle === "none" || parseFloat(s.outlineWidth) === 0 ? "" : s.outline;
          return [ring, s.boxShadow, s.borderColor, s.backgroundColor].join("|");
        };
        const before = look();
        element.blur();
        const after = look();
        element.focus({ focusVisible: true, preventScroll: true });
        return before !== after;
      }"""
    return bool(window.tab.evaluate(code))
