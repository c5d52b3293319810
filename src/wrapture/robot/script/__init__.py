"""Scripts: a few steps for what can't be guessed (a login, a form with many fields), run by plain HTTP or in a browser."""

from wrapture.robot.script.main import run_script
from wrapture.robot.script.parts import Parts
from wrapture.robot.script.reading import load_script, parse_script
from wrapture.robot.script.saving import SavedPages

__all__ = ["Parts", "SavedPages", "load_script", "parse_script", "run_script"]
