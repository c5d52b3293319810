"""Forms as they are found on pages: where they are sent, which controls they hold, and what these are."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.patience import cpu_time_below
from tests.strategies import ugly_html
from wrapture.html.lexbor import parse_page
from wrapture.site.forms import (
    Form,
    Option,
    encoded,
    entries,
    find_forms,
    judge_forms,
    query_control,
    search_forms,
)

URL = "http://a.example/deep/page?x=1"


def forms_of(html: str, url: str | None = URL, encoding: str = "utf-8") -> list[Form]:
    return find_forms(parse_page(html, url=url, encoding=encoding))


def only(html: str, url: str | None = URL) -> Form:
    (form,) = forms_of(html, url)
    return form


def names(form: Form) -> list[str]:
    return [control.name for control in form.controls]


@pytest.mark.parametrize(
    ("attributes", "action"),
    [
        ("action=/find", "http://a.example/find"),
        ("action=find", "http://a.example/deep/find"),
        ("action='?q'", "http://a.example/deep/page?q"),
        ("action=''", URL),
        ("action='  '", URL),
        ("", URL),
        ("action=' //b.example/x '", "http://b.example/x"),
        ("action='http://[broken'", "http://[broken"),
        ("action='javascript:go()'", "javascript:go()"),
    ],
)
def test_where_a_form_is_sent(attributes: str, action: str) -> None:
    assert only(f"<form {attributes}><input name=q></form>").action == action


def test_a_page_without_an_address_leaves_actions_as_written() -> None:
    assert [form.action for form in forms_of("<form action=/find></form><form></form>", url=None)] == ["/find", ""]


def test_a_base_counts_for_an_action_that_is_written_only() -> None:
    html = "<base href=http://b.example/dir/><form action=x></form><form></form>"
    assert [form.action for form in forms_of(html)] == ["http://b.example/dir/x", URL]


@pytest.mark.parametrize(
    ("attributes", "method", "enctype"),
    [
        ("", "GET", "application/x-www-form-urlencoded"),
        ("method=PoSt enctype=MULTIPART/form-data", "POST", "multipart/form-data"),
        ("method=dialog", "dialog", "application/x-www-form-urlencoded"),
        ("method=put enctype=application/json", "GET", "application/x-www-form-urlencoded"),
        ("method=post enctype=text/plain", "POST", "text/plain"),
    ],
)
def test_how_a_form_is_sent(attributes: str, method: str, enctype: str) -> None:
    form = only(f"<form {attributes}></form>")
    assert (form.method, form.enctype) == (method, enctype)


@pytest.mark.parametrize(
    ("accepted", "encoding", "charset"),
    [
        ("", "windows-1251", "windows-1251"),
        ("nonsense latin1 utf-8", "utf-8", "windows-1252"),
        ("", "utf-16le", "utf-8"),
    ],
)
def test_the_encoding_of_a_form(accepted: str, encoding: str, charset: str) -> None:
    (form,) = forms_of(f"<form accept-charset='{accepted}'></form>", encoding=encoding)
    assert form.charset == charset


def test_controls_belong_to_forms_as_the_standard_says() -> None:
    html = (
        "<input name=a form=f><table><form id=f><tr><td><input name=b></tr></form><tr><td><input name=c></table>"
        "<form id=g><input name=d><input name=e form=f><input name=n form=none></form><input name=m form=''><input name=o>"
    )
    assert [names(form) for form in forms_of(html)] == [["a", "b", "e"], ["d"]]


def test_an_id_of_something_else_hides_a_form() -> None:
    assert [names(form) for form in forms_of("<p id=f></p><form id=f></form><input name=a form=f>")] == [[]]


def test_controls_outside_of_forms_are_left_out() -> None:
    assert forms_of("<div role=search><input type=search name=q><button>Search</button></div>") == []


def test_templates_and_drawings_hold_no_controls() -> None:
    assert names(only("<form><template><input name=a></template><svg><input name=b></svg><input name=c></form>")) != []
    assert "a" not in names(only("<form><template><input name=a></template><input name=c></form>"))


def test_kinds_labels_and_values() -> None:
    form = only(
        "<form><label for=q>What</label><input id=q name=q><label>How <input name=h type=RANGE></label>Where: <b><input name=w>"
        "</b><input name=t title='Tip' type=unknown><textarea name=m placeholder=More>\nx</textarea><button type=x>Go</button>"
        "<button type=button>No</button><input type=image alt=Pic><input type=hidden name=s value=1>"
        "<input maxlength=5 name=l></form>"
    )
    found = [(one.name, one.kind, one.value, one.label) for one in form.controls]
    assert found == [
        ("q", "text", "", "What"),
        ("h", "range", "50", "How"),
        ("w", "text", "", "Where:"),
        ("t", "text", "", "Tip"),
        ("m", "textarea", "x", "More"),
        ("", "submit", "", "Go"),
        ("", "button", "", "No"),
        ("", "image", "", "Pic"),
        ("s", "hidden", "1", ""),
        ("l", "text", "", ""),
    ]
    assert form.controls[-1].max_length == 5


def test_choices() -> None:
    (control,) = only(
        "<form><select name=s><option value=1 label=One>I<option selected>  T  wo <option disabled>3</form>"
    ).controls
    assert control.choices == (Option("1", "One"), Option("T wo", "T wo", chosen=True), Option("3", "3", disabled=True))


def test_a_list_of_suggestions_sends_nothing() -> None:
    assert entries(only("<form><datalist><input name=a value=1></datalist><input name=b value=2></form>")) == (
        ("b", "2"),
    )


# --- any page gives an answer, quickly ---


PIECES = """
    <form> </form> <form&id=f> <input> <input&name=q> <input&name=r&form=f> <input&type=image> <input&type=radio&name=r&checked>
    <select&name=s> </select> <option> <option&selected> <optgroup&disabled> <textarea&name=t> </textarea> <button> </button>
    <fieldset&disabled> </fieldset> <legend> <label> <label&for=q> </label> <table> <tr> <td> </table> <div> </div> <template>
    </template> <noscript> <svg> </svg> <!-- --> <base&href=//[> <frameset> <form&action=//[> <input&name=&#0;> <input&form> x
