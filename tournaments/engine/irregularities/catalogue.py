"""Every irregularity with its choices (rules 4.3). The texts are English and marked for translation."""

from __future__ import annotations

from collections.abc import Mapping

from tournaments.engine.irregularities.kinds import Choice, Group, Irregularity
from tournaments.engine.sentences import gettext_noop

GROUPS: Mapping[Group, str] = {
    "cards": gettext_noop("Cards and the deal"),
    "knock": gettext_noop("Knocking and gin"),
    "turn": gettext_noop("Turns and piles"),
    "count": gettext_noop("The count"),
    "late": gettext_noop("Somebody is late"),
}

AGAIN = gettext_noop("The same dealer deals again. Nobody scores.")


def _redeal(words: str = gettext_noop("Deal the hand again"), says: str = AGAIN) -> Choice:
    return Choice(key="redeal", words=words, says=says, hand="dealt_again")


_GOES_ON = Choice(
    key="play_on",
    words=gettext_noop("Play on"),
    says=gettext_noop("The hand is played on as it lies."),
    hand="goes_on",
)
_CORRECTS = gettext_noop(
    "A player with a card too many discards without drawing, one with a card too few draws without "
    "discarding; he may not knock until his next turn."
)

CATALOGUE: tuple[Irregularity, ...] = (
    Irregularity(
        code="IR-1",
        group="cards",
        words=gettext_noop("Wrong number of cards, found before that player drew"),
        says=gettext_noop("Found before the first draw, a wrong number of cards means a new deal."),
        who="either",
        choices=(_redeal(), _GOES_ON),
        every_game=True,
    ),
    Irregularity(
        code="IR-2",
        group="cards",
        words=gettext_noop("Both hands have a wrong number of cards, found later"),
        says=gettext_noop("When both hands are wrong the hand is dealt again."),
        who="nobody",
        choices=(_redeal(), _GOES_ON),
    ),
    Irregularity(
        code="IR-3",
        group="cards",
        words=gettext_noop("One hand has a wrong number of cards, found later"),
        says=gettext_noop("The side with the right number chooses: a new deal, or play goes on."),
        who="one",
        choices=(
            Choice(
                key="redeal",
                words=gettext_noop("The other side chose a new deal"),
                says=AGAIN,
                hand="dealt_again",
                chosen_by_other=True,
            ),
            Choice(
                key="play_on",
                words=gettext_noop("The other side chose to play on"),
                says=_CORRECTS,
                hand="goes_on",
                chosen_by_other=True,
            ),
            Choice(
                key="director_redeal",
                words=gettext_noop("I decide: deal the hand again"),
                says=AGAIN,
                hand="dealt_again",
            ),
            Choice(
                key="director_play_on",
                words=gettext_noop("I decide: play on"),
                says=_CORRECTS,
                hand="goes_on",
            ),
        ),
    ),
    Irregularity(
        code="IR-4",
        group="cards",
        words=gettext_noop("Wrong number of cards, found when the hands were laid down"),
        says=gettext_noop(
            "The side with the wrong number cannot score the hand. If it knocked, that was an illegal knock. "
            "If the other side knocked, that side scores the difference of the counts, at least 0."
        ),
        who="one",
        choices=(
            Choice(
                key="defended",
                words=gettext_noop("The other side knocked: it scores the count, at least 0"),
                says=gettext_noop("The knocker scores the difference, at least 0; there is no undercut."),
                hand="not_below_zero",
            ),
            Choice(
                key="knocked",
                words=gettext_noop("It knocked itself: an illegal knock, play on"),
                says=gettext_noop(
                    "The hand stays face up until the other side’s next turn is over, then play goes on."
                ),
                hand="goes_on",
            ),
            _redeal(),
        ),
    ),
    Irregularity(
        code="IR-5",
        group="knock",
        words=gettext_noop("Knocked with too many points; the other hand is not shown yet"),
        says=gettext_noop(
            "Play goes on, and the knocker’s cards stay face up until the other side’s next turn is over; "
            "under rules that void such a hand it is dealt again."
        ),
        who="one",
        choices=(
            Choice(
                key="exposed",
                words=gettext_noop("Play on, cards face up for one turn"),
                says=gettext_noop(
                    "The knocker’s cards stay face up until the other side’s next turn is over, then play "
                    "goes on."
                ),
                hand="goes_on",
            ),
            _redeal(),
            Choice(
                key="play_on",
                words=gettext_noop("Play on, cards taken up again"),
                says=gettext_noop("The knocker takes the cards up again and play goes on."),
                hand="goes_on",
            ),
        ),
    ),
    Irregularity(
        code="IR-6",
        group="knock",
        words=gettext_noop("Knocked with too many points; the other hand is shown already"),
        says=gettext_noop(
            "The hand is void and the same dealer deals again, with a warning. The second time in a match "
            "the other side is awarded the undercut bonus."
        ),
        who="one",
        choices=(
            Choice(
                key="first",
                words=gettext_noop("Deal again, with a warning"),
                says=gettext_noop("The hand is void. The same dealer deals again; the side is warned."),
                hand="dealt_again",
                warns=True,
            ),
            Choice(
                key="again",
                words=gettext_noop("Deal again, and points to the other side"),
                says=gettext_noop("The hand is void and dealt again; the other side is awarded points."),
                hand="dealt_again",
                points="undercut_bonus",
                warns=True,
            ),
            _redeal(words=gettext_noop("Deal again, without a warning")),
            _GOES_ON,
        ),
    ),
    Irregularity(
        code="IR-7",
        group="knock",
        words=gettext_noop("Claimed gin with cards left over, within the limit"),
        says=gettext_noop("It is scored as a knock with those cards; the other side may lay off."),
        who="one",
        choices=(
            Choice(
                key="knock",
                words=gettext_noop("Score it as a knock"),
                says=gettext_noop("It is a knock with the cards left over, and the other side lays off."),
                hand="as_knock",
            ),
            _redeal(),
        ),
    ),
    Irregularity(
        code="IR-8",
        group="turn",
        words=gettext_noop("Discarded the card just taken from the pile"),
        says=gettext_noop("It is corrected until the other side draws; after that it stands."),
        who="one",
        choices=(
            Choice(
                key="corrected",
                words=gettext_noop("Another card is discarded"),
                says=gettext_noop("The card goes back to the hand, and another one is discarded."),
            ),
            Choice(
                key="stands",
                words=gettext_noop("It stands: the other side has drawn"),
                says=gettext_noop("The other side has drawn, so the discard stands."),
            ),
        ),
    ),
    Irregularity(
        code="IR-9",
        group="turn",
        words=gettext_noop("Looked through the discards"),
        says=gettext_noop("A warning the first time, then 25 points to the other side each time."),
        who="one",
        choices=(
            Choice(
                key="warning",
                words=gettext_noop("A warning"),
                says=gettext_noop("The side is warned; next time in this match points go to the other side."),
                warns=True,
            ),
            Choice(
                key="points",
                words=gettext_noop("Points to the other side"),
                says=gettext_noop("The other side is awarded points."),
                points=25,
                warns=True,
            ),
            Choice(
                key="noted",
                words=gettext_noop("Only note it"),
                says=gettext_noop("Nothing follows."),
            ),
        ),
    ),
    Irregularity(
        code="IR-10",
        group="cards",
        words=gettext_noop("A card was turned over in the deal, or the pack is not complete"),
        says=gettext_noop("Dealt again before the first draw. Hands already finished stand."),
        who="nobody",
        choices=(
            _redeal(words=gettext_noop("Deal again, with a good pack")),
            Choice(
                key="stands",
                words=gettext_noop("What is finished stands"),
                says=gettext_noop("Finished hands stand; the next one is dealt with a good pack."),
            ),
            _GOES_ON,
        ),
        every_game=True,
    ),
    Irregularity(
        code="IR-11",
        group="turn",
        words=gettext_noop("Drew out of turn, or saw a card too many"),
        says=gettext_noop("The card goes back where it came from and the other side is told what it was."),
        who="one",
        choices=(
            Choice(
                key="returned",
                words=gettext_noop("The card goes back, the other side is told"),
                says=gettext_noop("The card goes back, and the other side is told what it was."),
            ),
            Choice(
                key="warning",
                words=gettext_noop("The card goes back, with a warning"),
                says=gettext_noop("The card goes back, the other side is told, and the side is warned."),
                warns=True,
            ),
            _redeal(),
        ),
    ),
    Irregularity(
        code="IR-12",
        group="cards",
        words=gettext_noop("The wrong side dealt"),
        says=gettext_noop("It stands once the other side has acted; before that the right side deals."),
        who="nobody",
        choices=(
            Choice(
                key="stands",
                words=gettext_noop("It stands: play has begun"),
                says=gettext_noop("The side that did not deal has acted, so the deal stands."),
            ),
            _redeal(
                words=gettext_noop("The right side deals"),
                says=gettext_noop("Nobody has acted yet: the side named on the sheet deals. Nobody scores."),
            ),
        ),
        every_game=True,
    ),
    Irregularity(
        code="IR-13",
        group="late",
        words=gettext_noop("A side came late, or is not back"),
        says=gettext_noop(
            "When the time of grace is over a game is lost, and one more for each further 15 minutes."
        ),
        who="one",
        choices=(
            Choice(
                key="games",
                words=gettext_noop("Games are lost"),
                says=gettext_noop("The games lost are won by the other side, without points."),
                games=True,
            ),
            Choice(
                key="grace",
                words=gettext_noop("Within the time of grace"),
                says=gettext_noop("Nothing is lost."),
            ),
            Choice(
                key="warning",
                words=gettext_noop("A warning"),
                says=gettext_noop("Nothing is lost; the side is warned."),
                warns=True,
            ),
        ),
        every_game=True,
        of_two=True,
    ),
    Irregularity(
        code="IR-15",
        group="count",
        words=gettext_noop("The sides do not agree about a count"),
        says=gettext_noop("The cards speak until the hands are gathered; then the entered count stands."),
        who="either",
        choices=(
            Choice(
                key="speak",
                words=gettext_noop("Count again: the cards speak"),
                says=gettext_noop("The hands still lie there: they are counted again and entered."),
                hand="goes_on",
            ),
            Choice(
                key="entered",
                words=gettext_noop("The entered count stands"),
                says=gettext_noop("The hands are gathered, so the count that was entered stands."),
            ),
        ),
        every_game=True,
    ),
)  # fmt: skip

_BY_CODE = {each.code: each for each in CATALOGUE}


def irregularity(code: str) -> Irregularity | None:
    """The irregularity with this code, None where there is none."""
    return _BY_CODE.get(code)


def irregularities_for(family: str, *, sides: int) -> tuple[Irregularity, ...]:
    """Those that may happen in a match of this game (`gin` or `manipulation`) and so many sides."""
    return tuple(
        each for each in CATALOGUE if (family == "gin" or each.every_game) and (sides == 2 or not each.of_two)
    )
