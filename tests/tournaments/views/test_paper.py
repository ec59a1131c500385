"""Paper: each page a club prints, on A4 and on Letter, read back from the PDF the browser makes.

Nothing lies outside the sheet, no row is cut in two, a table's head stands on each of its sheets, and nothing
of the screen's navigation is printed.
"""

from __future__ import annotations

import io
import re
from collections import Counter
from dataclasses import dataclass
from datetime import UTC, datetime

import pytest
from pypdf import PdfReader

from games.engine.rulesets import preset
from games.services.command import Command
from scoring.tiebreaks import SWISS_ORDER
from tests.tournaments.views.desk.scene import DIRECTOR, Scene, evening, win
from tournaments.services import money, registration, rounds, standings, tournaments

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

FIRST = ("Anneliese", "Bo", "Christopher", "Dee", "Eve", "Ferdinand")
LAST = ("Featherstonehaugh", "Lindt", "Okonkwo", "Żuk", "Mayr", "Brien", "Smith")
NAMES = [f"{first} {last}" for first in FIRST for last in LAST]
TABLES = len(NAMES) // 2
SIZES = {"A4": (595, 842), "Letter": (612, 792)}
MARGIN = 14 * 72 / 25.4 - 1
OF_THE_SCREEN = (
    "Skip to the content", "Log out", "Desk", "Phones", "Public page", "Back to the evening", "Print", "CSV",
    "Settings", "Helpers", "Four-colour suits", "What if", "Address of this event", "Count the box",
    "Each line opens",
)  # fmt: skip


@dataclass(frozen=True)
class Piece:
    """A run of text: on which sheet, where (points from the lower left)."""

    sheet: int
    x: float
    y: float
    text: str


def printed(page, size: str) -> tuple[int, list[Piece]]:
    """How many sheets a page takes, and every run of text on them."""
    reader = PdfReader(io.BytesIO(page.pdf(format=size)))
    pieces: list[Piece] = []
    for number, sheet in enumerate(reader.pages):
        made = [float(each) for each in sheet.mediabox[2:]]
        assert made == pytest.approx(SIZES[size], abs=1.5)

        def read(text, cm, tm, _font, _size, number=number) -> None:
            if text.strip():
                x = tm[4] * cm[0] + tm[5] * cm[2] + cm[4]
                y = tm[4] * cm[1] + tm[5] * cm[3] + cm[5]
                pieces.append(Piece(number, x, y, " ".join(text.split())))

        sheet.extract_text(visitor_text=read)
    return len(reader.pages), pieces


def lines_of(pieces: list[Piece]) -> list[tuple[int, float, str]]:
    """The runs of each line together, from left to right: sheet, height, words.

    Letters of different sizes that stand beside each other differ by a few points in height.
    """
    lines: list[list[Piece]] = []
    for each in sorted(pieces, key=lambda each: (each.sheet, -each.y)):
        before = lines[-1][0] if lines else None
        if before is not None and before.sheet == each.sheet and before.y - each.y < 5:
            lines[-1].append(each)
        else:
            lines.append([each])
    return [
        (line[0].sheet, line[0].y, " ".join(each.text for each in sorted(line, key=lambda each: each.x)))
        for line in lines
    ]


