"""Records of a club: who holds which, from its matches in order."""

from scoring.club_records import Hands, PlayedMatch, Record, records_of


def match(
    number: int,
    winner: int | None,
    *,
    event: str = "e",
    people: tuple[str, str] = ("ada", "bo"),
    best: tuple[int, int] = (20, 10),
    gins: tuple[int, int] = (0, 0),
    undercuts: tuple[int, int] = (0, 0),
    hands: int | None = 9,
    margin: int | None = 30,
) -> PlayedMatch:
    by = tuple(
        Hands(persons=(person,), best=best[side], gins=gins[side], undercuts=undercuts[side])
        for side, person in enumerate(people)
    )
    return PlayedMatch(
        match=f"m{number}", event=event, sides=tuple((person,) for person in people), winner=winner,
        hands=hands, margin=margin if winner is not None else None, by=by,
    )  # fmt: skip


def record(code: str, *matches: PlayedMatch) -> Record:
    return next(each for each in records_of(matches) if each.code == code)


def told(found: Record) -> tuple[int, list[tuple[tuple[str, ...], str]]]:
    return found.value, [(each.persons, each.match) for each in found.holders]


def test_the_highest_hand_is_the_first_of_those_equal_and_the_others_stand_beside() -> None:
    found = record("highest_hand", match(1, 0, best=(44, 3)), match(2, 1, best=(3, 44)), match(3, 0))
    assert told(found) == (44, [(("ada",), "m1"), (("bo",), "m2")])


def test_a_run_ends_with_a_loss_or_a_tie_and_goes_on_over_events() -> None:
    matches = [match(1, 0), match(2, 0, event="f"), match(3, None), match(4, 0), match(5, 1)]
    assert told(record("longest_run", *matches)) == (2, [(("ada",), "m2")])
    longer = [*matches, match(6, 1), match(7, 1, people=("cy", "bo"))]
    assert told(record("longest_run", *longer)) == (3, [(("bo",), "m7")])


def test_one_win_is_no_run_and_nothing_is_no_record() -> None:
    codes = {each.code for each in records_of([match(1, 0, best=(0, 0))])}
    assert codes == {"quickest_match", "biggest_win"}
    assert records_of([]) == ()


def test_gins_and_undercuts_add_up_within_an_event() -> None:
    matches = [
        match(1, 0, gins=(2, 0), undercuts=(0, 1)),
        match(2, 0, gins=(1, 0)),
        match(3, 1, event="f", gins=(2, 2)),
    ]
    assert told(record("most_gins", *matches)) == (3, [(("ada",), "m2")])
    assert told(record("most_undercuts", *matches)) == (1, [(("bo",), "m1")])


def test_the_quickest_match_has_the_fewest_hands_and_a_score_alone_none() -> None:
    matches = [match(1, 0, hands=None), match(2, 1, hands=7), match(3, 0, hands=8)]
    assert told(record("quickest_match", *matches)) == (7, [(("bo",), "m2")])
    assert told(record("biggest_win", match(1, 0, margin=90), match(2, 1, margin=40)))[0] == 90


def test_partners_hold_together_what_is_of_their_match() -> None:
    pairs = PlayedMatch(
        match="m", event="e", sides=(("ada", "abe"), ("bo", "ben")), winner=0, hands=12, margin=50,
        by=(Hands(persons=("abe",), best=31, gins=1, undercuts=0),),
    )  # fmt: skip
    assert told(record("biggest_win", pairs)) == (50, [(("ada", "abe"), "m")])
    assert told(record("highest_hand", pairs)) == (31, [(("abe",), "m")])
