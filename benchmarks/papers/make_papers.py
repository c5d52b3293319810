"""Measure the tables and figures of the five papers on the pages that survive, and write docs/papers.md.

python benchmarks/papers/make_papers.py ../shared [--only NAME] [--today] [--step N] [--again]

A step whose data files were measured with the same code is skipped; an interrupted step resumes.  With ``--step N`` every
n-th item is taken, and nothing is written.  ``--page`` writes the page again from the data files alone.

After a change of discovery, ``--today`` (`make papers-today`) measures only what all learners and the judge give now; what the
papers' own algorithms and the systems beside them gave stays in the data files.
"""

from __future__ import annotations

import argparse
import os
import time
from pathlib import Path
from typing import Final

from paper_data import HERE, PaperTable, about, completed, load, save
from paper_page import write_page
from paper_runs import Corpora, Step, fingerprint, measured_now

KEPT: Final = HERE / ".kept"


def steps() -> list[Step]:
    """Return all steps, paper by paper."""
    import fuzzy_paper
    import iepad_curves
    import iepad_lexicons
    import iepad_paper
    import pat_trees_paper
    import rows_paper
    import vints_faces
    import vints_paper

    return [
        *iepad_paper.STEPS,
        *iepad_curves.STEPS,
        *iepad_lexicons.STEPS,
        *pat_trees_paper.STEPS,
        *vints_paper.STEPS,
        *vints_faces.STEPS,
        *fuzzy_paper.STEPS,
        *rows_paper.STEPS,
    ]


def is_measured(step: Step, *, today: bool) -> bool:
    """Return whether all data files of a step were measured with the code as it is now, or at least what is of today."""
    codes = [
        {about(name).get("code"), about(name).get("today", {}).get("code") if today else None} for name in step.gives
    ]
    return all(fingerprint(step) in one for one in codes)


def run(step: Step, corpora: Corpora, *, today: bool) -> None:
    """Measure one step, show its tables and, unless it was a sample, write its data files."""
    start = time.monotonic()
    print(f"{step.name} …", flush=True)
    measure = step.today if today and step.today else step.measure
    stamp = {"code": fingerprint(step), **measured_now()}
    for name, found in measure(corpora).items():
        print(f"\n{name}\n")
        print(found.markdown() if isinstance(found, PaperTable) else found.curves)
        if corpora.step == 1 and measure is step.measure:
            save(name, found, stamp)
        elif corpora.step == 1:
            kept = {key: about(name)[key] for key in stamp}
            save(name, completed(found, load(name)), {**kept, "today": stamp})
    print(f"\n{step.name}: {time.monotonic() - start:.0f} s", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--only", default="", help="steps whose name begins like this")
    parser.add_argument("--step", type=int, default=1, help="take every n-th item; nothing is written")
    parser.add_argument("--today", action="store_true", help="measure only what Wrapture as a whole gives now")
    parser.add_argument("--again", action="store_true", help="measure again what was measured with the same code")
    parser.add_argument("--page", action="store_true", help="measure nothing; write the page from the data files")
    parser.add_argument("--workers", type=int, default=os.cpu_count())
    args = parser.parse_args()
    chosen = [one for one in steps() if one.name.startswith(args.only) and (one.today or not args.today)]
    for step in [] if args.page else chosen:
        if args.again or args.step > 1 or not is_measured(step, today=args.today):
            run(step, Corpora(args.shared, args.step, KEPT / fingerprint(step), args.workers), today=args.today)
    if args.step == 1:
        write_page()


if __name__ == "__main__":
    main()