def club() -> tuple[Scene, str]:
    """A whole evening of forty-two with money, its final standings out, and the address of a bracket."""
    scene = evening(NAMES, rounds=1, tables=TABLES)
    scene.club.roles.create(user=scene.director)
    terms = {
        "currency": "EUR", "fee": 1_000, "ties": "rank", "places": [{"percent": 250} for _ in range(40)],
        "house": {"percent": 1_000},
    }  # fmt: skip
    money.set_money(Command(actor=DIRECTOR), scene.row.pk, terms=terms)
    for entry in scene.row.entries.prefetch_related("persons__player"):
        person = str(entry.people[0].pk)
        money.settle_fee(Command(actor=DIRECTOR), scene.row.pk, side=str(entry.pk), person=person, how="paid")
    scene.published()
    for number, match in enumerate(scene.matches()):
        win(match, points=(125, 60 + number))
    rounds.close_round(Command(actor=DIRECTOR), scene.row, stage=1, round=1)
    standings.publish(Command(actor=DIRECTOR), scene.row, stage=1, round=1, final=True)
    cup = tournaments.create_tournament(
        Command(actor=DIRECTOR), club=scene.club, name="Cup",
        starts_at=datetime(2026, 11, 12, 19, tzinfo=UTC), zone="UTC", side_size=1,
        rules=preset("club25"), format="knockout", rounds=4, tiebreaks=SWISS_ORDER,
        director_id=scene.director.pk,
    )  # fmt: skip
    tournaments.announce(cup)
    sides = [registration.NewSide(names=(name,)) for name in NAMES[:16]]
    registration.enter_sides(Command(actor=DIRECTOR), cup, sides)
    rounds.draw_round(Command(actor=DIRECTOR), cup, stage=1, seed=1)
    rounds.publish_round(Command(actor=DIRECTOR), cup, stage=1, round=1)
    return scene, f"/clubs/{scene.club.slug}/{cup.slug}/bracket/"


def log_in(page, live_server) -> None:
    page.goto(f"{live_server.url}/login/?next=/desk/")
    page.fill("input[name=username]", "director")
    page.fill("input[name=password]", "four-long-words-here")
    page.click("main button[type=submit]")
    page.wait_for_url("**/desk/")


def want_paper(name: str, sheets: int, pieces: list[Piece], size: str) -> None:
    """What holds for every page."""
    width, height = SIZES[size]
    outside = [
        each
        for each in pieces
        if not (MARGIN <= each.x < width - MARGIN and MARGIN <= each.y <= height - MARGIN)
    ]
    assert outside == [], (name, size)
    text = "\n".join(words for _sheet, _y, words in lines_of(pieces))
    assert [words for words in OF_THE_SCREEN if re.search(rf"\b{words}\b", text)] == [], (name, size)
    assert {each.sheet for each in pieces} == set(range(sheets)), f"an empty sheet of {name}"


def want_nothing_too_wide(page, name: str, size: str) -> None:
    """Laid out as it is printed, nothing is wider than the sheet between its margins."""
    width = round((SIZES[size][0] - 2 * (MARGIN + 1)) * 96 / 72)
    page.emulate_media(media="print")
    page.set_viewport_size({"width": width, "height": 1000})
    wide = page.evaluate("document.scrollingElement.scrollWidth")
    ink = page.evaluate("getComputedStyle(document.body).color")
    page.emulate_media(media="null")
    assert wide <= width, (name, size, wide)
    assert ink == "rgb(0, 0, 0)", f"{name} would be printed as light letters"


def solid(words: str) -> str:
    """Without blanks: a letter of another font is a run of its own."""
    return words.replace(" ", "")


def want_whole_rows(name: str, pieces: list[Piece], rows: dict[str, str]) -> None:
    """Each row once, all of it on one line of one sheet: its first words, and what its last cell says."""
    lines = [solid(words) for _sheet, _y, words in lines_of(pieces)]
    for first, last in rows.items():
        found = [words for words in lines if solid(first) in words]
        assert len(found) == 1, (name, first, found)
        assert solid(last) in found[0].partition(solid(first))[2], (name, first, found)


def want_the_head_on_each_sheet(name: str, pieces: list[Piece], head: str, rows: list[str]) -> None:
    lines = lines_of(pieces)
    with_rows = {sheet for sheet, _y, words in lines if any(solid(row) in solid(words) for row in rows)}
    assert len(with_rows) > 1, f"{name} is meant to be longer than a sheet"
    heads = Counter(sheet for sheet, _y, words in lines if head in words)
    assert {sheet: heads[sheet] for sheet in with_rows} == dict.fromkeys(with_rows, 1), name


SHORT = [name for name in NAMES if "Featherstonehaugh" not in name]
"""Those whose names take one line in any column."""
SHEETS = {
    "A4": {
        "pairings": 3, "slips": 3, "slips three across": 3, "cards": 6, "standings": 2, "crosstable": 3,
        "bracket": 1, "cash": 3, "match": 1,
    },
    "Letter": {
        "pairings": 3, "slips": 3, "slips three across": 3, "cards": 6, "standings": 2, "crosstable": 3,
        "bracket": 1, "cash": 3, "match": 1,
    },
}  # fmt: skip
"""The most sheets each page may take: more is paper wasted."""


