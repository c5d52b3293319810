"""The front door to scripts: read, checked, secrets had, run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from wrapture.robot.script.plain import Plain
from wrapture.robot.script.reading import load_script
from wrapture.robot.script.running import run
from wrapture.robot.script.vault import ask_secret, filled_vault

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from wrapture.html.page import Page
    from wrapture.robot.script.driver import Shot
    from wrapture.robot.script.parts import Parts
    from wrapture.robot.script.steps import Script
    from wrapture.web.visitor import Visitor


def run_script(
    script: Script | Path,
    visitor: Visitor,
    *,
    render: Parts | None = None,
    save: Callable[[str, Shot], None] = lambda *_: None,
    say: Callable[[str], None] = lambda _: None,
    ask: Callable[[str], str | None] = ask_secret,
) -> Page:
    """Return the page at hand after all steps of a script; the visitor has the cookies of its session then.

    With `render`, which says how the parts of pages are had, the steps are done in Chromium.  `save` is called with the pages
    that the script saves, `say` with a line for each step, `ask` for each secret.  Raises `ScriptError` for what can't be done,
    `SourceError` for a page that can't be had.
    """
    from wrapture.robot.script.steps import Script

    steps = script if isinstance(script, Script) else load_script(script)
    vault = filled_vault(steps, ask)
    if render is None:
        return run(steps, Plain(visitor, vault), vault, save, say)
    from wrapture.robot.script.chromium import Chromium

    with Chromium(visitor, vault, render) as driver:
        return run(steps, driver, vault, save, say)
