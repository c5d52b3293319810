"""The names of months and days in many languages, as `plain` writes them."""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import Final

_MONTHS: Final = """
january jan | february feb | march mar | april apr | may | june jun | july jul | august aug | september sep sept |
october oct | november nov | december dec ;
januar janner jan | februar feber feb | marz mrz mar | april apr | mai | juni jun | juli jul | august aug | september
sep | oktober okt | november nov | dezember dez ;
janvier janv | fevrier fevr fev | mars | avril avr | mai | juin | juillet juil | aout | septembre sept | octobre oct |
novembre | decembre dec ;
enero ene | febrero feb | marzo mar | abril abr | mayo may | junio jun | julio jul | agosto ago | septiembre setiembre
set | octubre oct | noviembre | diciembre dic ;
gennaio gen | febbraio febb | marzo | aprile | maggio mag | giugno giu | luglio lug | agosto | settembre sett |
ottobre ott | novembre | dicembre ;
janeiro | fevereiro | marco | abril | maio | junho | julho | agosto | setembro | outubro out | novembro | dezembro ;
januari | februari | maart mrt | april | mei | juni | juli | augustus | september | oktober | november | december ;
januari | februari | mars | april | maj | juni | juli | augusti | september | oktober | november | december ;
januar | februar | marts | april | maj | juni | juli | august | september | oktober | november | desember des ;
tammikuu tammikuuta | helmikuu helmikuuta | maaliskuu maaliskuuta | huhtikuu huhtikuuta | toukokuu toukokuuta |
kesakuu kesakuuta | heinakuu heinakuuta | elokuu elokuuta | syyskuu syyskuuta | lokakuu lokakuuta | marraskuu
marraskuuta | joulukuu joulukuuta ;
stycznia styczen sty | lutego luty lut | marca marzec | kwietnia kwiecien kwi | maja | czerwca czerwiec cze | lipca
lipiec lip | sierpnia sierpien sie | wrzesnia wrzesien wrz | pazdziernika pazdziernik paz | listopada listopad lis |
grudnia grudzien gru ;
ledna leden | unora unor | brezna brezen | dubna duben | kvetna kveten | cervna cerven | cervence cervenec | srpna
srpen | zari | rijna rijen | listopadu | prosince prosinec ;
januara | februara | marca | aprila | maja | juna | jula | augusta | septembra | oktobra | novembra | decembra ;
januar | februar | marcius | aprilis | majus | junius | julius | augusztus | szeptember | oktober | november |
december ;
ianuarie ian | februarie | martie | aprilie | mai | iunie | iulie | august | septembrie | octombrie | noiembrie |
decembrie ;
ocak | subat | mart | nisan | mayis | haziran | temmuz | agustos | eylul | ekim | kasim | aralik ;
января янв январь | февраля фев февраль | марта мар март | апреля апр апрель | мая май | июня июн июнь | июля июл июль
| августа авг август | сентября сен сент сентябрь | октября окт октябрь | ноября ноя нояб ноябрь | декабря дек декабрь
;
січня | лютого | березня | квітня | травня | червня | липня | серпня | вересня | жовтня | листопада | грудня ;
ιανουαριου ιαν | φεβρουαριου φεβ | μαρτιου μαρ | απριλιου απρ | μαιου μαι | ιουνιου ιουν | ιουλιου ιουλ | αυγουστου
αυγ | σεπτεμβριου σεπ | οκτωβριου οκτ | νοεμβριου νοε | δεκεμβριου δεκ ;
gener | febrer | marc | abril | maig | juny | juliol | agost | setembre | octubre | novembre | desembre ;
januari | februari | maret | april | mei | juni | juli | agustus agu | september | oktober | november | desember ;
jaanuar | veebruar | marts | aprill | mai | juuni | juuli | august | september | oktoober | november | detsember dets ;
janvaris janvari | februaris februari | marts marta | aprilis aprili | maijs maija | junijs junija | julijs julija |
augusts augusta | septembris septembri | oktobris oktobri | novembris novembri | decembris decembri ;
sausio | vasario | kovo | balandzio | geguzes | birzelio | liepos | rugpjucio | rugsejo | spalio | lapkricio | gruodzio ;
januar januarja | februar februarja | marec marca | april aprila | maj maja | junij junija | julij julija | avgust
avgusta avg | september septembra | oktober oktobra | november novembra | december decembra ;
januar | februar | mart marta | april | maj | jun juna | jul jula | avgust avgusta | septembar | oktobar | novembar |
decembar ;
јануар јануара јан | фебруар фебруара феб | март марта | април априла | мај маја | јун јуна | јул јула | август |
септембар септембра | октобар октобра | новембар новембра | децембар децембра ;
януари | февруари | март | април | май | юни | юли | август | септември | октомври | ноември | декември ;
januar | februar | mars | april | mai | juni | juli | agust | september | oktober | november | desember ;
tammi | helmi | maalis | huhti | touko | kesa | heina | elo | syys | loka | marras | joulu ;
led | uno | bre | dub | kve | cvn | cvc | srp | zar | rij | lis | pro ;
jan | febr | marc | apr | maj | jun | jul | aug | szept | okt | nov | dec ;
oca | sub | mar | nis | may | haz | tem | agu | eyl | eki | kas | ara ;
ian | feb | mar | apr | mai | iun | iul | aug | sept | oct | noi noiem | dec ;
січень січ | лютий лют | березень бер | квітень квіт | травень трав | червень черв | липень лип | серпень серп |
вересень вер | жовтень жовт | листопад лист | грудень груд ;
ιανουαριος | φεβρουαριος | μαρτιος | απριλιος | μαιος | ιουνιος | ιουλιος | αυγουστος | σεπτεμβριος | οκτωβριος |
νοεμβριος | δεκεμβριος ;
"""

