"""Find the visible labels of controls."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from wrapture.html.page import TEXT
from wrapture.model import Span
from wrapture.site.forms.ownership import CONTROLS, document_of, element_with_id

if TYPE_CHECKING:
    from wrapture.html.page import Page

MAX_LABEL: Final = 120  # characters
MAX_LABEL_NODES: Final = 60  # of a label; one that wraps a whole form does not count
LOOK_BACK: Final = 12  # nodes before a control to search for a text as its label
UNLABELLED: Final = frozenset(["hidden", "submit", "image", "reset", "button"])


class Labels:
    """Finds the labels of one page's controls."""

    def __init__(self, page: Page) -> None:
        self._page = page
        self._named: dict[tuple[int, str], str] = {}
        self._around: dict[int, str] = {}
        for node in [node for node, tag in enumerate(page.tags) if tag == "label"]:
            self._note(node)

    def _note(self, label: int) -> None:
        """Register a label for the id in its ``for`` attribute, or else for the first control inside it."""
        page = self._page
        below = range(label + 1, min(page.stops[label], label + MAX_LABEL_NODES))
        text, target = _short(page, Span(label, below.stop)), page.attribute(label, "for")
        if target is not None:
            self._named.setdefault((document_of(page, label), target), text)
        elif (control := next((node for node in below if page.tags[node] in CONTROLS), None)) is not None:
            self._around.setdefault(control, text)

    def of(self, node: int, kind: str) -> str:
        """Return the label of a control: its ``label`` element, or else its attributes, or else the text before it."""
        page = self._page
        if kind == "hidden":
            return ""
        if kind in UNLABELLED:
            return self._of_button(node)
        name = page.attribute(node, "id")
        label = self._named.get((document_of(page, node), name), "") if name else ""
        return label or self._around.get(node, "") or self._said(node) or self._before(node)

    def _of_button(self, node: int) -> str:
        page = self._page
        text = (
            _short(page, Span(node, min(page.stops[node], node + MAX_LABEL_NODES)))
            if page.tags[node] == "button"
            else ""
        )
        if not text and page.tags[node] == "input":
            text = page.attribute(node, "value") or page.attribute(node, "alt") or ""
        return _cut(text) or self._said(node)

    def _said(self, node: int) -> str:
        page = self._page
        by = (element_with_id(page, node, name) for name in (page.attribute(node, "aria-labelledby") or "").split()[:4])
        texts = [_short(page, Span(one, page.stops[one])) for one in by if one is not None]
        said = (page.attribute(node, name) for name in ("aria-label", "placeholder", "title"))
        return _cut(" ".join(texts)) or next((_cut(text) for text in said if text and text.strip()), "")

    def _before(self, node: int) -> str:
        """Return the text right before a control, with only tags in between."""
        page = self._page
        for before in range(node - 1, max(-1, node - 1 - LOOK_BACK), -1):
            if page.tags[before] in CONTROLS or page.tags[before] in ("form", "option"):
                return ""
            if page.tags[before] == TEXT and page.texts[before].strip():
                return _cut(page.texts[before])
        return ""


def _short(page: Page, span: Span) -> str:
    """Return the text of a label without that of its controls."""
    texts: list[str] = []
    node = span.start
    while node < span.stop and sum(map(len, texts)) < MAX_LABEL:
        if page.tags[node] in ("select", "textarea"):
            node = page.stops[node]
            continue
        texts.append(page.texts[node])
        node += 1
    return _cut(" ".join(texts))


def _cut(text: str) -> str:
    return " ".join(text.split())[:MAX_LABEL].strip()
