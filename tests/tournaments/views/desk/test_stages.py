"""Stages at the desk: a qualifier, its cut with a tie played off, the final; groups and their knock-out."""

from __future__ import annotations

from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from games.engine.rulesets import change, preset
from games.services.command import Command
from tests.tournaments.views.desk.scene import DIRECTOR, Scene, evening, post, said, text_of, win
from tournaments import logs
from tournaments.engine.new_stage import NewStage
from tournaments.models.season import Rating
from tournaments.models.tournament import Match, Tournament
from tournaments.services import matches, rebuild, tournaments, undoing

pytestmark = pytest.mark.django_db

EIGHT = ("Ada", "Bo", "Cy", "Dee", "Ed", "Fay", "Gus", "Hal")


def with_final(names=EIGHT, *, cut=None, first=None, **more) -> Scene:
    """A qualifier ranked by game points alone, so that half the field ties after a round."""
    final = NewStage(
        format="knockout", rounds=1, rules=change(preset("club25"), {"target": 250, "games": 3}),
        options={"cut": cut or {"kind": "top", "count": 3}},
    )  # fmt: skip
    return evening(names, rounds=1, later=[final], stage_options=first or {}, **more)


def state(scene: Scene):
    return logs.tournament_at(scene.row.pk)[1]


def page(scene: Scene):
    return scene.desk.get(scene.url("event"))


def act(scene: Scene, name: str, stage: int | None = None, **data):
    there = state(scene)
    args = [] if stage is None else [stage]
    if stage is None:
        current = there.current
        data = {"stage": current.stage if current else 1, "round": current.number if current else 1, **data}
    return post(scene.desk, scene.url(name, *args), **data)


def play(scene: Scene, stage: int, number: int, points=(125, 87)) -> None:
    """Every match of a round is won by the left side, and the round is closed."""
    rows = Match.objects.filter(
        round__stage__tournament=scene.row, round__stage__number=stage, round__number=number
    )
    for match in rows.select_related("round__stage__tournament__club"):
        games = state(scene).stages[stage].rules.games
        if games > 1:
            matches.enter_score(
                Command(actor=DIRECTOR), match, points=((250, 87),) * 2, hands_won=((9, 3),) * 2
            )
        else:
            win(match, points)
    answer = act(scene, "close")
    assert answer.status_code == 302, text_of(answer)


def out(scene: Scene, stage: int) -> None:
    """The next round is out: drawn, unless the close of the one before has drawn it."""
    there = state(scene).rounds_of(stage)
    if not there or there[-1].status != "draft":
        assert post(scene.desk, scene.url("draw"), stage=stage).status_code == 302
    number = state(scene).rounds_of(stage)[-1].number
    assert post(scene.desk, scene.url("publish"), stage=stage, round=number).status_code == 302


@pytest.fixture
def tied() -> Scene:
    """Four sides equal on the line, for three places."""
    scene = with_final()
    tournaments.change_stage(Command(actor=DIRECTOR), scene.row.pk, stage=1, changes={"tiebreaks": ("GP",)})
    out(scene, 1)
    play(scene, 1, 1)
    return scene


def test_the_evening_asks_for_the_cut_and_tells_the_tie(tied):
    words = text_of(page(tied))
    assert "Stage 2 is for those who qualify. The best 3 go on." in words
    assert "4 sides are equal for 3 places." in words
    assert "Tie-break games" in words


def test_a_tie_is_played_off_and_the_final_follows(tied):
    act(tied, "tiebreak", 2)
    words = text_of(page(tied))
    assert "Tie-break games" in words
    assert "Round 2 of" not in words
    play(tied, 1, 2)
    assert [each.final for each in state(tied).published] == [True], "tie-break games publish nothing"
    while state(tied).stages[2].chosen == ():
        answer = act(tied, "qualify", 2)
        if answer.status_code == 422:
            act(tied, "tiebreak", 2)
            play(tied, 1, state(tied).rounds_of(1)[-1].number)
    assert len(state(tied).stages[2].chosen) == 3
    for number in (1, 2):
        out(tied, 2)
        play(tied, 2, number)
    assert "The final standings are published." in text_of(page(tied))
    post(tied.desk, tied.url("finish"))
    assert state(tied).finished
    assert list(rebuild.check(tied.row.pk).sentences()) == []


def recall(tied: Scene) -> list[str]:
    """What is said once the second round is called back."""
    desk, version = tied.desk, logs.tournament_at(tied.row.pk)[0]
    return said(desk, post(desk, tied.url("recall"), stage=1, round=2, version=version, reason="Not tonight"))


