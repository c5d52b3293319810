"""Scripts: explicit steps for what can't be inferred (a login, a form with many fields), run over HTTP or in a browser."""

from wrapture.site.script.page_parts import Parts
from wrapture.site.script.run_script import run_script
from wrapture.site.script.saved_pages import SavedPages
from wrapture.site.script.script_file import load_script, parse_script

__all__ = ["Parts", "SavedPages", "load_script", "parse_script", "run_script"]
