"""HTML forms: find them, classify them (search, login, other), and build their requests."""

from wrapture.site.forms.find_forms import find_forms
from wrapture.site.forms.form import Control, Form, FormKind, JudgedForm, Option
from wrapture.site.forms.form_purpose import judge_forms, login_forms, search_forms
from wrapture.site.forms.query_field import query_control
from wrapture.site.forms.submission import Entries, Sent, default_button, encoded, entries, pressed, pressed_button

__all__ = [
    "Control",
    "Entries",
    "Form",
    "FormKind",
    "JudgedForm",
    "Option",
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
