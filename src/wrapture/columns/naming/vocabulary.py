"""Words in class names: those that name a field on most sites, and those without meaning for a value."""

from __future__ import annotations

from typing import Final

ABBREVIATIONS: Final = {
    "desc": "description", "descr": "description", "addr": "address", "tel": "phone", "telephone": "phone", "img": "image",
    "qty": "quantity", "pic": "image", "photo": "image", "thumb": "thumbnail", "dt": "date", "num": "number", "cat": "category",
    "heading": "title", "headline": "title", "ttl": "title", "loc": "location", "auth": "author", "pubdate": "published",
    "timestamp": "time", "datetime": "date", "cite": "citation", "subhead": "subtitle", "hed": "title", "dek": "subtitle",
    "colour": "color", "contrib": "contributor", "branding": "brand", "eyebrow": "kicker", "subheading": "subtitle",
    "sources": "source", "dur": "duration", "pageviews": "views", "favourites": "favorites",
}  # fmt: skip
"""The meaning of abbreviations that are common in class names."""

_FIELDS: Final = """
abstract accepted acreage actor actors actress address age agency agenda agent airline airport album allergens amount
answer answered answers appellant appellee applicant architect area argued arrival artist asin asked assists
attachment attachments attorney author authority authors availability avatar award awards badge badges baggage bags balance band
barcode bath bathroom bathrooms baths battery bed bedroom bedrooms beds begin benefits bids binding birthdate
birthplace bitrate board bonus born branch brand broker building buyer byline bytes calendar calories campus capacity
capital caption case cast categories category chair change chapter charge checkin checkout citation city clerk client
clinic close closed closing club coach code color comment comments commission commit committee company
compensation competition complainant composer condition conference cons contact continent contract contributor
contributors cost council count country county coupon course courses court created creator credits cuisine currency
customer date day deadline dealer decided defendant degree delivery department departure dependencies deposit depth
description designer destination died dimensions director discount disposition distance distributor district dividend
division docket doctor document documents doi domain doors downloads downvotes draws drivetrain due duration ean edition editor
email employer employment end ended ends engine enrollment episode event excerpt experience expiration expires expiry
extension fabric facility faculty family favorites fax feature features fee filed filename filesize filetype files finish
firm flight floor followers forks format forum founder frequency fuel furnished garage gate gearbox gender genre
genres goals grade guarantee guest guests habitat hashtag headline headquarters hearing height high horsepower
hospital host hotel hour hours humidity id illustrator image ingredient ingredients installments institution instock
instructor insurance interest intro inventory investors isbn issn issue issues job journal judge jurisdiction karma
keyword keywords kicker kudos landlord language latitude lawyer league lecturer lectures lede lesson lessons level
license likes locality location logo longitude losses lot low lyrics magnitude maintainer make maker manager
manufacturer market match meeting member members merchant mileage ministry minute minutes model modified month motion
motto mpn msrp name narrator nationality neighborhood neighbourhood nights note number nutrition odds odometer office
opened opening opinion opponent organization origin overline owner packaging pages parking parties party passenger
patient pattern payment percent percentage performer permalink petitioner phone photographer physician plaintiff
platform played player players plays pmid points population position postal postcode posted poster practice
precipitation presenter pressure price prize procedure proceedings producer professor promo promotion pros provider
province published publisher qualification quantity question quote rank ranking rating realtor recipe recommendations
reference region registration release released relevance rent replies reply reporter repository reputation
requirements resolution respondent responsibilities retailer reviewer reviews role room rooms route rrp ruling runtime
salary sale savings schedule school score season seats section seller semester series servings shares shipping shop
signature singer site size sizes skills sku slogan snippet song source speaker speakers specialty species specs
sponsor sqft stadium standfirst standing stars start started starts state station status stock stop store street
students subject subscribers subtitle subtotal suburb summary supplier symbol system tag tagline tags tax teacher team
teaser temperature tenant terminal theater theatre thread thumbnail ticker tier time title topic topics total
tournament town tracks trainer translator transmission trim tuition type upc updated upvotes url username vacancy
vehicle vendor venue verdict version view views village vin vintage volume votes wage warranty watchers website
weekday weight width wind wins writer year yield zip zipcode
"""

_GENERIC: Final = """
a abs absolute active after align alt alternate an analytics and arial article aside attr attribute attrs auto
automation b back background bar bargraph base bd before bg bidi big black blk block block1 blue body bodycopy
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
listing listview lit literal little lnk loaded loading long lower lt ltr m main maintext mar margin mark mat material
max mb md mdc mdl media medium menu meta middle min mini ml mobile mod modal module more mr ms mso msonormal mt multi
mx my n nav new next no node none normal normaltext nowrap o odd of off offset omniture on one only open orange outer
outside overflow overlay owl p pad padded padding page pager pagination paging pane panel para paragraph part partial
pb pink pl placeholder plain popup post pr pre prev primary print product pt ptext pull purple push px py q qa query r
read reader rec record red regular rel related relative repeater res responsive result results resultset rich right
rightbar round rounded row rows rtl s sans screen search second secondary section select selected selector self
separator serif serp set shadow short show side sidebar single slick slide slot sm small smalltext smalltxt
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

WEAK: Final = frozenset(["badge", "feature", "features"])
"""Words that name a value only if nothing else does."""
