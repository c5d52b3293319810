"""The studio's front end and the extension are plain modules with types in comments: the type checker reads them."""

from __future__ import annotations

import json
import shutil
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.conftest import ROOT
from tests.front_end.checkers import FOLDER, need
from wrapture import __version__

if TYPE_CHECKING:
    from pathlib import Path


def checked(project: Path) -> subprocess.CompletedProcess[str]:
    node = shutil.which("node")
    if node is None:
        pytest.skip("no node: the types of the front end are not checked")
    compiler = need("typescript/bin/tsc")
    return subprocess.run([node, compiler, "--project", project], capture_output=True, text=True, check=False)


def test_the_front_end_and_the_extension_are_typed() -> None:
    result = checked(FOLDER / "tsconfig.json")
    assert result.stdout == ""
    assert result.returncode == 0


def test_a_wrong_type_is_noticed(tmp_path: Path) -> None:
    (tmp_path / "wrong.js").write_text("/** @type {number} */\nexport const one = 'one';\n")
    options = json.loads((FOLDER / "tsconfig.json").read_text())["compilerOptions"] | {"types": []}
    (tmp_path / "tsconfig.json").write_text(json.dumps({"compilerOptions": options, "include": ["*.js"]}))
    assert "not assignable to type 'number'" in checked(tmp_path / "tsconfig.json").stdout


def test_every_module_is_checked() -> None:
    modules = [*(ROOT / "src/wrapture/studio/static").glob("**/*.js"), *(ROOT / "extension").glob("*.js")]
    unchecked = [path.name for path in modules if not path.read_text().startswith(("// @ts-check", "/*"))]
    assert set(unchecked) <= {"theme.js"}  # it runs before everything else, and is eleven lines


def test_the_extension_has_the_version_of_the_package() -> None:
    manifest = json.loads((ROOT / "extension/manifest.json").read_text())
    assert __version__.startswith(manifest["version"])
    assert manifest["manifest_version"] == 3
