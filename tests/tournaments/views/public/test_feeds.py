"""A club's calendar and its feed of results: whole, readable by programs, with nothing that is not public."""

from xml.etree import ElementTree

import pytest
from django.test import Client
from icalendar import Calendar

from tests.tournaments.views.public.scene import announced, running
from tournaments.models.tournament import Publication, Tournament

pytestmark = pytest.mark.django_db
ATOM = {"a": "http://www.w3.org/2005/Atom"}


def calendar(scene) -> list:
    answer = Client().get(f"/clubs/{scene.row.club.slug}/events.ics")
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    return list(Calendar.from_ical(answer.content).walk("VEVENT"))


def feed(scene) -> ElementTree.Element:
    answer = Client().get(f"/clubs/{scene.row.club.slug}/results.atom")
    assert answer.status_code == 200
    return ElementTree.fromstring(answer.content)


def test_an_event_stands_in_the_calendar_at_its_own_clock():
    scene = announced()
    Tournament.objects.filter(pk=scene.row.pk).update(zone="Europe/Helsinki")
    scene.row.refresh_from_db()
    (event,) = calendar(scene)
    start = event.decoded("dtstart")
    assert start == scene.row.starts_at.replace(microsecond=0)
    assert start.tzinfo.key == "Europe/Helsinki"
    assert str(event["summary"]) == scene.row.name
    assert str(event["uid"]) == str(scene.row.pk)
    assert str(event["url"]).startswith("http://testserver/clubs/")


def test_names_with_commas_and_line_ends_survive():
    scene = announced()
    Tournament.objects.filter(pk=scene.row.pk).update(name="Gin, tonic; and\nmore")
    (event,) = calendar(scene)
    assert str(event["summary"]) == "Gin, tonic; and\nmore"


def test_a_draft_event_is_in_neither():
    scene = running()
    Tournament.objects.filter(pk=scene.row.pk).update(state="draft")
    assert calendar(scene) == []
    assert feed(scene).findall("a:entry", ATOM) == []


def test_what_was_published_is_in_the_feed_newest_first():
    scene = running()
    entries = feed(scene).findall("a:entry", ATOM)
    hung = list(Publication.objects.order_by("-published_at", "-pk"))
    assert len(entries) == len(hung) > 0
    titles = [entry.findtext("a:title", "", ATOM) for entry in entries]
    assert titles[0] == f"{scene.row.name}: standings after round {hung[0].round}"
    ids = [entry.findtext("a:id", "", ATOM) for entry in entries]
    assert ids[0] == f"urn:uuid:{scene.row.pk}#{hung[0].number}"
    link = entries[0].find("a:link", ATOM).get("href")
    assert Client().get(link.removeprefix("http://testserver")).status_code == 200
    first = hung[0].lines[0]["side"]
    name = scene.row.entries.get(pk=first).public_name
    assert entries[0].findtext("a:summary", "", ATOM).startswith(f"1= {name}, 1= ")  # three won alike


def test_a_private_person_is_initials_in_the_feed_too():
    scene = running()
    entry = scene.row.entries.get(pk=Publication.objects.order_by("-published_at").first().lines[0]["side"])
    player = entry.people[0]
    player.is_private = True
    player.save(update_fields=["is_private"])
    text = ElementTree.tostring(feed(scene), encoding="unicode")
    assert player.name not in text


def test_a_club_that_is_not_there_has_neither():
    assert Client().get("/clubs/no-such/events.ics").status_code == 404
    assert Client().get("/clubs/no-such/results.atom").status_code == 404
