"""Tables of made pages as they look today, each with what a person would object to."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import wrapture

if TYPE_CHECKING:
    from pathlib import Path

WORDS = (
    "amber",
    "basin",
    "cedar",
    "delta",
    "ember",
    "fjord",
    "grove",
    "harbor",
    "island",
    "juniper",
    "kettle",
    "lantern",
)


def table_of(rows: list[str], around: str = "<ul>{}</ul>") -> wrapture.Table:
    """Return the table of a page with these rows."""
    return wrapture.extract(f"<h1>Results</h1>{around.format(''.join(rows))}", guess=True)


def shown(table: wrapture.Table) -> list[str]:
    """Return the names of the columns that are shown."""
    return [one.name for one in table.described if one.is_shown]


def values(table: wrapture.Table, name: str) -> list[object]:
    """Return the values of a column."""
    number = [one.name for one in table.described].index(name)
    return [row.cells[number] for row in table.rows]


def test_an_age_in_a_link_is_no_title() -> None:
    people = ["Ann Lee", "Bob Ray", "Carla Paz"]
    rows = [
        f'<div class="comment"><b class="c-author">{people[n % 3]}</b> <a class="c-date" href="#c{n}">{n + 2} hours ago</a>'
        f"<p>{word.title()} stands beside the {word} of the town and nobody asked who put the {word} there.</p></div>"
        for n, word in enumerate(WORDS)
    ]
    assert shown(table_of(rows, "<div>{}</div>"))[0] != "title" or "ago" not in str(table_of(rows).rows[0].cells[0])


def test_the_time_of_a_meeting_is_no_title() -> None:
    rows = [
        f"<tr><td>{'City Council' if n % 3 else 'Planning Commission'}</td><td>March {n + 1}, 2025<br>"
        f'<small>{n % 9 + 1}:30 p.m.</small></td><td><a href="/a/{n}.pdf">Agenda</a></td></tr>'
        for n in range(12)
    ]
    table = table_of(rows, "<table><tr><th>Meeting</th><th>Date</th><th>Agenda</th></tr>{}</table>")
    assert shown(table)[0] == "meeting"


def test_a_heading_with_a_colon_is_one_text() -> None:
    kinds = ["Public hearing", "Street closure", "Notice of intent"]
    rows = [
        f'<li><h3><a href="/n/{n}">{kinds[n % 3]}: {word.title()} Road</a></h3><p>Published 03/{n + 1:02}/2025</p></li>'
        for n, word in enumerate(WORDS)
    ]
    table = table_of(rows)
    assert values(table, shown(table)[0])[:2] == ["Public hearing: Amber Road", "Street closure: Basin Road"]
    assert shown(table)[1] == "link"


def test_a_list_is_not_named_after_its_first_item() -> None:
    pills = ["Full-time", "Contract", "Remote", "Part-time"]
    rows = [
        f'<li><h2><a href="/j/{n}">{word.title()} engineer</a></h2><div class="pills">'
        + "".join(
            f"<span class=pill>{text}</span>"
            for text in [f"£{30 + n},000 - £{50 + n},000"] * (n % 3 > 0)
            + [pills[n % 4], pills[(n + 1) % 4]][: 1 + n % 2]
        )
        + "</div></li>"
        for n, word in enumerate(WORDS)
    ]
    assert "price" not in shown(table_of(rows))


def test_a_link_that_dials_is_not_the_link_of_the_record() -> None:
    rows = [
        f'<li><h4>{word.title()} Lee</h4><p>Office: Room {n + 100}</p><a href="tel:+1555010{n:03}">Call</a> '
        f'<a href="/people/{n}">View profile</a></li>'
        for n, word in enumerate(WORDS)
    ]
    table = table_of(rows)
    assert not any(
        str(one).startswith("tel:") for name in shown(table) if name == "link" for one in values(table, name)
    )


def test_a_word_before_a_date_does_not_name_the_number_before_it() -> None:
    rows = [
        f'<li><h3><a href="/r/{n}">{word}/{word}-tools</a></h3><div class="f6"><a href="/s/{n}"><svg></svg> {n * 37 + 11}</a>'
        f'<span>Updated <time datetime="2025-03-{n + 1:02}">Mar {n + 1}, 2025</time></span></div></li>'
        for n, word in enumerate(WORDS)
    ]
    table = table_of(rows)
    assert "updated" in shown(table)
    assert "Mar 1" in str(values(table, "updated")[0])


def test_headers_are_read_with_their_tooltips_and_signs() -> None:
    rows = [
        f'<tr><td><a href="/t/{n}">{word.title()} United</a></td><td>{n + 3}</td><td>{n % 5}</td><td>{n * 3 - 9:+d}</td>'
        f"<td>{n * 1.5 + 0.25:.2f}%</td><td>{n + 1}.{n}B</td></tr>"
        for n, word in enumerate(WORDS)
    ]
    head = '<th>Team</th><th><abbr title="Played">P</abbr></th><th title="Won">W</th><th>+/-</th><th>Win %</th><th>Value</th>'
    table = table_of(rows, f"<table><thead><tr>{head}</tr></thead><tbody>{{}}</tbody></table>")
    assert [name for name in shown(table) if name != "link"] == [
        "team",
        "played",
        "won",
        "difference",
        "win_percent",
        "value",
    ]
    assert next(one for one in table.described if one.name == "value").type_name == "text"


ICONS = {
    "tooltips": (
        '<i class="ic" title="Bedrooms"></i>',
        '<i class="ic" title="Bathrooms"></i>',
        '<i class="ic" title="Floor area"></i>',
    ),
    "classes": ('<i class="fa fa-bedrooms"></i> ', '<i class="fa fa-bathrooms"></i> ', '<i class="fa fa-floor"></i> '),
    "drawings": tuple(f'<svg><use href="/sprite.svg#{one}"></use></svg>' for one in ("bedrooms", "bathrooms", "floor")),
}


def homes(icons: tuple[str, ...]) -> list[str]:
    """Return homes of which some lack bathrooms or a floor area, with an icon before each value."""
    rows = []
    for n, word in enumerate(WORDS):
        facts = [f"<li>{icons[0]}<span>{n % 5 + 1}</span></li>"]
        facts += [f"<li>{icons[1]}<span>{n % 3 + 1}</span></li>"] * (n % 3 != 1)
        facts += [f"<li>{icons[2]}<span>{60 + n * 7} m²</span></li>"] * (n % 4 != 2)
        rows.append(
            f'<div class="home"><h2><a href="/h/{n}">{n + 1} {word.title()} Road</a></h2><ul>{"".join(facts)}</ul></div>'
        )
    return rows


@pytest.mark.parametrize("icons", list(ICONS))
def test_icons_are_labels(icons: str) -> None:
    table = table_of(homes(ICONS[icons]), "<div>{}</div>")
    assert {"bedrooms", "bathrooms"} <= set(shown(table))
    assert values(table, "bathrooms")[:4] == ["1", None, "3", "1"]
    area = next(name for name in shown(table) if name.startswith("floor"))
    assert values(table, area)[:4] == ["60 m²", "67 m²", None, "81 m²"]


def test_icons_are_labels_on_other_pages_and_in_files(tmp_path: Path) -> None:
    rows = homes(ICONS["tooltips"])
    first, other = (f"<h1>Homes</h1><div>{''.join(part)}</div>" for part in (rows, rows[::-1][:7]))
    wrapture.save(wrapture.learn(first), tmp_path / "homes.json")
    wrapper = wrapture.load(tmp_path / "homes.json")
    expected = ["3", None, "1", "3", None, "1", "3"]
    assert values(wrapture.extract(other, wrapper), "bathrooms") == expected
    assert values(wrapture.compile_wrapper(wrapper).read_text(other), "bathrooms") == expected


def test_a_list_stays_one_if_some_items_have_no_label() -> None:
    extras = ["Balcony", "Pets allowed", "Lift"]
    rows = [
        f'<li><h2><a href="/f/{n}">Flat by the {word}</a></h2><ul class=facts><li>{40 + n} m²</li><li>{n % 3 + 2} rooms</li>'
        + "".join(f"<li>{extra}</li>" for extra in extras[: n % 3 + (n % 4 == 0)])
        + "</ul></li>"
        for n, word in enumerate(WORDS)
    ]
    table = table_of(rows)
    assert not {"area", "rooms", "m²"} & set(shown(table))
    assert any(one[:2] == ("40 m²", "2 rooms") for row in table.rows for one in row.cells if isinstance(one, tuple))
