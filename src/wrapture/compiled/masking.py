"""A body's markup in which all that has no tokens is blank, character by character, so that places stay what they are.

What is left can be cut at its brackets: comments are gone, and so are the texts that are written as they are or that are not
displayed, the contents of templates, and the drawings where an encoding skips them.
"""

from __future__ import annotations

import re
from functools import partial
from typing import Final, NamedTuple

from wrapture.compiled.markup import RAW, UnprovedError, may_hold_end
from wrapture.html.elements import FOREIGN, FOREIGN_SILENT

_COMMENT: Final = r"(?:!--[^-]*+(?:-(?!->)[^-]*+)*+-->|\?[^>]*+>)"
COMMENT: Final = f"<{_COMMENT}"
"""What matches a comment, or a processing instruction."""
_CONTENT: Final = "[^<]*+(?:<(?!/{}>)[^<]*+)*+"
_PLAIN: Final = frozenset(["textarea", "title"])
"""Elements that hold nothing but a text which is not displayed; in drawings they may hold more."""
_UNREADABLE: Final = frozenset(["xmp", "plaintext", "selectedcontent"])
"""Elements whose text is displayed and written as it is, or that are written otherwise than they are numbered."""
_SHOWN_WHEN_DRAWN: Final = ("<textarea", "<template", "<noscript", "<iframe", "<noembed", "<noframes")
"""Elements whose text is displayed in a drawing, and nowhere else."""


def _beginning(names: frozenset[str]) -> str:
    """Return what few names begin with but some: a quick look before a close one."""
    return "(?={})".format("".join([f"[{''.join(sorted(set(letters)))}]" for letters in zip(*names, strict=False)][:3]))


def _element(names: frozenset[str]) -> str:
    """Return what matches an element of some names after its first bracket; its groups are the name and the content."""
    return rf"({'|'.join(sorted(names))})(?=[ >])[^>]*+>({_CONTENT.format(chr(92) + '1')})(?:</\1>)?"


AROUND: Final = frozenset(["listing", "math", "noscript", "pre", "svg"])
"""Elements that change how what is inside of them is read."""
_NAMED: Final = AROUND | {"plaintext", "selectedcontent", "template", "xmp"}
_MARK: Final = re.compile(
    rf"<(?=[!?ilmnpstx])(?:{_beginning(RAW | _PLAIN)}{_element(RAW | _PLAIN)}|{_COMMENT}|!--"
    rf"|{_beginning(_NAMED)}({'|'.join(sorted(_NAMED))})(?=[ >]))"
)
_TEMPLATE: Final = re.compile("<" + _element(frozenset(["template"])))
_NOSCRIPT: Final = re.compile("<" + _element(frozenset(["noscript"])))
_DRAWING: Final = re.compile("<" + _element(FOREIGN))
_NOT_DRAWN: Final = re.compile("<" + _element(FOREIGN_SILENT))
_NOT_DRAWN_END: Final = re.compile(rf"</(?:{'|'.join(sorted(FOREIGN_SILENT))})>")
_RAW_MARK: Final = re.compile(r"<(/?)(?:script|style)(?=[ >])")
_RAW_DRAWN: Final = re.compile(r"<(script|style)(?=[ >])[^<>]*+>[^<]*+</\1>")
_TEXT: Final = re.compile(">[^<]+")
_TAG: Final = re.compile("<[^<>]*+>")


class Masked(NamedTuple):
    """A masked markup, and the names of odd elements in it."""

    markup: str
    names: frozenset[str]


def masked(markup: str, *, skips_foreign: bool) -> Masked:
    """Return the markup of a body with nothing but what has tokens; raises `UnprovedError` where that can't be told.

    >>> masked("<body>a<!-- b -->c<script>d<e</script></body>", skips_foreign=True).markup
    '<body>a          c<script>   </script></body>'
    """
    names: set[str] = set()
    found = _MARK.sub(partial(_unmarked, names), markup)
    if found.count("<") != found.count(">") or _UNREADABLE & names:  # one is part of a name
        raise UnprovedError
    if "template" in names:
        found = _TEMPLATE.sub(_without_content, found)
    if FOREIGN & names:
        found = _undrawn(found, markup, skips_foreign=skips_foreign)
    if "noscript" in names:
        found = _NOSCRIPT.sub(_without_texts, found)
    return Masked(found, frozenset(names))


def _unmarked(names: set[str], mark: re.Match[str]) -> str:
    """Return a comment or an element with nothing in it, as long as it was; take notice of the names of others."""
    start, whole = mark.start(), mark.string
    if whole.rfind("<", 0, start) > whole.rfind(">", 0, start):  # it is part of a name
        raise UnprovedError
    if mark[1]:
        return _without_content(mark)
    if mark[3]:
        names.add(mark[3])
        return mark[0]
    return " " * len(_closed(mark[0], ">"))


def _without_content(element: re.Match[str]) -> str:
    """Return an element with nothing in it, as long as it was."""
    name, content = element[1], element[2]
    whole = _closed(element[0], f"</{name}>")
    if ("<" in content and name in _PLAIN) or may_hold_end(name, content):
        raise UnprovedError
    return f"{whole[: element.start(2) - element.start()]}{' ' * len(content)}</{name}>"


def _closed(part: str, end: str) -> str:
    """Return a part of a markup that must have its end."""
    if not part.endswith(end):
        raise UnprovedError
    return part


def _without_texts(element: re.Match[str]) -> str:
    """Return an element with no texts in it, as long as it was."""
    _closed(element[0], f"</{element[1]}>")
    if may_hold_end(element[1], element[2]):
        raise UnprovedError
    return _TEXT.sub(lambda text: ">" + " " * (len(text[0]) - 1), element[0])


# --- drawings ---


def _undrawn(found: str, markup: str, *, skips_foreign: bool) -> str:
    """Return a masked markup without its drawings, or with them where they have tokens."""
    marks = _RAW_MARK.findall(found)
    if marks.count("/") * 2 != len(marks):  # the text of one in a drawing held its end tag
        raise UnprovedError
    bare = _DRAWING.sub(partial(_blank_drawing, markup, skips_foreign), found)
    outside = bare if skips_foreign else _DRAWING.sub("", found)
    if any(f"</{name}" in outside for name in FOREIGN):
        raise UnprovedError
    return bare


def _blank_drawing(markup: str, skips_foreign: bool, drawing: re.Match[str]) -> str:
    """Return a drawing as it has tokens; ``markup`` is the whole as it was written."""
    written, content = markup[drawing.start() : drawing.end()], drawing[2]
    _closed(drawing[0], f"</{drawing[1]}>")
    if any(f"<{name}" in content for name in FOREIGN) or any(name in content for name in _SHOWN_WHEN_DRAWN):
        raise UnprovedError
    if len(_RAW_DRAWN.findall(written)) * 2 != len(_RAW_MARK.findall(written)):
        raise UnprovedError
    rest = _NOT_DRAWN.sub(_blank, drawing[0])
    if _NOT_DRAWN_END.search(rest):  # one inside of another of its name
        raise UnprovedError
    if skips_foreign:
        return _TAG.sub(_blank, rest)
    if _TAG.sub("", rest).split() != _TAG.sub("", drawing[0]).split():
        raise UnprovedError
    return drawing[0]


def _blank(part: re.Match[str]) -> str:
    return " " * len(part[0])
