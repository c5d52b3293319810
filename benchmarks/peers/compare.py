"""Run other record extractors and Wrapture on the same real pages; write one table for all to results.md and docs/peers.md.

python benchmarks/peers/compare.py ../shared                       # all of them (`make peers`; takes about ten minutes)
python benchmarks/peers/compare.py ../shared --only wrapture       # measure one row again and keep the others
python benchmarks/peers/compare.py ../shared --only selectors      # compare speed with selectors written by hand

The measurements are kept in figures.json, from which the tables are written.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from byhand import measured, overall
from environment import Environment, version_of
from page import renewed_docs, results_page
from workers import Worker

import wrapture

HERE: Final = Path(__file__).resolve().parent
FIGURES: Final = HERE / "figures.json"
DOCS: Final = HERE.parents[1] / "docs" / "peers.md"
COMMAND: Final = "wrapture extract --format json {pages}"
TIMEOUT_S: Final = 60.0


@dataclass(frozen=True)
class Peer:
    """A system that runs in the peers' environment: its display name, its package, and the module to import."""

    title: str
    package: str
    module: str


PEERS: Final = {
    "pandas": Peer("pandas.read_html", "pandas", "pandas"),
    "libextract": Peer("libextract", "libextract", "libextract.api"),
    "depta": Peer("DEPTA (sd-pydepta)", "sd-pydepta", "pydepta"),
}
ROWS: Final = (*PEERS, "wrapture", "selectors")


def load_rows(shared: Path) -> list[dict[str, Any]]:
    """Return one row per page of the gold standard."""
    lines = (shared / "corpus" / "lists" / "gold.jsonl").read_text("utf-8").splitlines()
    return [json.loads(line) for line in lines]


def ask_peer(shared: Path, environment: Environment, name: str, timeout_s: float) -> list[dict[str, Any]]:
    """Return a peer's answer for each page; if it failed, an empty one with the error."""
    answers = []
    rows = load_rows(shared)
    with Worker([str(environment.python), str(HERE / "adapters.py"), name], timeout_s) as worker:
        for n, row in enumerate(rows, start=1):
            told = worker.ask(str((shared / "corpus" / row["page"]).resolve()))
            answers.append({"records": [], "seconds": timeout_s, **told, "page": row["page"]})
            print(f"\r{name}: {n}/{len(rows)} pages", end="", file=sys.stderr)
    print(file=sys.stderr)
    return answers


def score(shared: Path, answers: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the scorer's table for some answers."""
    with tempfile.NamedTemporaryFile("w", encoding="utf-8", suffix=".jsonl") as file:
        file.writelines(json.dumps(answer) + "\n" for answer in answers)
        file.flush()
        return scorer(shared, "score", shared / "corpus", file.name, "--json")


def scorer(shared: Path, *arguments: str | Path) -> dict[str, Any]:
    """Return the scorer's output."""
    command = [sys.executable, shared / "bench" / "score.py", *arguments]
    return dict(json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout))


def failures(answers: list[dict[str, Any]]) -> list[str]:
    """Return a line for each page that a system failed on."""
    return [f"{answer['page']}: {answer['error']}" for answer in answers if answer.get("error")]


def measure_peer(shared: Path, environment: Environment, name: str, timeout_s: float) -> dict[str, Any]:
    """Return a peer's figures, or the reason why it could not be installed."""
    peer = PEERS[name]
    head = {"title": peer.title, "version": version_of(peer.package), "day": today()}
    if lacking := environment.lacks(peer.module):
        return {**head, "lacking": lacking}
    answers = ask_peer(shared, environment, name, timeout_s)
    return {**head, "table": score(shared, answers), "failures": failures(answers)}


def measure_wrapture(shared: Path, command: str) -> dict[str, Any]:
    """Return the figures of Wrapture's own command line, run by the scorer."""
    program, _, arguments = command.partition(" ")
    beside = Path(sys.executable).parent / program
    with tempfile.NamedTemporaryFile("r", encoding="utf-8", suffix=".jsonl") as file:
        line = f"{beside if beside.is_file() else program} {arguments}"
        table = scorer(shared, "run", shared / "corpus", "--json", "--command", line, "-o", file.name)
        answers = [json.loads(line) for line in file]
    head = {"title": "Wrapture", "version": wrapture.__version__, "day": today(), "command": command}
    return {**head, "table": table, "failures": failures(answers)}


def measure_selectors(shared: Path, environment: Environment) -> dict[str, Any]:
    """Return the speed of a learned wrapper and of selectors written by hand, and how well both read the pages."""
    if lacking := environment.lacks("parsel"):
        return {"version": version_of("parsel"), "day": today(), "lacking": lacking}
    rows, read = measured(shared, environment.python)
    tables = {way: score(shared, answers)["ALL"] for way, answers in read.items()}
    return {"version": version_of("parsel"), "day": today(), "rows": rows, "overall": overall(rows), "tables": tables}


def write_pages(figures: dict[str, Any]) -> None:
    """Write the results page and the tables of the documentation."""
    (HERE / "results.md").write_text(results_page(figures), encoding="utf-8")
    DOCS.write_text(renewed_docs(DOCS.read_text("utf-8"), figures), encoding="utf-8")


def today() -> str:
    return f"{datetime.now(UTC):%Y-%m-%d}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--only", choices=ROWS, action="append", help="measure only this row anew; may be repeated")
    parser.add_argument("--command", default=COMMAND, help="Wrapture's command line")
    parser.add_argument("--timeout", type=float, default=TIMEOUT_S, metavar="S", help="seconds a peer has for a page")
    parser.add_argument("--environment", type=Path, default=HERE / ".venv", help="the peers' virtual environment")
    args = parser.parse_args()
    if not (args.shared / "corpus" / "lists" / "gold.jsonl").is_file():
        sys.exit(f"{args.shared}: the corpus of real pages is needed to measure")
    environment = Environment(args.environment)
    wanted = args.only or ROWS
    if set(wanted) - {"wrapture"}:
        environment.make()
    figures = json.loads(FIGURES.read_text("utf-8")) if FIGURES.is_file() else {}
    for name in wanted:
        if name == "wrapture":
            figures[name] = measure_wrapture(args.shared, args.command)
        elif name == "selectors":
            figures[name] = measure_selectors(args.shared, environment)
        else:
            figures[name] = measure_peer(args.shared, environment, name, args.timeout)
        # Written after each system, so that a later failure does not lose minutes of measurements.
        kept = {row: figures[row] for row in ROWS if row in figures}
        FIGURES.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        write_pages(kept)
    print((HERE / "results.md").read_text("utf-8"))


if __name__ == "__main__":
    main()