_DAYS: Final = """
monday mon tuesday tue tues wednesday wed thursday thu thur thurs friday fri saturday sat sunday sun
montag mo dienstag di mittwoch mi donnerstag do freitag fr samstag sonnabend sa sonntag so
lundi lun mardi mar mercredi mer jeudi jeu vendredi ven samedi sam dimanche dim
lunes martes miercoles jueves viernes sabado domingo lunedi martedi mercoledi giovedi venerdi sabato domenica
segunda terca quarta quinta sexta maandag dinsdag woensdag donderdag vrijdag zaterdag zondag
mandag tirsdag onsdag torsdag fredag lordag sondag man tir ons tor fre lor son ma di wo vr za zo
mandag tisdag lordag tis maanantai tiistai keskiviikko torstai perjantai lauantai sunnuntai
poniedzialek wtorek sroda czwartek piatek sobota niedziela pondeli utery streda ctvrtek patek nedele
hetfo kedd szerda csutortok pentek szombat vasarnap luni marti miercuri joi vineri sambata duminica
pazartesi sali carsamba persembe cuma cumartesi pazar пн вт ср чт пт сб вс
понедельник вторник среда четверг пятница суббота воскресенье
"""


@lru_cache(maxsize=4096)
def plain(word: str) -> str:
    """Return a word in lower case, without accents and without the dot of an abbreviation.

    >>> plain("Févr."), plain("MÄRZ")
    ('fevr', 'marz')
    """
    letters = unicodedata.normalize("NFD", word.casefold().rstrip("."))
    return (
        unicodedata.normalize("NFC", "".join(c for c in letters if not unicodedata.combining(c) or c == "\u0306"))
        .replace("ı", "i")
        .replace("ø", "o")
        .replace("ł", "l")
    )


MONTHS: Final = {
    plain(name): number
    for language in _MONTHS.split(";")
    for number, names in enumerate(language.split("|"), start=1)
    for name in names.split()
}
"""The numbers of the months by name; no name stands for different months in two of these languages."""

DAYS: Final = frozenset(map(plain, _DAYS.split()))
