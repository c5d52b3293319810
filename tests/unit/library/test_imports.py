from __future__ import annotations

import subprocess
import sys


def test_pydantic_is_not_imported_before_a_file_is_read() -> None:
    code = (
        "import sys, wrapture, wrapture.library.wrapper_file, wrapture.library.describe, wrapture.library.profile\n"
        "sys.exit('pydantic' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