def undo(tied: Scene, *, again: bool = False) -> None:
    version = logs.tournament_at(tied.row.pk)[0]
    undoing.undo(Command(actor=DIRECTOR), tied.row.pk, version=version, reason="no", again=again)


def test_tie_break_games_are_called_back_and_the_tie_is_open_again(tied):
    act(tied, "tiebreak", 2)
    first = [pairing.match for pairing in state(tied).rounds[1, 2].pairings]
    assert "Call the tie-break games back" in text_of(page(tied))
    assert recall(tied) == ["The tie-break games are called back; the tie on the line is open again."]
    assert (1, 2) not in state(tied).rounds
    assert {logs.match_at(UUID(each))[1].status for each in first} == {"void"}
    assert "4 sides are equal for 3 places." in text_of(page(tied))
    round_two = reverse("round", args=[tied.club.slug, tied.row.slug, 2])
    assert Client().get(round_two).status_code == 404
    assert list(rebuild.check(tied.row.pk).sentences()) == []
    undo(tied)  # they are out again after all
    assert state(tied).rounds[1, 2].status == "published"
    assert list(rebuild.check(tied.row.pk).sentences()) == []
    undo(tied, again=True)
    assert (1, 2) not in state(tied).rounds
    act(tied, "tiebreak", 2)
    undo(tied)  # the draw itself taken back comes to the same
    assert (1, 2) not in state(tied).rounds
    act(tied, "tiebreak", 2)
    row = Match.objects.get(pk=state(tied).rounds[1, 2].pairings[0].match)
    win(row)
    assert "Something is entered or ruled in round 2" in recall(tied)[0]
    assert list(rebuild.check(tied.row.pk).sentences()) == []


def test_the_lot_or_the_director_settles_it_too(tied):
    answer = act(tied, "qualify", 2, ties="director", chosen=[], reason="")
    assert answer.status_code == 422
    assert "Say why: the reason is recorded." in text_of(answer)
    act(tied, "qualify", 2, ties="lot")
    assert len(state(tied).stages[2].chosen) == 3
    draw = text_of(page(tied))
    assert "Draw round 1" in draw


def test_public_pages_tell_the_stages_the_cut_line_and_the_qualified(tied):
    public = Client()
    home = reverse("tournament", args=[tied.club.slug, tied.row.slug])
    words = text_of(public.get(home))
    assert "Stage 2 The best 3 go on. Knock-out" in words
    standings = public.get(reverse("standings", args=[tied.club.slug, tied.row.slug]))
    assert standings.text.count("league__cut") == 1
    assert "Stage 1: final standings after round 1" in text_of(standings)
    act(tied, "qualify", 2, ties="lot")
    out(tied, 2)
    assert 'class="bracket"' in public.get(home).text
    assert public.get(reverse("stage_bracket", args=[tied.club.slug, tied.row.slug, 2])).status_code == 200


def test_the_rules_page_tells_each_stage_and_of_a_later_one_what_is_otherwise():
    scene = with_final()
    address = [scene.club.slug, scene.row.slug]
    found = Client().get(reverse("tournament_rules", args=address))
    words = text_of(found)
    first, final = words.split("Stage 2: Knock-out")
    assert "Stage 1: Swiss, 1 round" in first
    assert "Best of 3" not in first
    assert "The best 3 go on. Best of 3 · To 250 · knock with 10 or less" in final
    assert "Otherwise than in stage 1; all else is the same:" in final
    known = [sentence for each in found.context["stages"][0]["paragraphs"] for sentence in each.sentences]
    assert any("125" in sentence for sentence in known)
    assert not [sentence for sentence in known if sentence in final], "what is the same is said once"
    told = Client().get(reverse("tournament_rules_json", args=address)).json()
    assert told["rules"]["target"] == 125
    assert [(each["rules"]["target"], each["rules"]["games"]) for each in told["stages"]] == [
        (125, 1),
        (250, 3),
    ]
    assert [each["cut"] for each in told["stages"]] == [None, {"kind": "top", "count": 3}]


def test_a_stage_with_the_rules_of_the_one_before_says_so_in_a_sentence():
    same = NewStage(
        format="knockout", rounds=1, rules=preset("club25"), options={"cut": {"kind": "top", "count": 4}}
    )
    scene = evening(EIGHT, rounds=1, later=[same])
    words = text_of(Client().get(reverse("tournament_rules", args=[scene.club.slug, scene.row.slug])))
    assert "Played by the rules of stage 1." in words.split("Stage 2: Knock-out")[1]


def test_a_cut_larger_than_the_field_is_refused_at_the_draw_with_the_way_out():
    scene = with_final(("Ada", "Bo", "Cy"), cut={"kind": "top", "count": 4})
    answer = post(scene.desk, scene.url("draw"), stage=1)
    assert answer.status_code == 422
    assert "4 are to go on, and there are 3. Change the cut" in text_of(answer)


