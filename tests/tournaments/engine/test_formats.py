"""Every format that makes pairs, over many fields.

Nobody twice a round, one bye at most, byes fair, no repeat while avoidable.
"""

from __future__ import annotations

from collections import Counter

import pytest

from tests.tournaments.engine.fields import field_of, met_in, play, repeats
from tournaments.engine.errors import NotNow
from tournaments.engine.formats import FORMATS, Format, format_named

SIZES = (2, 3, 4, 5, 6, 7, 8, 9, 10, 13, 16, 21)


def every_format() -> list[object]:
    planned = [each for each in FORMATS if each.sizes == (2, 2) and each.draws_all and not each.builds_sides]
    return [pytest.param(each, id=each.key) for each in planned]


@pytest.mark.parametrize("format", every_format())
@pytest.mark.parametrize("count", SIZES)
def test_everybody_plays_once_a_round_or_has_the_only_bye(format: Format, count: int) -> None:
    field = field_of(count, rounds=format.rounds_for(count))
    _, draws = play(format, field, seed=count)
    assert len(draws) == field.rounds
    for draw in draws:
        seen = Counter(side for match in draw.matches for side in match.sides)
        seen.update(side for side, _, _ in draw.byes)
        assert seen == Counter({each.id: 1 for each in field.entrants})
        assert len(draw.byes) == count % 2


@pytest.mark.parametrize("format", every_format())
@pytest.mark.parametrize("count", [size for size in SIZES if size % 2])
def test_nobody_has_a_second_bye_before_everybody_had_one(format: Format, count: int) -> None:
    field = field_of(count, rounds=format.most_rounds(count))
    _, draws = play(format, field, seed=count)
    byes = Counter(side for draw in draws for side, _, _ in draw.byes)
    assert max(byes.values()) - min(byes.get(each.id, 0) for each in field.entrants) <= 1


@pytest.mark.parametrize("format", every_format())
@pytest.mark.parametrize("count", SIZES)
def test_nobody_meets_anybody_once_too_often(format: Format, count: int) -> None:
    meant = 2 if format.key == "double_round_robin" else 1
    for rounds in range(1, format.most_rounds(count) + 1):
        _, draws = play(format, field_of(count, rounds=rounds), seed=count * 100 + rounds)
        met = Counter(pair for draw in draws for pair in met_in(draw))
        assert max(met.values()) <= meant, (count, rounds)


@pytest.mark.parametrize("format", every_format())
@pytest.mark.parametrize("count", SIZES)
def test_first_deals_are_even(format: Format, count: int) -> None:
    field, _ = play(format, field_of(count, rounds=format.rounds_for(count)), seed=count)
    assert max(abs(each.deal_balance) for each in field.entrants) <= 3


@pytest.mark.parametrize("format", every_format())
def test_the_same_field_and_seed_give_the_same_draw(format: Format) -> None:
    field, _ = play(format, field_of(12, rounds=3), seed=5)
    again = format.draw(field, 4, 77)
    assert format.draw(field, 4, 77) == again
    assert len(again.matches) == 6


@pytest.mark.parametrize("format", every_format())
def test_everybody_meets_everybody_in_the_most_rounds(format: Format) -> None:
    for count in (4, 5, 8):
        _, draws = play(format, field_of(count, rounds=format.most_rounds(count)))
        met = Counter(pair for draw in draws for pair in met_in(draw))
        assert len(met) == count * (count - 1) // 2
        assert len(set(met.values())) == 1


def test_keys_are_all_different() -> None:
    assert len({each.key for each in FORMATS}) == len(FORMATS)


def test_an_unknown_format_is_refused() -> None:
    with pytest.raises(NotNow) as refusal:
        format_named("ladder")
    assert (refusal.value.code, refusal.value.data) == ("unknown_format", {"format": "ladder"})


def test_a_double_round_robin_turns_the_first_deals() -> None:
    format = format_named("double_round_robin")
    _, draws = play(format, field_of(6, rounds=10))
    assert repeats(draws) == 15
    first = [{match.sides for match in draw.matches} for draw in draws]
    for there, back in zip(first[:5], first[5:], strict=True):
        assert {(b, a) for a, b in there} == back
