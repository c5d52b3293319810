"""A spider for Scrapy, in one file that ``scrapy runspider`` runs."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from wrapture.export.code import INDENT, comment, constant, listed, literal
from wrapture.export.export_report import head
from wrapture.export.parselprogram import lxml_import, record_lines, shortened
from wrapture.export.program_pieces import constants_for, functions_for

if TYPE_CHECKING:
    from collections.abc import Sequence

    from wrapture.export.plan import Comparison, SelectorPlan
    from wrapture.model import QueryForm, Wrapper

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
BEGIN_QUERY: Final = """    def __init__(self, url=None, query=None, **settings):
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


def scrapy_program(wrapper: Wrapper, plan: SelectorPlan, comparison: Comparison, pages: Sequence[str]) -> str:
    """Return a spider that yields the records of pages, and follows links to the next page."""
    query_form = (
        wrapper.query_form if wrapper.query_form is not None and has_query_address(wrapper.query_form) else None
    )
    reading = _parse(plan, comparison)
    functions = functions_for("\n".join(reading))
    code = "\n".join([*reading, *functions])
    lines = [
        *map(comment, head(wrapper.name, comparison, pages, _how(wrapper, plan, query_form))),
        "",
        *(["from copy import deepcopy"] if plan.following else []),
        "from typing import ClassVar",
        *_url_imports(code, query_form),
        "",
        "import scrapy",
        *lxml_import(code),
        *(["from parsel import Selector"] if plan.following else []),
        "",
        *_constants(plan, query_form),
        *constants_for(code),
        "",
        "",
        "class RecordsSpider(scrapy.Spider):",
        f'{INDENT}"""Yields the records of pages as items."""',
        "",
        f"{INDENT}name = {literal(spider_name(wrapper.name))}",
        *listed("start_urls: ClassVar = ", starts(wrapper), 1),
        *SETTINGS.split("\n"),
        *(BEGIN if query_form is None else BEGIN_QUERY).split("\n"),
        *reading,
        *functions,
        "",
    ]
    return "\n".join(lines)


def _url_imports(code: str, query_form: QueryForm | None) -> list[str]:
    names = [*(["urlencode"] if query_form is not None else []), *(["urljoin"] if "urljoin(" in code else [])]
    return [f"from urllib.parse import {', '.join(names)}"] if names else []


def _how(wrapper: Wrapper, plan: SelectorPlan, query_form: QueryForm | None) -> list[str]:
    about = "-a query=WORDS or " if query_form is not None else ""
    lines = [
        f"Run it with Scrapy: scrapy runspider THIS_FILE -O records.jsonl {about}-a url=ADDRESS",
        "It needs Scrapy: pip install scrapy",
    ]
    if wrapper.query_form is not None and query_form is None:
        lines.append("The site is asked by a form that has to be opened or posted, which this spider does not.")
    if not plan.next_page:
        lines.append("No link to a next page was found on the pages looked at: it reads the pages that it is given.")
    return lines


def has_query_address(query_form: QueryForm) -> bool:
    """Return whether a query can be sent as a parameter of an address."""
    sent = query_form.method == "GET" and query_form.typed is None
    return sent and not query_form.fresh and not query_form.in_path


def starts(wrapper: Wrapper) -> list[str]:
    """Return the addresses that a wrapper was learned from."""
    return [name for name in wrapper.learned_from if name.startswith(("http://", "https://"))]


def spider_name(name: str) -> str:
    """Return a name that is valid for Scrapy and for a file.

    >>> spider_name("Lantern Books: the sea"), spider_name("…")
    ('lantern_books_the_sea', 'records')
    """
    return re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_") or "records"


def _constants(plan: SelectorPlan, query_form: QueryForm | None) -> list[str]:
    lines = constant("ROWS", shortened(plan, plan.rows))
    if plan.following:
        lines.append(f"FOLLOWING = {plan.following}  # elements after the first that a record has at most")
    if plan.next_page:
        lines += constant("NEXT", shortened(plan, plan.next_page))
    if plan.encoding:
        lines += constant("ENCODING", plan.encoding)
    if query_form is not None:
        lines += constant("ACTION", query_form.action.partition("#")[0].partition("?")[0])
        lines += [*constant("QUERY", query_form.query), *constant("CHARSET", query_form.charset), "SENT = ["]
        for name, value in query_form.entries:
            lines += [f"{INDENT}(", f"{INDENT * 2}{literal(name)},", f"{INDENT * 2}{literal(value)},", f"{INDENT}),"]
        lines.append("]")
    return lines


def _parse(plan: SelectorPlan, comparison: Comparison) -> list[str]:
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
