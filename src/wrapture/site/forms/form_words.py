"""Words that indicate the purpose of a form, in the languages of the web.

A word matches anywhere (``search`` is in ``sitesearchbox``), one after ``=`` only as a whole word.  All are in lower case
without accents, as `plainly` normalizes the texts they are searched in.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from typing import Final

_WORDS: Final = {
    "search": """
        search srch =find =finder =lookup =query keyword recherch =chercher suche =such durchsuch buscar =busca busqueda
        buscador pesquis procurar =cerca =cercar ricerca =trova zoek =sok =sog =hae =haku szukaj wyszuk hledat hledan
        vyhled hladat =keres kereses =cauta cautare търс поиск найти искать =искам poisk пошук знайти =ara =arama αναζητηση
        ανεζητ بحث جستجو חיפוש חפש खोज คนหา ค้นหา =tim tim_kiem =cari pencarian carian 搜索 搜尋 搜寻 检索 檢索
        查找 查询 查詢 検索 검색 =otsi =otsing meklet paieska ieskoti =trazi pretraga pretraz =isci iskanje =kerko =leita""",
    "query name": """
        =q =s =k =query =search =keyword =keywords =kw =kwd =kwds =wd =term =terms =searchword =searchterm =searchtext =qry
        =words =key =searchfor =phrase =searchstring =searchquery =searchkey =qs =squery =sq =srchtxt =suche =buscar =busca""",
    "login": """
        login log_in logon log_on signin sign_in =signon anmeld einlogg connexion connecter =connect identifi iniciar_sesion
        inicia_sesion =acceder =ingresar =entrar =accedi =accesso =acesso inlogg aanmeld logg_inn logga_in log_ind kirjaudu
        zaloguj logowan prihlas bejelentkez =belep belepes autentific conectare вход войти авториз увіити вхід =giris
        oturum_ac συνδεση εισοδος تسجيل_الدخول =دخول ورود כניסה התחבר เขาสู่ระบบ เข้าสู่ระบบ dang_nhap =masuk 登录 登入 登陆
        登錄 ログイン サインイン 로그인 =auth authenticate authentication =session =sessions =prijava =prijavi autoriz""",
    "remember": """
        remember keep_me stay_signed stay_logged bleiben souvenir rester_connect recordar recuerd mantener lembrar permanecer
        =ricorda ricordami onthoud zapamiet запомн запамят 記住 记住 自动登录 自動登入 ログイン状態 persistent =rememberme
        husk_mig kom_ihag autologin ghi_nho beni_hatirla muista""",
    "register": """
        register =registration registr =reg signup sign_up =join create_account create_an_account create_your_account
        new_account inscri crear_cuenta cadastr iscriv iscriz registrier konto_erstellen dang_ky 注册 註冊 登録 회원가입
        регистр реестр kayit uye_ol rejestr =uye =daftar regisztr =create =utworz""",
    "recovery": """
        forgot forgotten =lost lost_pass lostpass recover =reset reset_pass remind restore retrieve vergessen oubli olvid esquec
        dimentic vergeten zapomn zapomen восстан забыл забули 忘记 忘記 忘れ 재설정 elfelejt recuper =glemt =glomt
        unuttum quen""",
    "newsletter": """
        newsletter subscri subscribe mailing mailchimp =updates rundbrief abonn suscri рассыл подпис boletin =assine assinar
        bulten 订阅 訂閱 メルマガ feedburner =optin odber hirlevel =notify news_letter nieuwsbrief nyhedsbrev nyhetsbrev""",
    "contact": """
        contact comment message feedback reply kontakt nachricht mensaje mensagem messagg bericht enquir inquir коммент сообщ
        留言 评论 評論 お問い合わせ komment wiadomosc =respond review guestbook""",
    "email": "email e_mail =mail correo почт メール 邮箱 郵件 郵箱 邮件 이메일",
    "user": """
        user =usr uname login =account =member benutzer utilisateur usuario utente gebruiker =nick логин пользоват 用户 帳號
        账号 會員 ユーザ 会員 아이디 kullanici uzytkownik uzivatel felhasznalo =uid =identifier brukernavn""",
    "name": "=name first_name last_name firstname lastname fname lname fullname vorname nachname prenom =nom nombre =nome имя",
    "cart": "cart basket quantity =qty =buy checkout warenkorb panier carrito carrello корзин =add purchase coupon donat",
    "display": "=sort sortby sort_by order_by orderby per_page perpage =lang language currency =goto =jump archive =vote =poll",
    "number": """
        =zip zipcode zip_code staticzip postal postcode post_code postnummer postleitzahl =plz phone =tel telefon =fax ordernum
        order_num order_no tracking =pin =price preis =prix precio prezzo =date datum =fecha =year =month =day amount =age""",
    "captcha": "captcha",
}  # fmt: skip

_STROKES: Final = str.maketrans({"đ": "d", "Đ": "d", "ø": "o", "Ø": "o", "ł": "l", "Ł": "l", "ı": "i", "ß": "ss"})
"""Letters that Unicode does not decompose."""
_CAMEL: Final = re.compile(r"(?<=[a-z])(?=[A-Z])")
_OTHER: Final = re.compile(r"[\W_]+")
GROUPS: Final = tuple(_WORDS)
"""The groups of words."""


def plainly(text: str) -> str:
    """Return a text in lower case without accents, with ``_`` around its words; ``camelCase`` is split.

    >>> plainly("txtSearchBox: Búsqueda")
    '_txt_search_box_busqueda_'
    """
    decomposed = unicodedata.normalize("NFKD", _CAMEL.sub(" ", text)).translate(_STROKES)
    bare = "".join(one for one in decomposed if not unicodedata.combining(one)).lower()
    return unicodedata.normalize("NFKC", f"_{_OTHER.sub('_', bare).strip('_')}_")


def says(group: str, text: str) -> bool:
    """Return whether a normalized text has a word of a group."""
    return _pattern(group).search(text) is not None


def named_for_query(name: str) -> bool:
    """Return whether a control's name is typical for a query field."""
    return says("query name", plainly(name).replace("_", "").join("__"))


@cache
def _pattern(group: str) -> re.Pattern[str]:
    words = [plainly(word).strip("_") if word[0] != "=" else plainly(word) for word in _WORDS[group].split()]
    return re.compile("|".join(sorted(map(re.escape, words), key=len, reverse=True)))
