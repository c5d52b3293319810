"""Run a notebook from start to end; an error in a cell ends the program: ``python release/run_notebook.py FILE``."""

from __future__ import annotations

import sys
from pathlib import Path


def main() -> None:
    """Run the notebook in its own folder; the file is not changed."""
    import nbformat
    from nbclient import NotebookClient

    path = Path(sys.argv[1])
    notebook = nbformat.read(path, as_version=4)
    NotebookClient(
        notebook, timeout=300, kernel_name="python3", resources={"metadata": {"path": str(path.parent)}}
    ).execute()
    ran = [cell for cell in notebook.cells if cell.cell_type == "code"]
    print(f"{path}: {len(ran)} cells ran")


if __name__ == "__main__":
    main()
