"""Fields, buttons and links are found by what a person reads, and options are chosen as a person would."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from wrapture.html.lexbor import parse_page
from wrapture.site.forms import entries
from wrapture.site.script.driver import StepError
from wrapture.site.script.filling import picks_for, with_picks, with_text
from wrapture.site.script.find_controls import NO_FORM, field_named, forms_of, login_field, target_named

if TYPE_CHECKING:
    from wrapture.html.page import Page

HTML = """
<input name=loose placeholder=Loose>
<form id=one action=/one>
  <label for=w>Search words:</label><input id=w name=q>
  <input type=hidden name=token value=t><input type=file name=upload>
  <input name=off disabled>
  <select name=year><option value=a>2023<option value=b disabled>2024<option value=c>2025</select>
  <select name=kinds multiple><option selected>x<option>y<option>z</select>
  <label><input type=radio name=cover value=h checked>Hard</label> <label><input type=radio name=cover value=s>Soft</label>
  <label><input type=checkbox name=stock value=1 checked>In stock</label>
  <label><input type=checkbox name=lang value=en checked>English</label>
  <label><input type=checkbox name=lang value=de>German</label>
  <button name=go value=1>Search</button>
</form>
<form id=two action=/two><input name=q><input type=submit value=Find></form>
<a href=/x>More</a> <a href=/y>More</a> <a href=/z><img alt="Next page"></a> <a href=/same>Twice</a> <a href=/same>Twice</a>
"""


@pytest.fixture
def page() -> Page:
    return parse_page(HTML, url="http://a.example/")


@pytest.mark.parametrize("name", ["q", "w", "Search words", "search  WORDS"])
def test_a_field_is_found_by_name_id_or_label(page: Page, name: str) -> None:
    found = field_named(page, forms_of(page), name)
    assert (found.form.id, found.control.name) == ("one", "q")


def test_a_field_of_the_form_at_work_comes_first(page: Page) -> None:
    assert field_named(page, list(reversed(forms_of(page))), "q").form.id == "two"


def test_a_field_may_belong_to_no_form(page: Page) -> None:
    assert field_named(page, forms_of(page), "Loose").form.node == NO_FORM


@pytest.mark.parametrize(
    ("name", "choose", "what"),
    [
        ("token", False, "is hidden"),
        ("upload", False, "takes a file"),
        ("year", False, "use choose"),
        ("q", True, "use fill"),
        ("off", False, "no field 'off' on http://a.example/; there are 'Search words:'"),
        ("gone", True, "no field 'gone' on http://a.example/; there are "),
    ],
)
def test_a_field_that_does_not_fit_is_told(page: Page, name: str, choose: bool, what: str) -> None:
    with pytest.raises(StepError, match=what):
        field_named(page, forms_of(page), name, choose=choose)


@pytest.mark.parametrize(
    ("name", "wanted", "sent"),
    [
        ("year", ["c"], ["c"]),
        ("year", ["2025"], ["c"]),
        ("kinds", ["y", "Z"], ["y", "z"]),
        ("kinds", ["y"], ["y"]),
        ("cover", ["s"], ["s"]),
        ("cover", ["Soft"], ["s"]),
        ("stock", ["no"], []),
        ("In stock", ["yes"], ["1"]),
        ("lang", ["German"], ["de"]),
        ("lang", ["en", "de"], ["en", "de"]),
    ],
)
def test_options_are_chosen_by_value_or_text_and_no_other(
    page: Page, name: str, wanted: list[str], sent: list[str]
) -> None:
    field = field_named(page, forms_of(page), name, choose=True)
    form = with_picks(field.form, picks_for(field, wanted))
    assert [value for key, value in entries(form) if key == field.control.name] == sent
    others = [pair for pair in entries(form) if pair[0] != field.control.name]
    assert others == [pair for pair in entries(field.form) if pair[0] != field.control.name]


@pytest.mark.parametrize(
    ("name", "wanted", "what"),
    [
        ("year", ["2024"], "has no option '2024'; its options are '2023', '2025'"),
        ("year", ["a", "c"], "takes one option"),
        ("cover", ["h", "s"], "take one option"),
        ("lang", ["Dutch"], "has no option 'Dutch'; its options are 'English', 'German'"),
    ],
)
def test_an_option_that_is_not_there_is_told(page: Page, name: str, wanted: list[str], what: str) -> None:
    field = field_named(page, forms_of(page), name, choose=True)
    with pytest.raises(StepError, match=what):
        picks_for(field, wanted)


def test_a_text_goes_into_one_field(page: Page) -> None:
    field = field_named(page, forms_of(page), "q")
    assert ("q", "tea") in entries(with_text(field.form, field.control, "tea"))


@pytest.mark.parametrize("text", ["Search", "go", "search"])
def test_a_button_is_found_by_text_or_name(page: Page, text: str) -> None:
    found = target_named(page, forms_of(page), text, None)
    assert found.field is not None
    assert found.field.form.id == "one"


def test_a_link_is_found_by_text_or_picture(page: Page) -> None:
    assert target_named(page, forms_of(page), "Next page", None).url == "http://a.example/z"
    assert target_named(page, forms_of(page), "More", 2).url == "http://a.example/y"
    assert target_named(page, forms_of(page), "Twice", None).url == "http://a.example/same"


@pytest.mark.parametrize(
    ("text", "number", "what"),
    [
        ("More", None, "2 links say 'More'"),
        ("More", 3, "only 2 buttons and links"),
        ("Gone", None, "no button or link 'Gone'"),
    ],
)
def test_a_target_that_is_not_clear_is_told(page: Page, text: str, number: int | None, what: str) -> None:
    with pytest.raises(StepError, match=what):
        target_named(page, forms_of(page), text, number)


def test_the_user_stands_before_the_password() -> None:
    fields = "<input name=mail><input name=pw type=password><input name=code><button>Log in</button>"
    html = f"<form method=post action=/login>{fields}</form>"
    form, user, password = login_field(parse_page(html, url="http://a.example/"))
    assert (form.action, user and user.name, password.name) == ("http://a.example/login", "mail", "pw")


def test_a_page_without_a_login_is_told(page: Page) -> None:
    with pytest.raises(StepError, match=r"no login form found on http://a\.example/"):
        login_field(page)
