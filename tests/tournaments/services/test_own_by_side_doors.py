"""Nobody rules for himself by a side door: undo, and a match he sat in before a substitute came for him."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from django.utils import timezone

from games.engine.errors import Refusal
from games.engine.rulesets import preset
from games.models.player import Player
from games.services.command import Actor, Command
from tests.tournaments.views.desk.scene import Scene, client_of, evening, user, win
from tests.tournaments.views.scene import order
from tournaments import logs
from tournaments.access.fetch import match_for, tournaments_for
from tournaments.access.viewer import Viewer
from tournaments.models.tournament import Match, MatchSide, RoundBye, Tournament, TournamentRole
from tournaments.selectors.deputies import entrants_aside
from tournaments.services import matches, registration, repairs, rounds, tournaments, undoing

pytestmark = pytest.mark.django_db(transaction=True)
PAIRS = ("Ada & Abe", "Bo & Ben", "Cy & Cho", "Di & Dan")


def code_of(call: Callable[[], object]) -> str:
    with pytest.raises(Refusal) as caught:
        call()
    return caught.value.code


def who_plays(scene: Scene, name: str) -> Actor:
    """A second director, who is this person."""
    there = user(name.lower())
    Player.objects.filter(name=name).update(user=there)
    scene.row.roles.create(user=there, kind=TournamentRole.Kind.DIRECTOR)
    return Actor(kind="user", id=str(there.pk), role="director")


def undo(scene: Scene, actor: Actor, *, again: bool = False) -> None:
    version = logs.tournament_at(scene.row.pk)[0]
    undoing.undo(Command(actor=actor), scene.row.pk, version=version, reason="Taken back", again=again)


def against(scene: Scene, name: str) -> str:
    """The side that plays against this one in the first round."""
    mine = MatchSide.objects.get(match__in=scene.matches(), entry=scene.entry(name))
    return str(MatchSide.objects.get(match=mine.match_id, index=1 - mine.index).entry_id)


def test_what_was_ruled_against_a_director_is_not_undone_by_him() -> None:
    scene = evening().published()
    ada, own = who_plays(scene, "Ada"), str(scene.entry("Ada").pk)
    first = {"stage": 1, "round": 1}
    tournaments.give_penalty(order(), scene.row.pk, side=own, **first, game_points=1, reason="Late")
    assert code_of(lambda: undo(scene, ada)) == "own_side"
    undo(scene, order().actor)
    undo(scene, order().actor, again=True)
    assert len(logs.tournament_at(scene.row.pk)[1].penalties) == 1
    registration.disqualify(order(), scene.row, side=own, reason="Cheated", removal="void")
    assert code_of(lambda: undo(scene, ada)) in ("own_side", "own_match")
    assert logs.tournament_at(scene.row.pk)[1].sides[own].is_disqualified


def test_what_a_director_may_not_rule_against_his_opponent_he_does_not_do_again() -> None:
    scene = evening().published()
    ada, other = who_plays(scene, "Ada"), against(scene, "Ada")
    there = {"side": other, "stage": 1, "round": 1}
    assert (
        code_of(
            lambda: tournaments.give_penalty(
                Command(actor=ada), scene.row.pk, **there, game_points=1, reason="Late"
            )
        )
        == "own_opponent"
    )
    tournaments.give_penalty(order(), scene.row.pk, **there, game_points=1, reason="Late")
    undo(scene, order().actor)
    assert code_of(lambda: undo(scene, ada, again=True)) == "own_opponent"
    assert logs.tournament_at(scene.row.pk)[1].penalties == {}


@pytest.fixture
def substituted() -> tuple[Scene, Actor, Match]:
    """Abe, who directs too, played the first round; Zed has come for him, and round 2 is out."""
    scene = evening(PAIRS, rounds=3, side_size=2, tables=8).published()
    match = next(each for each in scene.matches() if each.sides.filter(entry=scene.entry("Ada")).exists())
    abe = who_plays(scene, "Abe")
    scene.played()
    rounds.close_round(order(), scene.row, stage=1, round=1)
    gone = str(Player.objects.get(name="Abe").pk)
    registration.substitute(order(), scene.row, side=str(scene.entry("Ada").pk), gone=gone, name="Zed")
    scene.published(2)
    return scene, abe, match


def test_who_was_substituted_is_still_of_the_matches_he_played(substituted) -> None:
    scene, abe, match = substituted
    login = Player.objects.get(name="Abe").user
    viewer = Viewer(login)
    seen = match_for(viewer, match.pk)
    index = MatchSide.objects.get(match=match, entry=scene.entry("Ada")).index
    assert viewer.side_in(seen) == index
    own = Command(actor=viewer.actor(scene.row, seen))
    assert (
        code_of(lambda: matches.correct(own, seen, reason="Mine", points=((60, 125),), hands_won=((3, 6),)))
        == "own_match"
    )
    assert code_of(lambda: matches.want_not_own(abe, match.pk, "void")) == "own_match"
    assert code_of(lambda: repairs.want_uninvolved(abe, [str(match.pk)])) == "own_match"
    page = client_of(login).get(f"/desk/matches/{match.pk}/")
    assert page.status_code == 200
    assert "correct/" not in page.text
    other = next(each for each in scene.matches() if each.pk != match.pk)
    assert viewer.side_in(match_for(viewer, other.pk)) is None
    repairs.want_uninvolved(abe, [str(other.pk)])


def test_who_came_for_him_is_of_the_side_in_all_its_matches(substituted) -> None:
    """What becomes of the side's score is his affair as well."""
    scene, _abe, match = substituted
    zed = who_plays(scene, "Zed")
    assert code_of(lambda: repairs.want_uninvolved(zed, [str(match.pk)])) == "own_match"
    assert Viewer(Player.objects.get(name="Zed").user).side_in(match) is not None


