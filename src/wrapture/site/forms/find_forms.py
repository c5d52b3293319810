"""Find the forms of a page."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wrapture.html.charset import UTF_8, find_encoding
from wrapture.site.forms.controls import Controls, enctype_named, method_named
from wrapture.site.forms.form import Control, Form
from wrapture.site.forms.ownership import document_of, find_owners

if TYPE_CHECKING:
    from wrapture.html.page import Page


def find_forms(page: Page) -> list[Form]:
    """Return the forms of a page in document order, each with its controls.

    Controls that belong to no form can't be submitted without a script and are left out.

    >>> from wrapture.html.lexbor import parse_page
    >>> page = parse_page("<form action=/find><input name=q><button>Go</button></form>", url="http://a.example/")
    >>> [(form.action, [control.kind for control in form.controls]) for form in find_forms(page)]
    [('http://a.example/find', ['text', 'submit'])]
    """
    found: list[Form] | None = page.cache.get("forms")
    if found is None:
        found = page.cache["forms"] = _forms(page)
    return list(found)


def _forms(page: Page) -> list[Form]:
    nodes = [node for node, tag in enumerate(page.tags) if tag == "form" and node not in page.foreign]
    if not nodes:
        return []
    owners, reader = find_owners(page), Controls(page)
    held: dict[int, list[Control]] = {node: [] for node in nodes}
    for node in owners.controls:
        form = owners.forms.get(node)
        if form in held:
            held[form].append(reader.read(node))
    return [_form(page, node, tuple(controls)) for node, controls in held.items()]


def _form(page: Page, node: int, controls: tuple[Control, ...]) -> Form:
    return Form(
        node,
        action=_action(page, node),
        method=method_named(page.attribute(node, "method") or ""),
        enctype=enctype_named(page.attribute(node, "enctype") or ""),
        charset=_charset(page, node),
        controls=controls,
        name=page.attribute(node, "name") or "",
        id=page.attribute(node, "id") or "",
    )


def _action(page: Page, node: int) -> str:
    """Return where a form is submitted: by default the address of its document, whatever its base address is."""
    if (page.attribute(node, "action") or "").strip():
        return page.address(node, "action") or ""
    document = document_of(page, node)
    return (page.url if document < 0 else page.inner[document]) or ""


def _charset(page: Page, node: int) -> str:
    """Return the encoding of a form's entries: the first known one in ``accept-charset``, or else the page's."""
    known = (find_encoding(label) for label in (page.attribute(node, "accept-charset") or "").split())
    charset = next((encoding for encoding in known if encoding), page.encoding)
    return UTF_8 if charset.startswith("utf-16") else charset
