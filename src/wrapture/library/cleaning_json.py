"""Convert the cleaning steps of a column to the JSON data of a wrapper file and back."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any, Final

from wrapture.values.cleaning import Regex, Replace, Trim

if TYPE_CHECKING:
    from wrapture.library.cleaning_model import RegexModel, ReplaceModel, TrimModel
    from wrapture.values.cleaning import CleanStep

STEPS: Final[dict[str, Any]] = {"trim": Trim, "replace": Replace, "regex": Regex}


def clean_step_data(step: CleanStep) -> dict[str, object]:
    """Return the JSON data of a step: its kind, and what is not as by default."""
    usual = {"marks": "", "by": None if isinstance(step, Regex) else ""}
    given = {name: value for name, value in asdict(step).items() if name not in usual or value != usual[name]}
    return {"step": type(step).__name__.lower(), **given}


def read_clean_step(form: TrimModel | ReplaceModel | RegexModel) -> CleanStep:
    """Return the step of a validated file."""
    step: CleanStep = STEPS[form.step](**form.model_dump(exclude={"step"}))
    return step
