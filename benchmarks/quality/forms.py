"""Learn to recognize search and login forms, cross-validated by site; measure that, and finding the query field.

    python benchmarks/quality/forms.py ../shared [--write]

Each kind has a logistic regression on the features of a form.  The forms of a site are either all tested or all trained on.
The figures go to ``forms.md``; ``--write`` stores the weights in ``src/wrapture/site/forms/form_weights.json``.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from wrapture.html.parsing import read_page
from wrapture.model import Capture
from wrapture.site.forms import find_forms, query_control
from wrapture.site.forms.form_features import features_of
from wrapture.site.forms.form_purpose import BIAS, load_weights

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from wrapture.site.forms import Form

HERE = Path(__file__).parent
WEIGHTS = HERE.parents[1] / "src" / "wrapture" / "site" / "forms" / "form_weights.json"
KINDS = ("search", "login")
UNTOLD = frozenset(["NOT ANNOTATED", "SKIP THIS FORM"])
QUERY = "search query"
FOLDS = 10
RIDGE = 0.03
LEAST_SPREAD = 0.1  # of a feature: a rare feature must not count for more than a common one

Matrix = NDArray[np.float64]
Marks = NDArray[np.bool_]


class GoldForm(NamedTuple):
    """One form: its site, its kind in the gold standard, its features, and whether its query field is found.

    ``query`` is None if the gold standard names no query field.
    """

    site: str
    kind: str
    features: dict[str, float]
    query: bool | None


class Figures(NamedTuple):
    """The number of forms of a kind, of those classified as it, and of those classified correctly."""

    there: int
    taken: int
    right: int

    @property
    def precision(self) -> float:
        """The share of forms classified as the kind that are of it, in percent."""
        return 100 * self.right / max(1, self.taken)

    @property
    def recall(self) -> float:
        """The share of forms of the kind that are classified as it, in percent."""
        return 100 * self.right / max(1, self.there)

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        return 200 * self.right / max(1, self.there + self.taken)


def load(shared: Path) -> list[GoldForm]:
    """Return the forms whose kind is in the gold standard."""
    folder = shared / "corpus" / "forms"
    with (folder / "gold.jsonl").open(encoding="utf-8") as lines:
        return [form for line in lines for form in gold_forms_on(folder, json.loads(line))]


def gold_forms_on(folder: Path, row: dict[str, Any]) -> Iterator[GoldForm]:
    """Yield the forms of one page that are in the gold standard."""
    page = read_page(Capture(row["page"], (folder / row["page"]).read_bytes(), row["url"]))
    for form, kind, fields in matched(find_forms(page), row):
        if kind not in UNTOLD:
            names = [name for name, field in fields.items() if field == QUERY]
            found = query_control(form)
            right = (found is not None and found.name in names) if names else None
            yield GoldForm(row["site"], kind, features_of(page, form), right)


def matched(forms: Sequence[Form], row: dict[str, Any]) -> Iterator[tuple[Form, str, dict[str, str]]]:
    """Yield our forms with the gold's kinds and fields, matched by order or, if the gold's parser saw more, by field names."""
    gold = list(zip(row["form_types"], row["field_types"], strict=True))
    if len(forms) == len(gold):
        yield from ((form, *one) for form, one in zip(forms, gold, strict=True))
        return
    at = 0
    for kind, fields in gold:
        held = (i for i in range(at, len(forms)) if set(fields) <= {control.name for control in forms[i].controls})
        found = next(held, None)
        if found is not None:
            yield forms[found], kind, fields
            at = found + 1


def fit(rows: Matrix, right: Marks, ridge: float = RIDGE) -> Matrix:
    """Return the bias and weights of a ridge-penalized logistic regression, by Newton's method."""
    middle, spread = rows.mean(axis=0), np.maximum(rows.std(axis=0), LEAST_SPREAD)
    scaled = np.column_stack([np.ones(len(rows)), (rows - middle) / spread])
    held = ridge * np.diag([1e-6, *np.ones(rows.shape[1])])
    weights = np.zeros(scaled.shape[1])
    for _ in range(40):
        chance = 1 / (1 + np.exp(-np.clip(scaled @ weights, -50, 50)))
        slope = scaled.T @ (chance - right) / len(rows) + held @ weights
        curve = (scaled * (chance * (1 - chance))[:, None]).T @ scaled / len(rows) + held
        step = np.linalg.solve(curve, slope)
        weights = weights - step
        if np.abs(step).max() < 1e-8:
            break
    terms = weights[1:] / spread
    return np.array([weights[0] - terms @ middle, *terms])


