"""Run a script file: read it, get its secrets, run its steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wrapture.site.script.http_driver import HttpDriver
from wrapture.site.script.runner import run
from wrapture.site.script.script_file import load_script
from wrapture.site.script.secrets import ask_secret, filled_vault

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from wrapture.html.page import Page
    from wrapture.net.visitor import Visitor
    from wrapture.site.script.driver import Shot
    from wrapture.site.script.page_parts import Parts
    from wrapture.site.script.script_steps import Script


def run_script(
    script: Script | Path,
    visitor: Visitor,
    *,
    render: Parts | None = None,
    save: Callable[[str, Shot], None] = lambda *_: None,
    say: Callable[[str], None] = lambda _: None,
    ask: Callable[[str], str | None] = ask_secret,
) -> Page:
    """Run a script and return its last page; the visitor then has the cookies of the session.

    With `render`, which says how the parts of pages are had, the steps are done in Chromium.  `save` is called with the pages
    that the script saves, `say` with a line for each step, `ask` for each secret.  Raises `ScriptError` for what can't be done,
    `SourceError` for a page that can't be fetched.
    """
    from wrapture.site.script.script_steps import Script

    steps = script if isinstance(script, Script) else load_script(script)
    vault = filled_vault(steps, ask)
    if render is None:
        return run(steps, HttpDriver(visitor, vault), vault, save, say)
    from wrapture.site.script.chromium_driver import Chromium

    with Chromium(visitor, vault, render) as driver:
        return run(steps, driver, vault, save, say)