def parted(pieces: list[Piece], words: str) -> tuple[list[Piece], list[Piece]]:
    """Those above a heading, and those below it."""
    (head,) = [each for each in pieces if each.text == words]
    below = [each for each in pieces if (each.sheet, -each.y) > (head.sheet, -head.y)]
    return [each for each in pieces if each not in below], below


def want_whole_slips(pieces: list[Piece], matches) -> None:
    """Every table's slip is on one sheet, its code and both names beside each other."""
    for match in matches:
        (head,) = [each for each in pieces if each.text == f"Table {match.table_number}"]
        (code,) = [each for each in pieces if re.fullmatch(rf"{match.table_number}[A-Z]", each.text)]
        assert code.sheet == head.sheet
        assert 0 < head.y - code.y < 200


def test_every_page_a_club_prints(new_page, live_server):
    scene, bracket = club()
    page = new_page(dark=True)
    log_in(page, live_server)
    event = f"/clubs/{scene.club.slug}/{scene.row.slug}"
    urls = {
        "pairings": f"{event}/rounds/1/",
        "slips": scene.url("slips"),
        "slips three across": scene.url("slips") + "?across=3",
        "cards": f"/desk/clubs/{scene.club.slug}/cards/",
        "standings": f"{event}/standings/",
        "crosstable": f"{event}/crosstable/1/",
        "bracket": bracket,
        "cash": scene.url("cash"),
        "match": f"/matches/{scene.matches()[0].pk}/",
    }
    found: dict[str, dict[str, list[Piece]]] = {size: {} for size in SIZES}
    for name, url in urls.items():
        page.goto(live_server.url + url)
        for size, pages in found.items():
            sheets, pages[name] = printed(page, size)
            assert sheets <= SHEETS[size][name], (name, size, sheets)
            want_paper(name, sheets, pages[name], size)
            want_nothing_too_wide(page, name, size)
    for pages in found.values():
        want_every_row(scene, pages)


def want_every_row(scene: Scene, found: dict[str, list[Piece]]) -> None:
    """What each page is for stands on it, whole."""
    matches = scene.matches()
    sides = [[side.entry.name for side in match.sides.all()] for match in matches]
    by_table = {
        one: f"{match.table_number} {other}" for match, (one, other) in zip(matches, sides, strict=True)
    }
    tables, by_name = parted(found["pairings"], "By name")
    want_whole_rows("pairings", tables, by_table)
    seats = solid(" ".join(words for _sheet, _y, words in lines_of(by_name)))
    for (one, other), match in zip(sides, matches, strict=True):
        for full in (one, other):
            first, last = full.split()
            # As people look for themselves: the first name, with as much of the other as it takes.
            seat = rf"{first}({last}|{last[0]}\.){match.table_number}(?!\d)"
            assert re.search(seat, seats), (full, match.table_number)
    for name in ("slips", "slips three across"):
        want_whole_slips(found[name], matches)
    for each in range(1, TABLES + 1):
        (card,) = [piece for piece in found["cards"] if piece.text == str(each)]
        assert [piece.sheet for piece in found["cards"] if f"/{each}a-" in piece.text] == [card.sheet]

    want_whole_rows("standings", found["standings"], dict.fromkeys(SHORT, "1"))
    want_the_head_on_each_sheet("standings", found["standings"], "# Name GP", SHORT)
    want_the_head_on_each_sheet("crosstable", found["crosstable"], "# Name", SHORT)
    want_the_head_on_each_sheet("cash", found["cash"], "What Amount (EUR) Note", SHORT)
    cash = "\n".join(words for _sheet, _y, words in lines_of(found["cash"]))
    assert "Difference 0.00" in cash
    assert "In 420.00" in cash
    assert "Counted by Date Director" in cash
    in_the_bracket = solid("".join(piece.text for piece in found["bracket"]))
    assert [name for name in NAMES[:16] if solid(name) not in in_the_bracket] == []