def test_a_stage_is_added_and_changed_on_its_own_page():
    scene = evening(EIGHT)
    new = scene.url("stage_new")
    fields = {
        name: value
        for name, value in scene.desk.get(new).context["form"].initial.items()
        if value and name != "key"
    }
    refused = post(scene.desk, new, **{**fields, "cut_count": ""})
    assert refused.status_code == 422
    assert "Say how many go on." in text_of(refused)
    assert post(scene.desk, new, **{**fields, "cut_count": 4, "third_place": "on"}).status_code == 302
    assert (state(scene).stages[2].cut.count, state(scene).stages[2].format_options.third_place) == (4, True)
    words = text_of(scene.desk.get(scene.url("settings")))
    assert "Stage 2 Knock-out, with a match for the third place · The best 4 go on." in words
    edit = scene.url("stage", 2)
    fields = {
        name: value
        for name, value in scene.desk.get(edit).context["form"].initial.items()
        if value and name != "key"
    }
    assert post(scene.desk, edit, **{**fields, "cut_kind": "quarter", "cut_count": ""}).status_code == 302
    assert state(scene).stages[2].cut.kind == "quarter"
    answer = post(scene.desk, edit, **{**fields, "cut_kind": "of_group", "cut_count": 2})
    assert answer.status_code == 422
    assert "Groups are cut one by one" in text_of(answer)


def test_groups_are_shown_apart_and_lead_to_their_knockout():
    scene = with_final(
        EIGHT, cut={"kind": "of_group", "count": 1}, first={"format": {"groups": 2}}, format="groups"
    )
    for number in (1, 2, 3):
        out(scene, 1)
        play(scene, 1, number)
    answer = Client().get(reverse("standings", args=[scene.club.slug, scene.row.slug]))
    words = text_of(answer)
    assert words.index("Group A") < words.index("Group B")
    assert answer.text.count("league__cut") == 2
    table = Client().get(reverse("standings_csv", args=[scene.club.slug, scene.row.slug])).text
    assert [line.split(",")[0] for line in table.splitlines()[1:]] == ["1"] * 4 + ["2"] * 4
    assert act(scene, "qualify", 2).status_code == 302
    out(scene, 2)
    assert len(state(scene).rounds[2, 1].pairings) == 1


def test_the_same_again_has_the_same_stages(tied):
    act(tied, "qualify", 2, ties="lot")
    answer = post(
        tied.desk, reverse("desk_clone", args=[tied.row.pk]), name="Next", date="2026-12-03", time="19:00"
    )
    assert answer.status_code == 302, text_of(answer)
    copy = Tournament.objects.exclude(pk=tied.row.pk).get(name="Next")
    there = logs.tournament_at(copy.pk)[1]
    assert [there.stages[number].format for number in (1, 2)] == ["swiss", "knockout"]
    assert (there.stages[2].cut, there.stages[2].chosen) == (state(tied).stages[2].cut, ())


def test_a_corrected_semi_final_is_told_and_the_bracket_put_right_by_one_tap():
    scene = evening(EIGHT[:4], format="knockout").published().played()
    assert act(scene, "close").status_code == 302
    post(scene.desk, scene.url("publish"), stage=1, round=2)
    semi = scene.matches(1)[0]
    loser = semi.sides.get(index=1).entry
    matches.correct(
        Command(actor=DIRECTOR), semi, reason="mistyped", points=((87, 125),), hands_won=((3, 6),)
    )
    words = text_of(page(scene))
    assert f"Round 2: {loser.name}, not " in words
    assert post(scene.desk, scene.url("put_right", 1)).status_code == 302
    final = Match.objects.exclude(state="void").get(round__stage__tournament=scene.row, round__number=2)
    assert loser in [side.entry for side in final.sides.all()]
    assert "wrong place" not in text_of(page(scene))
    assert list(rebuild.check(scene.row.pk).sentences()) == []


def test_a_bracket_by_rating_follows_the_clubs_ratings():
    scene = evening(EIGHT[:5], format="knockout", stage_options={"format": {"seeding": "rating"}})
    for place, name in enumerate(("Ed", "Cy", "Ada")):
        player = scene.entry(name).people[0]
        Rating.objects.create(club=scene.club, player=player, shown=1700 - place, matches=9)
    assert post(scene.desk, scene.url("draw"), stage=1).status_code == 302
    byes = {scene.row.entries.get(pk=side).name for side, _, _ in state(scene).rounds[1, 1].byes}
    assert byes == {"Ed", "Cy", "Ada"}
