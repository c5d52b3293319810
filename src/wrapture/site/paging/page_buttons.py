"""Pagination buttons: old search engines have a form with a button for each page number."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from wrapture.site.paging.link_runs import number_of
from wrapture.site.paging.link_words import said_by

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.html.page import Page
    from wrapture.site.paging.link_runs import LinkRun
    from wrapture.site.paging.page_links import Link

NUMBER_NAMES: Final = ("[", "#", "]")
"""How Omega names its page number buttons."""
_NAMES: Final = re.compile(
    r"pag(?:e|er|ing|ina)|(?:^|[_.\-])p$|next|prev|start|offset|seite|weiter|zur[uü]e?ck", re.IGNORECASE
)


def paging_buttons(page: Page, runs: Sequence[LinkRun]) -> list[Link]:
    """Return the buttons that lead to other pages of a list, in document order.

    Numbered buttons count if two of them ascend under one name, or if their name says so; a button with a word or an arrow
    counts if its name or text says so, or if it is among such numbers.
    """
    return [button for run in runs for button in _of_run(page, [link for link in run.links if link.button])]


def _of_run(page: Page, buttons: list[Link]) -> Iterator[Link]:
    numbers = [button for button in buttons if number_of(button) is not None]
    counted = len(numbers) > 1 and len({_name(page, button) for button in numbers}) == 1
    numbered = counted or any(_is_named(_name(page, button)) for button in numbers)
    for button in buttons:
        said = button.said
        if said is None or said.extra or said.form == "weak":
            continue
        if numbered or (said.kind != "page" and (said.full or _is_named(_name(page, button)))):
            yield button


def _name(page: Page, button: Link) -> str:
    return page.attribute(button.node, "name") or ""


def _is_named(name: str) -> bool:
    """Return whether the name of a button is a pagination name."""
    said = said_by(name)
    return name in NUMBER_NAMES or _NAMES.search(name) is not None or (said is not None and said.form == "arrow")
