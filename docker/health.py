"""The health check of the images: ask the server for agents if one listens on port 8765, otherwise load the package."""

from __future__ import annotations

import os
import socket
import sys
import urllib.request

PORT = int(os.environ.get("WRAPTURE_HEALTH_PORT", "8765"))


def main() -> None:
    """Exit with 0 if all is well."""
    with socket.socket() as caller:
        caller.settimeout(2)
        listens = caller.connect_ex(("127.0.0.1", PORT)) == 0
    if listens:
        with urllib.request.urlopen(f"http://127.0.0.1:{PORT}/health", timeout=5) as answer:
            sys.exit(answer.read() != b"ok\n")
    import wrapture

    sys.exit(not wrapture.__version__)


if __name__ == "__main__":
    main()