"""


@given(
    st.one_of(
        ugly_html,
        st.lists(st.sampled_from(PIECES.split()), max_size=30).map(lambda several: "".join(several).replace("&", " ")),
    )
)
def test_any_page_gives_an_answer(html: str) -> None:
    page = parse_page(html, url=URL)
    for judged in judge_forms(page):
        assert 0 <= judged.search <= 1
        assert 0 <= judged.login <= 1
        nodes = [control.node for control in judged.form.controls]
        assert nodes == sorted(set(nodes))
        query_control(judged.form)
        encoded(judged.form, entries(judged.form))
    owners = [control.node for form in find_forms(page) for control in form.controls]
    assert len(owners) == len(set(owners))
    assert len(search_forms(page)) <= len(find_forms(page))


HUGE = {
    "controls": "<form>" + "<input name=a><label for=x>b</label>" * 10_000 + "</form>",
    "controls of no form": "<form></form>" + "<input name=a>" * 10_000,
    "forms": "<form><input name=q></form>" * 5_000,
    "forms in a table": "<table>" + "<form><tr><td><input name=q></tr></form>" * 5_000 + "</table>",
    "named forms": "<form id=f></form>" + "<input name=a form=f>" * 10_000,
    "depth": "<form>" + "<div>" * 5_000 + "<input name=q dirname=d>" * 1_000 + "</form>",
    "fieldsets": "<form>" + "<fieldset disabled><legend>" * 2_000 + "<input name=q>" * 1_000,
    "labels": "<form>" + "<label>x" * 5_000 + "<input name=q>" + "</form>",
    "options": "<form><select name=s>" + "<option selected>x" * 3_000 + "</select></form>",
    "attributes": "<form " + " ".join(f"a{n}=1" for n in range(5_000)) + "><input " + "type=text " * 5_000 + "name=q></form>",
    "unended": "<form action='" + "x" * 200_000,
    "long values": f"<form action={'a' * 100_000}><input name=q value={'b' * 1_000_000} placeholder={'c' * 1_000_000}></form>",
    "raw": "<form></form><input>" + "<textarea/><title/>" * 5_000,
}  # fmt: skip


@pytest.mark.parametrize("what", HUGE)
def test_no_page_takes_long(what: str) -> None:
    page = parse_page(HUGE[what], url=URL)
    with cpu_time_below(20):
        for judged in judge_forms(page):
            entries(judged.form, {"q": "x"})
