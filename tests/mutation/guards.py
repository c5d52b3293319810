"""The modules that guard, and the tests that must notice a change of them."""

from __future__ import annotations

from typing import Final

GUARDS: Final[dict[str, tuple[str, ...]]] = {
    "bulk.inputs.remote_access": ("tests/unit/bulk/inputs/test_remote_access.py", "tests/bulk/test_web.py"),
    "library.json_text": ("tests/unit/library/test_json_text.py", "tests/unit/library/test_wrapper_file.py"),
    "library.wrapper_file": ("tests/unit/library/test_wrapper_file.py", "tests/unit/library/test_file_format.py"),
    "net.pinned": ("tests/unit/net/test_pinned.py", "tests/web/test_layers_of_exchange.py"),
    "net.reachable": ("tests/unit/net/test_reachable.py",),
    "sql.statement_gate": ("tests/unit/sql/test_statement_gate.py",),
    "net.web_address": ("tests/unit/net/test_web_address.py", "tests/web/test_redirects.py"),
    "bulk.workplace": (
        "tests/unit/bulk/test_workplace.py",
        "tests/unit/bulk/test_finished_run.py",
        "tests/bulk/test_run.py::TestMistakes",
    ),
    "files": ("tests/unit/test_files.py", "tests/unit/test_durable.py"),
    "mcp.agent_access": ("tests/unit/mcp/test_agent_access.py",),
    "net.content_decoding": ("tests/unit/net/test_content_decoding.py", "tests/web/test_bodies.py"),
    "net.cookies": ("tests/unit/net/test_cookies.py",),
    "net.redaction": ("tests/unit/net/test_redaction.py", "tests/web/test_secrets.py"),
    "studio.access_control": ("tests/unit/studio/test_access_control.py", "tests/studio/test_gate.py"),
    "net.exchange": (
        "tests/unit/net/test_exchange_parts.py",
        "tests/unit/net/test_exchange_hops.py",
        "tests/web/test_redirects.py",
        "tests/web/test_bodies.py",
        "tests/web/test_heads.py",
        "tests/web/test_layers_of_exchange.py",
    ),
}
