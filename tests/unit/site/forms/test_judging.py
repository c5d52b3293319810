"""What forms are for, in many languages; which field takes the query; which search comes first."""

from __future__ import annotations

import pytest

from wrapture.html.lexbor import parse_page
from wrapture.site.forms import judge_forms, login_forms, query_control, search_forms
from wrapture.site.forms.form_features import features_of
from wrapture.site.forms.form_purpose import BIAS, load_weights
from wrapture.site.forms.form_words import plainly, says

SEARCHES = {
    "en": "<form action=/results><input name=q><input type=submit value=Search></form>",
    "a textarea": "<form action=/search role=search><textarea name=q></textarea><input type=submit value=Search></form>",
    "posted": "<form method=post action=x.aspx><input type=hidden name=__VIEWSTATE value=x><input name=ctl$txtSearch>"
    "<input type=submit name=ctl$btnSearch value=Search></form>",
    "advanced": "<form action=/adv><label>Title <input name=title></label><label>Author <input name=author></label>"
    "<select name=t><option>All<option>Books</select><input type=submit value=Search></form>",
    **{
        word: f"<form action=/x><input name=t><input type=submit value='{word}'></form>"
        for word in (
            "検索",
            "بحث",
            "Keresés",
            "Tìm kiếm",
            "Поиск",
            "Rechercher",
            "Suchen",
            "Buscar",
            "검색",
            "搜索",
            "Hledat",
            "ค้นหา",
        )
    },
}
LOGINS = {
    "en": "<form method=post action=/login><input name=user><input type=password name=pass><button>Log in</button></form>",
    **{
        word: f"<form method=post action=/x><input name=a><input type=password name=b><button>{word}</button></form>"
        for word in ("Anmelden", "登录", "ログイン", "Войти", "Se connecter", "Đăng nhập", "로그인", "Zaloguj się")
    },
}
OTHERS = {
    "newsletter": "<form method=post action=/subscribe><input type=email name=email><button>Subscribe</button></form>",
    "contact": "<form method=post><input name=name><input name=email><textarea name=message></textarea>"
    "<button>Send</button></form>",
    "register": "<form method=post action=/signup><input name=username><input name=email><input type=password name=p>"
    "<input type=password name=p2><button>Create account</button></form>",
    "forgot": "<form method=post action=/reset><input type=email name=email><button>Send me a new password</button></form>",
    "cart": "<form method=post action=/cart/add><input name=quantity value=1><button>Add to cart</button></form>",
    "sort": "<form><select name=sort><option>Price<option>Name</select></form>",
    "nothing": "<form></form>",
}


def kinds(html: str) -> list[str]:
    return [judged.kind for judged in judge_forms(parse_page(html, url="http://a.example/"))]


@pytest.mark.parametrize(("kind", "html"), [(kind, html) for kind, several in
    (("search", SEARCHES), ("login", LOGINS), ("other", OTHERS)) for html in several.values()])  # fmt: skip
def test_what_a_form_is_for(kind: str, html: str) -> None:
    assert kinds(html) == [kind]


def test_the_simple_search_comes_first() -> None:
    page = parse_page(f"{SEARCHES['advanced']}{OTHERS['contact']}{LOGINS['en']}{SEARCHES['en']}")
    assert [form.action for form in search_forms(page)] == ["/results", "/adv"]
    assert [form.action for form in login_forms(page)] == ["/login"]


@pytest.mark.parametrize(
    ("fields", "name"),
    [
        ("<input name=zip><input name=q>", "q"),
        ("<input name=where><input type=search name=x>", "x"),
        ("<input name=email><input name=word placeholder='Search …'>", "word"),
        ("<input name=firstname><input name=lastname>", "firstname"),
        ("<input name=date_from><input name=price>", None),
        ("<input name=zip>", "zip"),
        ("<input type=password name=q><input type=hidden name=s><select name=k></select>", None),
        ("<input name=q disabled><input name=other>", "other"),
        ("<input id=q>", None),
        ("<textarea name=q></textarea>", "q"),
    ],
)
def test_the_field_for_the_query(fields: str, name: str | None) -> None:
    (judged,) = judge_forms(parse_page(f"<form>{fields}</form>"))
    control = query_control(judged.form)
    assert (control.name if control is not None else None) == name


def test_every_feature_has_a_weight() -> None:
    page = parse_page(SEARCHES["en"])
    (judged,) = judge_forms(page)
    features = features_of(page, judged.form)
    assert all(0 <= value <= 1 for value in features.values())
    for weights in load_weights().values():
        assert set(weights) == {BIAS, *features}


@pytest.mark.parametrize(
    ("group", "text", "said"),
    [
        ("search", "siteSearchBox", True),
        ("search", "Búsqueda", True),
        ("search", "Поиск по сайту", True),
        ("search", "Arabic", False),
        ("search", "Ara", True),
        ("login", "Log-in", True),
        ("login", "blog", False),
        ("login", "Đăng nhập", True),
    ],
)
def test_words(group: str, text: str, said: bool) -> None:
    assert says(group, plainly(text)) is said
