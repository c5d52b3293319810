"""Forms: found on a page, told apart (search, login, other), and what they send."""

from wrapture.html.forms.finding import find_forms
from wrapture.html.forms.judging import judge_forms, login_forms, search_forms
from wrapture.html.forms.model import Choice, Control, Form, FormKind, JudgedForm
from wrapture.html.forms.query import query_control
from wrapture.html.forms.sending import Entries, Sent, default_button, encoded, entries, pressed, pressed_button

__all__ = [
    "Choice",
    "Control",
    "Entries",
    "Form",
    "FormKind",
    "JudgedForm",
    "Sent",
    "default_button",
    "encoded",
    "entries",
    "find_forms",
    "judge_forms",
    "login_forms",
    "pressed",
    "pressed_button",
    "query_control",
    "search_forms",
]
