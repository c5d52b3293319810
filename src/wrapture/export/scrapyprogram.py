"""A spider for Scrapy, in one file that ``scrapy runspider`` runs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from wrapture.export.code import INDENT, comment, constant, listed, literal
from wrapture.export.parselprogram import lxml_import, record_lines, said
from wrapture.export.pieces import constants_for, functions_for
from wrapture.export.words import head

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.export.values import Comparison, Plan
    from wrapture.model import Asking, Wrapper

SETTINGS: Final = """    custom_settings: ClassVar = {
        "ROBOTSTXT_OBEY": True,
        "DOWNLOAD_DELAY": 1,
        "DEPTH_LIMIT": 10,
    }
"""
PARSE: Final = '''    def parse(self, response):
        """Yield the records of a page."""'''
BEGIN: Final = """    def __init__(self, url=None, **settings):
        super().__init__(**settings)
        if url:
            self.start_urls = url.split()
        if not self.start_urls:
            raise ValueError("say where to begin: -a url=ADDRESS")
"""
BEGIN_ASKING: Final = """    def __init__(self, url=None, query=None, **settings):
        super().__init__(**settings)
        if url:
            self.start_urls = url.split()
        if query:
            sent = [(name, query if name == QUERY else own) for name, own in SENT]
            sent = urlencode(sent, encoding=CHARSET, errors="xmlcharrefreplace")
            self.start_urls = [f"{ACTION}?{sent}"]
        if not self.start_urls:
            raise ValueError("say what to ask for: -a query=WORDS")
"""


def scrapy_program(wrapper: Wrapper, plan: Plan, comparison: Comparison, pages: Sequence[str]) -> str:
    """Return a spider that yields the records of pages, and goes on to the next page where there is a link to it."""
    asking = wrapper.asking if wrapper.asking is not None and is_askable(wrapper.asking) else None
    reading = _parse(plan, comparison)
    functions = functions_for("\n".join(reading))
    code = "\n".join([*reading, *functions])
    lines = [
        *map(comment, head(wrapper.name, comparison, pages, _how(wrapper, plan, asking))),
        "",
        *(["from copy import deepcopy"] if plan.following else []),
        "from typing import ClassVar",
        *_url_imports(code, asking),
        "",
        "import scrapy",
        *lxml_import(code),
        *(["from parsel import Selector"] if plan.following else []),
        "",
        *_constants(plan, asking),
        *constants_for(code),
        "",
        "",
        "class RecordsSpider(scrapy.Spider):",
        f'{INDENT}"""Yields the records of pages as items."""',
        "",
        f"{INDENT}name = {literal(spider_name(wrapper.name))}",
        *listed("start_urls: ClassVar = ", starts(wrapper), 1),
        *SETTINGS.split("\n"),
        *(BEGIN if asking is None else BEGIN_ASKING).split("\n"),
        *reading,
        *functions,
        "",
    ]
    return "\n".join(lines)


def _url_imports(code: str, asking: Asking | None) -> list[str]:
    names = [*(["urlencode"] if asking is not None else []), *(["urljoin"] if "urljoin(" in code else [])]
    return [f"from urllib.parse import {', '.join(names)}"] if names else []


def _how(wrapper: Wrapper, plan: Plan, asking: Asking | None) -> list[str]:
    about = "-a query=WORDS or " if asking is not None else ""
    lines = [
        f"Run it with Scrapy: scrapy runspider THIS_FILE -O records.jsonl {about}-a url=ADDRESS",
        "It needs Scrapy: pip install scrapy",
    ]
    if wrapper.asking is not None and asking is None:
        lines.append("The site is asked by a form that has to be opened or posted, which this spider does not.")
    if not plan.next_page:
        lines.append("No link to a next page was found on the pages looked at: it reads the pages that it is given.")
    return lines


def is_askable(asking: Asking) -> bool:
    """Return whether a site can be asked by an address alone."""
    return asking.method == "GET" and not asking.fresh


def starts(wrapper: Wrapper) -> list[str]:
    """Return the addresses that a wrapper was learned from."""
    return [name for name in wrapper.learned_from if name.startswith(("http://", "https://"))]


def spider_name(name: str) -> str:
    """Return a name that Scrapy and a file can have.

    >>> spider_name("Lantern Books: the sea"), spider_name("…")
    ('lantern_books_the_sea', 'records')
    """
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_") or "records"


def _constants(plan: Plan, asking: Asking | None) -> list[str]:
    lines = constant("ROWS", said(plan, plan.rows))
    if plan.following:
        lines.append(f"FOLLOWING = {plan.following}  # elements after the first that a record has at most")
    if plan.next_page:
        lines += constant("NEXT", said(plan, plan.next_page))
    if plan.encoding:
        lines += constant("ENCODING", plan.encoding)
    if asking is not None:
        lines += constant("ACTION", asking.action.partition("#")[0].partition("?")[0])
        lines += [*constant("QUERY", asking.query), *constant("CHARSET", asking.charset), "SENT = ["]
        for name, value in asking.entries:
            lines += [f"{INDENT}(", f"{INDENT * 2}{literal(name)},", f"{INDENT * 2}{literal(value)},", f"{INDENT}),"]
        lines.append("]")
    return lines


def _parse(plan: Plan, comparison: Comparison) -> list[str]:
    room = INDENT * 2
    rows = f"gathered(response.{plan.language}(ROWS))" if plan.following else f"response.{plan.language}(ROWS)"
    decoded = [f"{room}response = response.replace(encoding=ENCODING)"] if plan.encoding else []
    following = [
        f"{room}following = response.xpath(NEXT).get()",
        f"{room}if following:",
        f"{room}{INDENT}yield response.follow(urljoin(base, following.strip()), self.parse)",
    ]
    records = record_lines(plan, comparison, 3)
    based = [
        f'{room}start = response.css("base::attr(href)").get(default="").strip()',
        f"{room}base = urljoin(response.url, start)",
    ]
    needs_base = bool(plan.next_page) or any(field.kind != "text" and field.sources for field in plan.fields)
    return [
        PARSE,
        *decoded,
        *(based if needs_base else []),
        f"{room}for row in {rows}:",
        *records,
        *(following if plan.next_page else []),
    ]