def odds(rows: Matrix, weights: Matrix) -> Matrix:
    return np.asarray(weights[0] + rows @ weights[1:])


def held_out(rows: Matrix, right: Marks, sites: Sequence[str]) -> Matrix:
    """Return the log-odds of each form by weights that were learned without its site."""
    names = sorted(set(sites))
    order = np.random.default_rng(0).permutation(len(names))
    fold_of = {names[one]: n % FOLDS for n, one in enumerate(order)}
    folds = np.array([fold_of[site] for site in sites])
    found = np.zeros(len(rows))
    for n in range(FOLDS):
        found[folds == n] = odds(rows[folds == n], fit(rows[folds != n], right[folds != n]))
    return found


def figures(taken: Marks, right: Marks) -> Figures:
    return Figures(int(right.sum()), int(taken.sum()), int((taken & right).sum()))


def both(of_kind: dict[str, Matrix]) -> dict[str, Marks]:
    """Return which forms are classified as each kind: a form has the more likely of the two."""
    search, login = of_kind["search"], of_kind["login"]
    return {"search": (search >= 0) & (search >= login), "login": (login >= 0) & (login > search)}


def line(what: str, kind: str, found: Figures) -> str:
    return f"| {kind} | {what} | {found.there} | {found.precision:.1f} | {found.recall:.1f} | {found.f1:.1f} |"


def report(forms: Sequence[GoldForm], of_site: dict[str, Matrix], fitted: dict[str, Matrix]) -> str:
    """Return the figures as a page of Markdown."""
    truth = {kind: np.array([one.kind == kind for one in forms]) for kind in KINDS}
    queries = [one.query for one in forms if one.query is not None]
    lines = [
        "# Forms of real pages\n",
        f"Written by `make quality` over {len(forms)} forms of {len({one.site for one in forms})} sites; percentages.",
        "Cross-validated means that the forms of a site are judged by weights that were learned without that site.\n",
        "| kind | weights | forms | precision | recall | F1 |",
        "|---|---|---|---|---|---|",
    ]
    for kind in KINDS:
        lines.append(line("cross-validated by site", kind, figures(both(of_site)[kind], truth[kind])))
        lines.append(line("fitted to all", kind, figures(both(fitted)[kind], truth[kind])))
    share = 100 * sum(queries) / max(1, len(queries))
    lines.append(
        f"\nThe field that takes the query is found in {share:.1f} % of the {len(queries)} forms that have one."
    )
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("shared", type=Path)
    parser.add_argument("--write", action="store_true", help="store the weights")
    args = parser.parse_args()
    forms = load(args.shared)
    names = list(forms[0].features)
    rows = np.array([[one.features[name] for name in names] for one in forms])
    truth = {kind: np.array([one.kind == kind for one in forms]) for kind in KINDS}
    if args.write:
        learned = {kind: fit(rows, truth[kind]) for kind in KINDS}
        stored = {
            kind: {name: round(float(one), 4) for name, one in zip((BIAS, *names), learned[kind], strict=True)}
            for kind in KINDS
        }
        WEIGHTS.write_text(json.dumps(stored, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    stored = load_weights()
    kept = {kind: np.array([stored[kind][name] for name in (BIAS, *names)]) for kind in KINDS}
    of_site = {kind: held_out(rows, truth[kind], [one.site for one in forms]) for kind in KINDS}
    text = report(forms, of_site, {kind: odds(rows, kept[kind]) for kind in KINDS})
    (HERE / "forms.md").write_text(text, encoding="utf-8")
    print(text)


if __name__ == "__main__":
    main()
