"""Words in class names: those that name a field on most sites, and those without meaning for a value."""

from __future__ import annotations

from typing import Final

ABBREVIATIONS: Final = {
    "desc": "description", "descr": "description", "addr": "address", "tel": "phone", "telephone": "phone", "img": "image",
    "qty": "quantity", "pic": "image", "photo": "image", "thumb": "thumbnail", "dt": "date", "num": "number", "cat": "category",
    "heading": "title", "headline": "title", "ttl": "title",
}  # fmt: skip
"""The meaning of abbreviations that are common in class names."""

_FIELDS: Final = """
abstract address album artist author authors availability avatar brand byline case cast categories category citation
city code comments company count country court date deadline department description director discount distance docket
domain duration edition email end event excerpt fax format genre id image isbn issue job journal judge label language
level likes location logo member model name number opinion organization pages party phone position poster price
publisher quantity rank rating region reviews salary sale score series shipping size sku snippet source stars start
state status stock street subject subtitle summary tag tags teaser thumbnail time title total type url user username
venue views volume votes website year zip
"""

_GENERIC: Final = """
a abs absolute active after align alt alternate an analytics and area arial article aside attr attribute attrs auto
automation b back background badge bar bargraph base bd before bg bidi big black blk block block1 blue body bodycopy
bodytext bold boldtext bootstrap border bottom box break bright btn bullet button bx bxw c caps card cardlet carousel
cell center centre cf child chk cl clamp class clear clearfix click clickable clr cms col collapse collapsed color
colour column columns contain container content contents control copy courier cta ctl custom cy d dark data datalist
db default desktop detail details dialog dir direction display div down dropcap dropdown drupal dv dynamic e el
element ellipsis em empty entries entry even expand expanded external extra f fa facet fade fancy fc field fieldset
first fixed flag flex flexbox float fluid font foot footer form foundation fs ft full fw g ga gallery generic georgia
global glyphicon graph gray green grey grid gridview group gs gsc gtm gwhite h half has hd hdr head header helvetica
hidden hide highlight hit hits hl holder horizontal hover html hyp hyperlink i ico icon icons inactive info inline
inner input inset inside internal ir is item items j joomla jquery js k l lab landscape large last layout lazy
lazyload lazyloaded lbl lead leading left leftbar legend length lg li light lightbox line lines link links list
listing listview lit literal little lnk loaded loading loc long lower lt ltr m main maintext mar margin mark mat
material max mb md mdc mdl media medium menu meta middle min mini ml mobile mod modal module more mr ms mso msonormal
mt multi mx my n nav new next no node none normal normaltext nowrap o odd of off offset omniture on one only open
orange outer outside overflow overlay owl p pad padded padding page pager pagination paging pane panel para paragraph
part partial pb pink pl placeholder plain popup post pr pre prev primary print product pt ptext pull purple push px py
q qa query r read reader rec record red regular rel related relative repeater res responsive result results resultset
rich right rightbar round rounded row rows rtl s sans screen search second secondary section select selected selector
self separator serif serp set shadow short show side sidebar single slick slide slot sm small smalltext smalltxt
snippetline space spacer span split spn sprite sr srp st stack standard static std sticky strong sty style sub subtle
sup svg swiper t tab table tablebody tablet tabletext tabs tahoma tbl td teaserlist template tertiary test testid text
textbold textual th the theme thin third tile times toggle toolbar tooltip top touch tr track tracking transparent
truncate two txt txtbold typography u ui uitext ul underline unit up upper user util utility v val valign value values
variant ver verdana vertical vhide view views visible visited visually visuallyhidden w webkit white wide widget width
wordpress wp wrap wrapper x xl xs y yellow z
"""

FIELDS: Final = frozenset(_FIELDS.split())
"""Words that name a field on most sites: of several classes, the one with such a word is the useful one."""

GENERIC: Final = frozenset(_GENERIC.split())
"""Words of layout, state and programming, which don't describe a value."""
