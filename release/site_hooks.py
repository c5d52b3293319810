"""Hooks of the documentation site: links out of ``docs/`` lead to the repository, and two pages are made from the package.

The pages in ``docs/`` are written for readers of the repository too, so they link to files beside it.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig
    from mkdocs.structure.files import Files
    from mkdocs.structure.pages import Page

ROOT: Final = Path(__file__).resolve().parent.parent
LINK: Final = re.compile(r"(\]\()((?:\.\./)+[^)\s]*)(\))")
PICTURES: Final = frozenset({".png", ".svg"})
OUTSIDE: Final = "pictures"
NOTE: Final = re.compile(r"^ *<!-- (?:not run|figures).*-->\n", re.MULTILINE)


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages that are made from the package."""
    from mkdocs.structure.files import File

    files.append(File.generated(config, "reference/commands.md", content=commands_page()))
    files.append(File.generated(config, "reference/api.md", content=api_page()))
    for path in outside_pictures():
        files.append(File.generated(config, f"{OUTSIDE}/{path.name}", abs_src_path=str(path)))
    return files


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, **_: Any) -> str:
    """Return a page whose links work on the site."""
    here = (ROOT / "docs" / page.file.src_uri).parent
    text = LINK.sub(
        lambda found: found[1] + target(found[2], here, str(config.extra["repository"])) + found[3], markdown
    )
    return NOTE.sub("", text)


def target(link: str, here: Path, repository: str) -> str:
    """Return a link as it is or, if it leads out of ``docs``, to the file in the repository."""
    name, mark, anchor = link.partition("#")
    path = (here / name).resolve()
    if path.is_relative_to(ROOT / "docs") or not path.is_relative_to(ROOT):
        return link
    if path.suffix in PICTURES:
        return f"{'../' * len(here.relative_to(ROOT / 'docs').parts)}{OUTSIDE}/{path.name}"
    kind = "tree" if path.is_dir() else "blob"
    return f"{repository}/{kind}/main/{path.relative_to(ROOT).as_posix()}{mark}{anchor}"


def outside_pictures() -> list[Path]:
    """Return the pictures outside of ``docs`` that its pages show."""
    pages = sorted((ROOT / "docs").rglob("*.md"))
    links = {(page.parent / found[2]).resolve() for page in pages for found in LINK.finditer(page.read_text("utf-8"))}
    return sorted(path for path in links if path.suffix in PICTURES and not path.is_relative_to(ROOT / "docs"))


def commands_page() -> str:
    """Return a page with every command and its options, as ``--help`` has them."""
    import typer

    from wrapture.cli.main import app

    program = typer.main.get_command(app)
    parts = ["# Commands in short\n\nMade from the commands themselves; [the reference](cli.md) explains them.\n"]
    # The program is a group of commands, though typer declares a single one.
    for name in program.commands:  # type: ignore[attr-defined]
        parts += list(_command(f"wrapture {name}", program.commands[name]))  # type: ignore[attr-defined]
    return "\n".join(parts)


def _command(name: str, command: Any) -> Any:
    yield f"\n## `{name}`\n\n{(command.help or '').strip()}\n"
    below = getattr(command, "commands", {})
    for one in below:
        yield from (line.replace("\n## ", "\n### ", 1) for line in _command(f"{name} {one}", below[one]))
    rows = [_option(one) for one in command.params if not getattr(one, "hidden", False) and one.name != "help"]
    if rows and not below:
        yield "\n".join(["| argument or option | what it does |", "|---|---|", *rows, ""])


def _option(parameter: Any) -> str:
    names = (
        [*parameter.opts, *parameter.secondary_opts] if parameter.param_type_name == "option" else [parameter.metavar]
    )
    shown = ", ".join(f"`{name}`" for name in names if name)
    return f"| {shown or parameter.name} | {' '.join((parameter.help or '').split()).replace('|', chr(92) + '|')} |"


def api_page() -> str:
    """Return a page of directives for the docstrings of the public names."""
    import wrapture

    names = [name for name in wrapture.__all__ if not name.startswith("__")]
    listed = "\n\n".join(f"::: {_place(name)}" for name in names)
    return f"# Python, from the docstrings\n\n[The reference](python.md) explains these with examples.\n\n{listed}\n"


def _place(name: str) -> str:
    """Return the full name of an object, with the module that defines it."""
    import wrapture

    found = getattr(wrapture, name)
    return f"{found.__module__}.{found.__qualname__}"