def test_a_penalty_in_a_round_he_played_in_is_not_given_by_who_was_substituted(substituted) -> None:
    scene, abe, _match = substituted
    there = {"side": against(scene, "Ada"), "stage": 1, "round": 1}
    assert (
        code_of(
            lambda: tournaments.give_penalty(
                Command(actor=abe), scene.row.pk, **there, game_points=1, reason="Late"
            )
        )
        == "own_opponent"
    )


def test_whose_role_ran_out_finds_no_draft_in_the_club_list() -> None:
    scene = evening()
    Tournament.objects.filter(pk=scene.row.pk).update(state=Tournament.State.DRAFT)
    helper = user("helper")
    role = scene.row.roles.create(user=helper, kind=TournamentRole.Kind.DEPUTY)
    assert [each.pk for each in tournaments_for(Viewer(helper), scene.club)] == [scene.row.pk]
    role.expires_at = timezone.now() - timedelta(seconds=1)
    role.save()
    assert list(tournaments_for(Viewer(helper), scene.club)) == []


def test_a_director_with_a_bye_does_not_seat_himself_at_a_table_that_has_won() -> None:
    """Who really sat there is told by somebody else than who would have the result."""
    scene = evening(("Ada", "Bo", "Cy", "Dee", "Ed")).published()
    resting = RoundBye.objects.get(round__stage__tournament=scene.row).entry
    himself = who_plays(scene, resting.name)
    match = scene.matches()[0]
    win(match)
    seats = [str(pk) for pk in match.sides.order_by("index").values_list("entry_id", flat=True)]
    seated = {str(match.pk): [str(resting.pk), seats[1]]}

    def seat(actor: Actor) -> None:
        repairs.play_as_seated(
            Command(actor=actor), scene.row, stage=1, round=1, seated=seated, reason="They sat down so"
        )

    assert code_of(lambda: seat(himself)) == "own_match"
    seat(order().actor)
    there = match.sides.order_by("index")
    assert [str(each.entry_id) for each in there.all()] == seated[str(match.pk)]
    undo(scene, order().actor)
    assert [str(each.entry_id) for each in there.all()] == seats
    assert code_of(lambda: undo(scene, himself, again=True)) == "own_match"


def test_who_plays_in_a_match_with_a_partner_for_the_round_does_not_decide_it() -> None:
    """With rotating partners sides of a match are made for it: its four people are entered one by one."""
    names = ("Ada", "Bo", "Cy", "Dee", "Ed", "Fay", "Gus", "Hal", "Ida")
    rules = preset("partnership_125")
    scene = evening(names, format="rotating_partners", rounds=2, rules=rules, tables=8).published()
    match, other = scene.matches()
    table = Actor(kind="table", id="t", role="table", side=0)
    matches.enter_score(Command(actor=table), match, points=((130, 40),), hands_won=((5, 2),))
    matches.dispute(Command(actor=replace(table, side=1)), match, side=1, reason="Not so")
    state = logs.tournament_at(scene.row.pk)[1]
    own, aside = (
        [each for side in there.sides.all() for each in state.members_of(str(side.entry_id))]
        for there in (match, other)
    )
    login = user("plays")
    Player.objects.filter(entries__entry=own[0]).update(user=login)
    himself = Actor(kind="user", id=str(login.pk), role="director", side=0)
    TournamentRole.objects.filter(tournament=scene.row).delete()

    def decide(*deciders: str) -> None:
        row = Match.objects.select_related("round__stage__tournament").get(pk=match.pk)
        matches.enter_decision(
            Command(actor=himself), row, deciders=deciders, decision="void", reason="Both saw it"
        )

    for pair in ((own[0], own[2]), (own[1], aside[0])):
        assert code_of(lambda pair=pair: decide(*pair)) == "two_uninvolved"
    assert {str(each.pk) for each in entrants_aside(scene.row, match)} == {
        *aside,
        *(side for side, _kind, _points in state.rounds[1, 1].byes),
    }
    decide(*aside[:2])
    assert logs.match_at(match.pk)[1].status == "void"
