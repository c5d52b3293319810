"""The functions that programs are assembled from; a program contains those that it calls."""

from __future__ import annotations

import re
from textwrap import fill
from typing import Final

from wrapture.export.code import WIDTH
from wrapture.html.elements import HIDDEN_TEXT, TEXT_LEVEL

TEXT: Final = '''
def text(found, between=""):
    """Return the text of what was selected, with single spaces; None for nothing."""
    return " ".join(between.join(found.getall()).split()) or None
'''
LINES: Final = '''
def lines(found):
    """Return the text of what was selected, with the ends of its lines."""
    rows = "".join(found.getall()).split("\\n")
    return "\\n".join(" ".join(row.split()) for row in rows).strip() or None
'''
GAPS: Final = '''
def gaps(found):
    """Return the lines of what was selected, with two spaces at each gap between columns."""
    rows = "".join(found.getall()).split("\\n")
    parts = (row.replace("\\t", "  ").split("  ") for row in rows)
    columns = ([" ".join(one.split()) for one in row] for row in parts)
    return "\\n".join("  ".join(filter(None, row)) for row in columns).strip() or None
'''
BLOCKS: Final = '''
def blocks(found):
    """Return the text of elements, with a space where a block begins or ends."""
    parts = []
    for one in found:
        walk = etree.iterwalk(one.root, events=("start", "end", "comment", "pi"))
        for event, node in walk:
            if node.tag not in INLINE and event in ("start", "end"):
                parts.append(" ")
            if event == "start" and node.tag in SILENT:
                walk.skip_subtree()
            elif event == "start":
                parts.append(node.text or "")
            elif node is not one.root:
                parts.append(node.tail or "")
        parts.append(" ")
    return " ".join("".join(parts).split()) or None
'''
TEXTS: Final = '''
def texts(found, between=""):
    """Return the text of each of the selected elements, as a list."""
    values = [text(one.xpath(".//text()"), between) for one in found]
    return [value for value in values if value] or None
'''
EACH_LINES: Final = '''
def each_lines(found):
    """Return the lines of each of the selected elements, as a list."""
    values = [lines(one.xpath(".//text()")) for one in found]
    return [value for value in values if value] or None
'''
EACH_GAPS: Final = '''
def each_gaps(found):
    """Return the lines of each of the selected elements with their gaps, as a list."""
    values = [gaps(one.xpath(".//text()")) for one in found]
    return [value for value in values if value] or None
'''
EACH_BLOCKS: Final = '''
def each_blocks(found):
    """Return the text of each of the selected elements, as a list."""
    values = [blocks([one]) for one in found]
    return [value for value in values if value] or None
'''
EACH_PIECE: Final = '''
def each_piece(values, separators, number):
    """Return a piece of each text, as a list."""
    pieces = [piece(value, separators, number) for value in values or []]
    return [one for one in pieces if one] or None
'''
PIECE: Final = '''
def piece(value, separators, number):
    """Return a piece of a text that is cut at separators; None where it lacks one."""
    for separator in separators[:number]:
        _, there, value = (value or "").partition(separator)
        if not there:
            return None
    if number < len(separators):
        value = (value or "").partition(separators[number])[0]
    return (value or "").strip().replace("  ", " ") or None
'''
MERGED: Final = '''
def merged(*values):
    """Return several values as one text; None where there is none."""
    given = [value for value in values if value]
    texts = [one if isinstance(one, str) else " ".join(one) for one in given]
    return " ".join(texts) or None
'''
ABSOLUTE: Final = '''
def absolute(value, base):
    """Return an address made absolute."""
    value = value.strip()
    if value.startswith(("http://", "https://")):
        return value
    try:
        return urljoin(base, value)
    except ValueError:  # no address at all
        return value
'''
ADDRESS: Final = '''
def address(found, base):
    """Return the first address that was selected, made absolute; None for none."""
    value = found.get()
    return None if value is None else absolute(value, base)
'''
ADDRESSES: Final = '''
def addresses(found, name, base):
    """Return an attribute of each of the selected elements, made absolute."""
    values = found.xpath(f"@{name}").getall()
    return [absolute(value, base) for value in values] or None
'''
GATHERED: Final = '''
def gathered(rows):
    """Yield each record as one element: its first one and what follows it."""
    starts = {row.root for row in rows}
    for row in rows:
        box, node, left = etree.Element("record"), row.root, FOLLOWING
        while node is not None and left >= 0:
            box.append(deepcopy(node))
            node = node.getnext()
            if node in starts:
                break
            left -= node is not None and isinstance(node.tag, str)
        yield Selector(root=box)
'''

FUNCTIONS: Final = {
    "gathered": GATHERED,
    "texts": TEXTS,
    "text": TEXT,
    "each_lines": EACH_LINES,
    "lines": LINES,
    "each_gaps": EACH_GAPS,
    "gaps": GAPS,
    "each_blocks": EACH_BLOCKS,
    "blocks": BLOCKS,
    "each_piece": EACH_PIECE,
    "piece": PIECE,
    "merged": MERGED,
    "addresses": ADDRESSES,
    "address": ADDRESS,
    "absolute": ABSOLUTE,
}
"""All functions by name, callers before the functions they call."""


def functions_for(calls: str) -> list[str]:
    """Return the functions that some code calls, directly or indirectly, each after two blank lines."""
    code, used = calls, []
    for name, text in FUNCTIONS.items():
        if re.search(rf"(?<![.\w]){name}\(", code):
            used.append(f"\n{text.rstrip()}")
            code += text
    return used


def names_constant(name: str, names: frozenset[str]) -> str:
    """Return a set of element names as a constant."""
    words = fill(" ".join(sorted(names)), WIDTH, break_on_hyphens=False)
    return f'{name}_NAMES = """\n{words}\n"""\n{name} = set({name}_NAMES.split())'


def constants_for(code: str) -> list[str]:
    """Return the sets of names that some code uses."""
    return [
        names_constant(name, names)
        for name, names in (("INLINE", TEXT_LEVEL), ("SILENT", HIDDEN_TEXT))
        if re.search(rf"\b{name}\b", code)
    ]
