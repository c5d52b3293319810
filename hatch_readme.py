"""Makes the README for package indexes: links and pictures that are relative in the repository become absolute."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

from hatchling.metadata.plugin.interface import MetadataHookInterface

LINK: Final = re.compile(r"(!?)\[([^\]]*)\]\((?![a-z]+:|#)([^)\s]+)\)")
COMMENT: Final = re.compile(r"^<!-- (?!mcp-name).*-->\n", re.MULTILINE)


class ReadmeHook(MetadataHookInterface):
    """Sets the long description from README.md."""

    PLUGIN_NAME = "custom"

    def update(self, metadata: dict[str, Any]) -> None:
        """Add the readme; links lead to the tag of the version, or to the main branch before a release."""
        text = (Path(self.root) / "README.md").read_text("utf-8")
        version = str(metadata.get("version", ""))
        at = "main" if not version or "dev" in version else f"v{version}"
        metadata["readme"] = {
            "content-type": "text/markdown",
            "text": readme_for_index(text, metadata["urls"]["Source"], at),
        }


def readme_for_index(text: str, repository: str, at: str) -> str:
    """Return a README whose links work outside of the repository, without the comments that direct its tests.

    >>> readme_for_index("[a](docs/a.md#b) ![p](p.png) [c](https://x) [d](#e)", "https://github.com/o/r", "v1")
    '[a](https://github.com/o/r/blob/v1/docs/a.md#b) ![p](https://github.com/o/r/raw/v1/p.png) [c](https://x) [d](#e)'
    """

    def absolute(found: re.Match[str]) -> str:
        mark, words, target = found.groups()
        return f"{mark}[{words}]({repository}/{'raw' if mark else 'blob'}/{at}/{target})"

    return COMMENT.sub("", LINK.sub(absolute, text))
