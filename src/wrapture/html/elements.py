"""The classes of HTML elements that the encodings distinguish, covering every element of HTML, old and new.

HTML 3.2 divides the body's elements in two: *block-level* elements make up the structure, *text-level* elements mark up the
text in it.  IEPAD [1]_ divides the latter into physical, logical and special markup.  Later elements are classified by how they
behave: ``mark`` and ``time`` say what a text means (logical), ``span`` and ``picture`` carry or replace text (special).
Everything else is block level, custom elements included.

.. [1] Chang, Hsu, Lui: Automatic information extraction from semi-structured Web pages by pattern discovery. 2003.
"""

from __future__ import annotations

from typing import Final

PHYSICAL: Final = frozenset(["tt", "i", "b", "u", "s", "strike", "big", "small", "sub", "sup", "nobr", "blink"])

STRUCK: Final = frozenset(["del", "s", "strike"])
"""Elements that strike text out: no part of the text beside it.  An old price is another value than the price."""

LOGICAL: Final = frozenset(
    [
        "em",
        "strong",
        "dfn",
        "code",
        "samp",
        "kbd",
        "var",
        "cite",
        "abbr",
        "acronym",
        "bdi",
        "bdo",
        "data",
        "del",
        "ins",
        "mark",
        "q",
        "rb",
        "rp",
        "rt",
        "rtc",
        "ruby",
        "time",
    ]
)

SPECIAL: Final = frozenset(
    [
        "a",
        "img",
        "applet",
        "font",
        "basefont",
        "script",
        "map",
        "area",
        "audio",
        "button",
        "canvas",
        "datalist",
        "embed",
        "iframe",
        "image",
        "input",
        "label",
        "link",
        "math",
        "meta",
        "meter",
        "noembed",
        "noscript",
        "object",
        "optgroup",
        "option",
        "output",
        "param",
        "picture",
        "progress",
        "select",
        "selectedcontent",
        "slot",
        "source",
        "span",
        "style",
        "svg",
        "template",
        "textarea",
        "title",
        "track",
        "video",
        "wbr",
    ]
)

TEXT_LEVEL: Final = PHYSICAL | LOGICAL | SPECIAL

BLOCK_LEVEL: Final = frozenset(
    [
        "address",
        "article",
        "aside",
        "base",
        "bgsound",
        "blockquote",
        "body",
        "br",
        "caption",
        "center",
        "col",
        "colgroup",
        "dd",
        "details",
        "dialog",
        "dir",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "frame",
        "frameset",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "head",
        "header",
        "hgroup",
        "hr",
        "html",
        "isindex",
        "keygen",
        "legend",
        "li",
        "listing",
        "main",
        "marquee",
        "menu",
        "menuitem",
        "multicol",
        "nav",
        "nextid",
        "noframes",
        "ol",
        "p",
        "plaintext",
        "pre",
        "search",
        "section",
        "spacer",
        "summary",
        "table",
        "tbody",
        "td",
        "tfoot",
        "th",
        "thead",
        "tr",
        "ul",
        "xmp",
    ]
)

VOID: Final = frozenset(
    [
        "area",
        "base",
        "basefont",
        "bgsound",
        "br",
        "col",
        "embed",
        "frame",
        "hr",
        "image",
        "img",
        "input",
        "keygen",
        "link",
        "meta",
        "nextid",
        "param",
        "source",
        "spacer",
        "track",
        "wbr",
    ]
)
"""Elements without an end tag, so their end is not a token either."""

OPTIONAL_END: Final = frozenset(
    [
        "li",
        "dt",
        "dd",
        "p",
        "rt",
        "rp",
        "optgroup",
        "option",
        "colgroup",
        "caption",
        "thead",
        "tbody",
        "tfoot",
        "tr",
        "td",
        "th",
        "body",
        "html",
        "head",
    ]
)
"""Elements whose end tag may be omitted: the parser closes them where the next one begins."""

HIDDEN_TEXT: Final = frozenset(
    ["script", "style", "template", "noscript", "noembed", "noframes", "iframe", "head", "title", "textarea"]
)
"""Elements whose text is not displayed."""

PREFORMATTED: Final = frozenset(["pre", "listing", "xmp", "plaintext"])
"""Elements in which line ends are displayed."""

FOREIGN: Final = frozenset(["svg", "math"])
"""Roots of foreign content: their descendants are drawing, hence text level whatever their name."""

FOREIGN_HIDDEN_TEXT: Final = frozenset(
    ["title", "desc", "metadata", "style", "script", "defs", "annotation", "annotation-xml"]
)
"""Parts of a drawing that are not displayed."""

NAMES: Final = tuple(sorted(TEXT_LEVEL | BLOCK_LEVEL))
"""Every element of HTML 2 to the living standard, in the fixed order of their symbols."""
