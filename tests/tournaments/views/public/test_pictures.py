"""Bracket and crosstable as pictures: well-formed, told in words as well, and nothing that does not count."""

from xml.etree import ElementTree

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments.views.desk.scene import evening, win
from tests.tournaments.views.public.scene import running
from tournaments.models.tournament import Tournament

pytestmark = pytest.mark.django_db
SVG = "{http://www.w3.org/2000/svg}"
SIX = ("Ann", "Bo", "Cy", "Di", "Ed", "Bartholomew Featherstonehaugh-Smythe")


def picture(address: str) -> ElementTree.Element:
    answer = Client().get(address)
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/svg+xml; charset=utf-8")
    return ElementTree.fromstring(answer.content)


def words_of(drawn: ElementTree.Element) -> str:
    return drawn.find(f"{SVG}desc").text


def texts(drawn: ElementTree.Element) -> list[str]:
    return [each.text for each in drawn.iter(f"{SVG}text")]


def inside(drawn: ElementTree.Element) -> bool:
    """Does everything that is written stand within the picture?"""
    width, height = int(drawn.get("width")), int(drawn.get("height"))
    places = [(float(each.get("x")), float(each.get("y"))) for each in drawn.iter(f"{SVG}text")]
    return all(0 <= x <= width and 0 <= y <= height for x, y in places)


def test_a_crosstable_is_drawn_and_told():
    scene = running()
    drawn = picture(scene.url("crosstable", 1, form="_svg"))
    rows = Client().get(scene.url("crosstable", 1, form="_json")).json()["lines"]
    assert drawn.get("role") == "img"
    assert {row["name"] for row in rows} <= set(texts(drawn))
    won = next(row for row in rows if row["cells"][0]["mark"] == "won")
    (opponent,) = won["cells"][0]["opponents"]
    against = next(row["name"] for row in rows if row["number"] == opponent)
    assert f"{won['number']} {won['name']}: round 1 {against}, won 125–87; round 2" in words_of(drawn)
    assert len(list(drawn.iter(f"{SVG}rect"))) == 1 + sum(
        cell["mark"] == "won" for row in rows for cell in row["cells"]
    )
    assert inside(drawn)
    assert "Zoe Secret" not in Client().get(scene.url("crosstable", 1, form="_svg")).text


def test_a_bracket_is_drawn_and_told_as_far_as_it_is_out():
    scene = evening(SIX, format="knockout", stage_options={"format": {"third_place": True}}).published()
    address = reverse("bracket_svg", args=[scene.club.slug, scene.row.slug])
    before = picture(address)
    assert "Winner" not in words_of(before)
    match = scene.matches()[0]
    win(match)
    drawn = picture(address)
    sides = [side.entry.name for side in match.sides.all()]
    bold = [each.text for each in drawn.iter(f"{SVG}text") if each.get("font-weight") == "700"]
    assert sides[0][:10] in "".join(bold)
    assert all(name in words_of(drawn) for name in SIX)
    assert inside(drawn)
    assert len({each.get("d") for each in drawn.iter(f"{SVG}path") if "V" in each.get("d")}) >= 3
    assert "Bartholomew Featherst…" in texts(drawn)


def test_a_picture_has_a_dark_theme_and_is_answered_with_304():
    scene = running()
    address = scene.url("crosstable", 1, form="_svg")
    light, dark = Client().get(address), Client().get(f"{address}?theme=dark")
    assert light.content != dark.content
    assert Client().get(address, headers={"if-none-match": light["ETag"]}).status_code == 304


def test_nothing_of_a_draft_is_drawn():
    scene = running()
    Tournament.objects.filter(pk=scene.row.pk).update(state=Tournament.State.DRAFT)
    assert Client().get(scene.url("crosstable", 1, form="_svg")).status_code == 404


def test_pages_link_their_pictures():
    scene = running()
    assert scene.url("crosstable", 1, form="_svg") in Client().get(scene.url("crosstable", 1)).text
