"""What somebody wrote about a person is erased from the log: pages, replay, proofs and exports go on."""

import io

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse

from games.eventstore import checks
from games.eventstore.log import Redacted, history, streams_of
from games.services.command import Actor, Command
from tests.tournaments.services.rich import every_row
from tests.tournaments.test_backup import empty_the_database
from tests.tournaments.views.desk.scene import DIRECTOR, Scene, evening, text_of, win
from tournaments import logs
from tournaments.models.tournament import Match
from tournaments.services import matches, rebuild, rounds, standings, tournaments

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]
TABLE = Actor(kind="table", id="x", role="table", side=0)
NAME = "Mallory"


def order(actor: Actor = DIRECTOR) -> Command:
    return Command(actor=actor)


def talked_about() -> Scene:
    """A round in whose notes and reasons somebody is named who does not want to be."""
    scene = evening().published()
    first, second = scene.matches()
    matches.call_director(order(TABLE), first, note=f"{NAME} looks at our cards")
    matches.answer_director(order(), first)
    matches.void(order(), first, reason=f"{NAME} ran off with a card")
    matches.reopen(order(), first, reason="found again")
    side = str(first.sides.first().entry_id)
    tournaments.give_penalty(
        order(),
        scene.row.pk,
        side=side,
        stage=1,
        round=1,
        game_points=5,
        reason=f"{NAME} shouted",
    )
    penalty = next(iter(logs.tournament_at(scene.row.pk)[1].penalties))
    tournaments.lift_penalty(order(), scene.row.pk, penalty=penalty, reason="it was the radio")
    win(first)
    matches.void(order(), second, reason=f"{NAME} again")
    rounds.close_round(order(), scene.row, stage=1, round=1)
    standings.publish(order(), scene.row, stage=1, round=1)
    return scene


def positions(scene: Scene, *names: str) -> list[int]:
    streams = [scene.row.pk, *streams_of(scene.row.pk, kinds=("match",))]
    found = [each for stream in streams for each in history(stream)]
    return [each.position for each in found if each.name in names and NAME in each.data]


def erase(position: int) -> str:
    said = io.StringIO()
    call_command("erase_event", str(position), stdout=said)
    return said.getvalue().strip()


def pages(scene: Scene) -> list[tuple[Client, str]]:
    match = scene.matches()[0]
    address = [scene.club.slug, scene.row.slug]
    last = max(each.position for each in history(scene.row.pk))
    desk = [scene.url(name) for name in ("event", "log", "inbox", "settings")]
    desk.append(f"{scene.url('log')}?format=csv")
    desk += [f"{scene.url('past')}?at={at}" for at in range(last - 12, last + 1)]
    desk.append(reverse("desk_match", args=[match.pk]))
    public = [reverse(name, args=address) for name in ("tournament", "standings", "tournament_json")]
    public += [reverse(name, args=[*address, 1]) for name in ("round", "crosstable")]
    public += [reverse("match", args=[match.pk])]
    return [*((scene.desk, each) for each in desk), *((Client(), each) for each in public)]


def test_pages_replay_proofs_and_exports_go_on_without_what_was_erased(tmp_path):
    scene = talked_about()
    before = every_row()
    gone = positions(scene, "match.director_called", "match.voided", "tournament.penalty_given")
    held = positions(scene, "match.voided")[-1:]
    for position in gone:
        if position not in held:
            assert erase(position).endswith("is erased. The chain holds.")
            assert erase(position) == f"Position {position} is erased already."
    assert every_row() == before
    assert list(rebuild.check(scene.row.pk).sentences()) == []
    assert list(checks.findings()) == []
    for client, url in pages(scene):
        answer = client.get(url)
        assert answer.status_code == 200, url
    told = text_of(scene.desk.get(scene.url("log")))
    assert told.count("What was said here is erased; nothing rests on it.") == 3
    assert told.count(NAME) == 1, "the ruling that holds keeps its reason"
    file = tmp_path / "club.jsonl"
    call_command("export_log", str(file), stderr=io.StringIO())
    assert file.read_text().count(NAME) == before_count(before) + 1
    empty_the_database()
    call_command("import_log", str(file), stdout=io.StringIO())
    assert every_row() == before
    assert list(checks.findings()) == []
    erased = [
        each for row in Match.objects.all() for each in history(row.pk) if isinstance(each.event, Redacted)
    ]
    assert len(erased) == 2


def before_count(rows) -> int:
    """How often the rows themselves hold the name: the reason of the ruling that holds."""
    return str(rows).count(NAME)


def test_what_something_rests_on_is_not_erased_and_the_way_out_is_said():
    scene = talked_about()
    (ruling,) = positions(scene, "match.voided")[-1:]
    with pytest.raises(CommandError, match=r"rests on it\. Take it back or rule on it anew at the desk"):
        erase(ruling)
    created = history(scene.row.pk)[0].position
    with pytest.raises(CommandError, match="rests on it"):
        erase(created)
    for nowhere in (0, 10_000):
        with pytest.raises(CommandError, match="no event at position"):
            erase(nowhere)
    second = scene.matches()[1]
    with pytest.raises(CommandError, match="rests on it"):
        erase(next(each.position for each in history(second.pk) if each.name == "match.voided"))
    assert list(checks.findings()) == []
