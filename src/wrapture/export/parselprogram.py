"""A program for parsel, and what it shares with a Scrapy spider: an expression for each column."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from wrapture.export.code import INDENT, CodeCall, comment, constant, laid_out, literal, tuple_of
from wrapture.export.export_report import flaw, head
from wrapture.export.program_pieces import constants_for, functions_for
from wrapture.reading.reader import ATTRIBUTES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.export.code import Expression
    from wrapture.export.plan import Comparison, PlannedColumn, SelectorPlan, ValueSource

FUNCTION: Final = {
    ("", False): "text",
    (" ", False): "text",
    ("lines", False): "lines",
    ("blocks", False): "blocks",
    ("", True): "texts",
    (" ", True): "texts",
    ("lines", True): "each_lines",
    ("gaps", False): "gaps",
    ("gaps", True): "each_gaps",
    ("blocks", True): "each_blocks",
}
"""The function that reads a value, by how its texts are joined and whether it is a list."""
CLASS_TEST: Final = re.compile(r'contains\(concat\(" ", normalize-space\(@class\), " "\), " ([^" ]+) "\)')

MAIN: Final = '''
def main():
    """Print the records of the pages that are named, one JSON object a line."""
    sys.stdout.reconfigure(encoding="utf-8")
    for name in sys.argv[1:]:
        if name.startswith(("http://", "https://")):
            with urlopen(name, timeout=60) as answer:
                body, url = answer.read(), answer.url
                kind = answer.headers["Content-Type"]
        else:
            body, url, kind = Path(name).read_bytes(), BASE, None
        page = Selector(text=html_to_unicode({kind}, body)[1])
        base = urljoin(url, page.css("base::attr(href)").get(default="").strip())
        for record in records(page, base):
            print(json.dumps(record, ensure_ascii=False))


if __name__ == "__main__":
    main()
'''


def parsel_program(name: str, plan: SelectorPlan, comparison: Comparison, pages: Sequence[str]) -> str:
    """Return a program that reads pages with parsel and prints their records."""
    how = [
        "Run it with files or addresses, it prints JSON Lines: python THIS_FILE PAGE...",
        "It needs parsel: pip install parsel",
    ]
    rows = "gathered(page.{0}(ROWS))" if plan.following else "page.{0}(ROWS)"
    reading = [
        "",
        "",
        "def records(page, base):",
        f'{INDENT}"""Yield the records of a page, each as a dictionary."""',
        f"{INDENT}for row in {rows.format(plan.language)}:",
        *record_lines(plan, comparison, 2),
    ]
    main = MAIN.format(kind="TYPE" if plan.encoding else "kind").split("\n")
    functions = functions_for("\n".join(reading))
    code = "\n".join([*reading, *functions])
    lines = [
        *map(comment, head(name, comparison, pages, how)),
        "",
        *imports(code, plan),
        "",
        *constants(plan),
        *constants_for(code),
        *reading,
        *functions,
        "",
        *main,
    ]
    return "\n".join(lines)


def imports(code: str, plan: SelectorPlan) -> list[str]:
    """Return the imports of the program."""
    return [
        "import json",
        "import sys",
        *(["from copy import deepcopy"] if plan.following else []),
        "from pathlib import Path",
        "from urllib.parse import urljoin",
        "from urllib.request import urlopen",
        "",
        *lxml_import(code),
        "from parsel import Selector",
        "from w3lib.encoding import html_to_unicode",
    ]


def lxml_import(code: str) -> list[str]:
    """Return the import of lxml, if the code needs it."""
    return ["from lxml import etree"] if "etree." in code else []


def constants(plan: SelectorPlan) -> list[str]:
    """Return the constants that the program reads records by."""
    lines = constant("ROWS", shortened(plan, plan.rows))
    if plan.following:
        lines.append(f"FOLLOWING = {plan.following}  # elements after the first that a record has at most")
    lines += constant("BASE", plan.address)
    if plan.encoding:
        lines += constant("TYPE", f"text/html; charset={plan.encoding}")
    return lines


def record_lines(plan: SelectorPlan, comparison: Comparison, indent: int) -> list[str]:
    """Return the lines that yield a record: an expression for each column."""
    differences = {one.column: one for one in comparison.differences}
    lines = [f"{INDENT * indent}yield {{"]
    for field in plan.fields:
        if field.name in differences:
            lines.append(comment(flaw(differences[field.name], comparison), indent + 1))
        elif not field.sources:
            lines.append(comment("no selector was found", indent + 1))
        lines += laid_out(f"{literal(field.name)}: ", expression(plan, field), ",", indent + 1)
    return [*lines, f"{INDENT * indent}}}"]


def expression(plan: SelectorPlan, field: PlannedColumn) -> Expression:
    """Return the expression that reads a column."""
    values = [_cut(source, _value(plan, field, source)) for source in field.sources]
    if len(values) > 1:
        return CodeCall("merged", tuple(values))
    return values[0] if values else "None"


def _value(plan: SelectorPlan, field: PlannedColumn, source: ValueSource) -> Expression:
    selected = CodeCall(f"row.{plan.language}", (literal(shortened(plan, source.selector)),))
    if field.kind != "text":
        return _address(field, source, selected)
    name = FUNCTION[source.joining, source.many]
    return CodeCall(name, (selected, literal(" ")) if source.joining == " " else (selected,))


def _address(field: PlannedColumn, source: ValueSource, selected: CodeCall) -> Expression:
    if source.many:
        return CodeCall("addresses", (selected, literal(ATTRIBUTES[field.kind]), "base"))
    return CodeCall("address", (selected, "base"))


def _cut(source: ValueSource, value: Expression) -> Expression:
    for separators, number in source.cuts:
        name = "each_piece" if source.many else "piece"
        value = CodeCall(name, (value, tuple_of(map(literal, separators)), str(number)))
    return value


def shortened(plan: SelectorPlan, selector: str) -> str:
    """Return a selector as parsel and Scrapy accept it, with a shorter test for classes."""
    return CLASS_TEST.sub(r'has-class("\1")', selector) if plan.language == "xpath" else selector
