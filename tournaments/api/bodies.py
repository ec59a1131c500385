"""What the API reads: one serializer a body. What cannot be read is 400 with the field's name."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from scoring.tiebreaks import TIEBREAKS
from tournaments.api.moments import Day, Start, Zone
from tournaments.engine.correction_window import MINUTES, MOST_MINUTES
from tournaments.engine.formats import FORMATS
from tournaments.engine.money.terms import MOST as MOST_MONEY
from tournaments.exchange.preview import MOST_SEED, MOST_START_POINTS

MOST_VERSION = 2**31 - 1
MOST_POINTS = 20_000
"""Of one game, as in the forms of a table."""
Body = serializers.Serializer[dict[str, Any]]


class Versioned(serializers.Serializer[dict[str, Any]]):
    """`version` is the version the sender saw; left out, nothing is compared."""

    version = serializers.IntegerField(required=False, min_value=0, max_value=MOST_VERSION)


class StageChoices(serializers.Serializer[dict[str, Any]]):
    """What is chosen of a stage. `rounds` may be left out where the field or the results say how many."""

    rules = serializers.JSONField(required=False)
    format = serializers.CharField(max_length=20, default="swiss")
    rounds = serializers.IntegerField(min_value=1, max_value=99, required=False)
    tiebreaks = serializers.ListField(
        child=serializers.ChoiceField([each.code for each in TIEBREAKS]), required=False
    )
    standings = serializers.DictField(required=False)
    format_options = serializers.DictField(required=False)
    open = serializers.BooleanField(default=False)

    def validate_tiebreaks(self, value: list[str]) -> list[str]:
        """Each once."""
        if len({*value}) < len(value):
            raise serializers.ValidationError("A tie-break stands twice.", code="twice")
        return value

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Rounds where the format plans them."""
        if "rounds" not in attrs:
            if not any(each.key == attrs["format"] and each.rounds_follow for each in FORMATS):
                raise serializers.ValidationError({"rounds": "This field is required."}, code="required")
            attrs["rounds"] = 1
        return attrs


class NewStage(StageChoices, Versioned):
    """One more stage. `cut`: `{"kind": "top" | "of_group", "count": n}` or `{"kind": "quarter"}`."""

    cut = serializers.DictField(required=False, allow_null=True)


class PlayBy(Versioned):
    """The last day of a round; null for none."""

    until = Day(allow_null=True)


class PublishRound(Versioned):
    """`clock`: the walk-in begins with the publication, where the stage's rounds have a clock."""

    clock = serializers.BooleanField(default=False)


class ClockLengths(Versioned):
    """What rounds' clocks are set to, in seconds; `play` null for no clock."""

    play = serializers.IntegerField(min_value=1, max_value=86400, allow_null=True)
    walk_in = serializers.IntegerField(min_value=0, max_value=86400, default=180)
    no_show = serializers.IntegerField(min_value=0, max_value=86400, default=600)
    at_time = serializers.ChoiceField(["call", "play_on"], default="call")


class ClockOrder(serializers.Serializer[dict[str, Any]]):
    """What is done with a round's clock; `seconds` (and `match`) with `give`."""

    do = serializers.ChoiceField(["start", "begin", "pause", "resume", "give", "call"])
    seconds = serializers.IntegerField(min_value=-86400, max_value=86400, default=0)
    match = serializers.UUIDField(required=False, allow_null=True)


class Missing(serializers.Serializer[dict[str, Any]]):
    """The sides that are not at the table."""

    missing = serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=99), allow_empty=True, max_length=5
    )


class Postpone(serializers.Serializer[dict[str, Any]]):
    """Another day for a match."""

    until = Day()


class Qualify(Versioned):
    """The cut: a tie on its line by lot, or by the director, who names the `chosen` and says why."""

    ties = serializers.ChoiceField(["lot", "director"], required=False)
    chosen = serializers.ListField(child=serializers.UUIDField(), default=list)
    reason = serializers.CharField(max_length=200, default="", allow_blank=True)


class NewTournament(StageChoices):
    """A tournament to be made."""

    club = serializers.SlugField()
    name = serializers.CharField(max_length=80)
    starts_at = Start()
    zone = Zone(default="UTC")
    side_size = serializers.IntegerField(min_value=1, max_value=2, default=1)
    live_standings = serializers.ChoiceField(["public", "people", "directors"], default="public")
    results = serializers.ChoiceField(["at_once", "after_close"], default="at_once")
    acceptance = serializers.ChoiceField(["shared", "own_link", "director"], default="shared")
    correction_minutes = serializers.IntegerField(min_value=0, max_value=MOST_MINUTES, default=MINUTES)


class TournamentWords(serializers.Serializer[dict[str, Any]]):
    """What may change of a tournament at any time."""

    name = serializers.CharField(max_length=80, required=False)
    starts_at = Start(required=False)
    zone = Zone(required=False)
    live_standings = serializers.ChoiceField(["public", "people", "directors"], required=False)
    results = serializers.ChoiceField(["at_once", "after_close"], required=False)
    acceptance = serializers.ChoiceField(["shared", "own_link", "director"], required=False)
    publish_with_close = serializers.BooleanField(required=False)
    correction_minutes = serializers.IntegerField(min_value=0, max_value=MOST_MINUTES, required=False)


class CloneOf(serializers.Serializer[dict[str, Any]]):
    """Name and start of a clone."""

    name = serializers.CharField(max_length=80)
    starts_at = Start()


class NewSide(serializers.Serializer[dict[str, Any]]):
    """A side by the names of its persons."""

    names = serializers.ListField(child=serializers.CharField(max_length=80), min_length=1, max_length=2)
    seed = serializers.IntegerField(required=False, allow_null=True, min_value=1, max_value=MOST_SEED)
    start_points = serializers.IntegerField(
        required=False, default=0, min_value=0, max_value=MOST_START_POINTS
    )
    private = serializers.BooleanField(required=False, default=False)


class StartPoints(serializers.Serializer[dict[str, Any]]):
    """A handicap."""

    points = serializers.IntegerField(min_value=0, max_value=MOST_START_POINTS)


class Terms(Versioned):
    """What an event costs and pays, all of it anew: amounts in the smallest unit, shares as
    `{"percent": hundredths}` or `{"fixed": amount}`."""

    terms = serializers.DictField()


class Fee(serializers.Serializer[dict[str, Any]]):
    """A person's fee: taken (`amount` left out: whole), waived, or open again."""

    person = serializers.UUIDField()
    how = serializers.ChoiceField(["paid", "waived", "open"])
    amount = serializers.IntegerField(required=False, min_value=0, max_value=MOST_MONEY)
    reason = serializers.CharField(required=False, default="", allow_blank=True, max_length=200)


class Life(serializers.Serializer[dict[str, Any]]):
    """A life bought back, for its price or for nothing."""

    waived = serializers.BooleanField(required=False, default=False)


class Prize(serializers.Serializer[dict[str, Any]]):
    """What a side has been given out of a pot in all."""

    pot = serializers.CharField(max_length=20)
    side = serializers.UUIDField()
    amount = serializers.IntegerField(min_value=0, max_value=MOST_MONEY)


class CashCount(serializers.Serializer[dict[str, Any]]):
    """What is in the box."""

    amount = serializers.IntegerField(min_value=0, max_value=MOST_MONEY)
    note = serializers.CharField(required=False, default="", allow_blank=True, max_length=200)


class NewSides(Versioned):
    """Sides to be entered, all or none."""

    sides = NewSide(many=True)
    missed = serializers.ChoiceField(["bye", "zero"], default="zero")


class HouseSide(serializers.Serializer[dict[str, Any]]):
    """Who sits in while the field is odd: the names of a side."""

    names = serializers.ListField(child=serializers.CharField(max_length=80), min_length=1, max_length=2)


class PlayersList(serializers.Serializer[dict[str, Any]]):
    """A list of players: pasted names, or a CSV file's bytes in base64. `commit` enters what can come in."""

    text = serializers.CharField(required=False)
    csv_base64 = serializers.CharField(required=False)
    commit = serializers.BooleanField(default=False)


class Present(serializers.Serializer[dict[str, Any]]):
    """In the room or not."""

    present = serializers.BooleanField(default=True)


class Leaving(serializers.Serializer[dict[str, Any]]):
    """Why a side leaves, and what becomes of the match it plays."""

    reason = serializers.CharField(max_length=200, allow_blank=True, default="")
    removal = serializers.ChoiceField(["forfeit", "void", "keep"], required=False)


class Absence(serializers.Serializer[dict[str, Any]]):
    """One round missed; `points` 2 makes it a full bye."""

    stage = serializers.IntegerField(default=1, min_value=1, max_value=99)
    round = serializers.IntegerField(min_value=1, max_value=999)
    kind = serializers.ChoiceField(["requested", "director"], default="requested")
    points = serializers.ChoiceField([0, 1, 2], default=0)


class Ruling(serializers.Serializer[dict[str, Any]]):
    """Points taken from a side."""

    side = serializers.UUIDField()
    stage = serializers.IntegerField(default=1, min_value=1, max_value=99)
    round = serializers.IntegerField(min_value=1, max_value=999)
    game_points = serializers.IntegerField(min_value=0, max_value=99, default=0)
    spread = serializers.IntegerField(min_value=0, max_value=9999, default=0)
    reason = serializers.CharField(max_length=200)


class Draw(Versioned):
    """`seed` repeats a draw; `everybody` draws those not checked in too; `redraw` replaces a fresh draft."""

    seed = serializers.IntegerField(required=False, min_value=0, max_value=2**31 - 1)
    everybody = serializers.BooleanField(default=False)
    redraw = serializers.BooleanField(default=False)


class Swap(Versioned):
    """Two sides (by id) or two matches' tables (by match id) change places."""

    sides = serializers.ListField(child=serializers.UUIDField(), min_length=2, max_length=2, required=False)
    matches = serializers.ListField(child=serializers.UUIDField(), min_length=2, max_length=2, required=False)


class OpenMatchDecision(serializers.Serializer[dict[str, Any]]):
    """What becomes of a match still open."""

    match = serializers.UUIDField()
    kind = serializers.ChoiceField(["stands", "adjourned", "forfeit", "void"])
    reason = serializers.CharField(max_length=200)
    losers = serializers.ListField(child=serializers.IntegerField(min_value=0, max_value=4), default=list)


class Close(Versioned):
    """Closing a round; every open match has its decision."""

    decisions = OpenMatchDecision(many=True, default=list)


class Place(serializers.Serializer[dict[str, Any]]):
    """A place on the sheet."""

    game = serializers.IntegerField(min_value=1, max_value=999)
    deal = serializers.IntegerField(min_value=1, max_value=999)
    board = serializers.IntegerField(min_value=0, max_value=1, default=0)


class Records(Versioned):
    """Hands as lines of the record: each a list of objects, the deal first. `place` and `amend` go with
    one hand.
    """

    records = serializers.ListField(
        child=serializers.ListField(child=serializers.DictField(), min_length=1), min_length=1, max_length=200
    )
    place = Place(required=False)
    amend = serializers.BooleanField(default=False)


class Strike(Versioned):
    """The last line of a board, taken back."""

    place = Place()


def agreeing() -> serializers.ListField:
    """The sides, by seat, that agree to what is decided late."""
    return serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=4), default=list, max_length=5
    )


def deciding() -> serializers.ListField:
    """The two sides (ids) that decided, where whoever sends it plays in the match himself; else none."""
    return serializers.ListField(child=serializers.UUIDField(), default=list, max_length=2)


def numbers() -> serializers.ListField:
    """One game's numbers, by side."""
    return serializers.ListField(
        child=serializers.IntegerField(min_value=0, max_value=MOST_POINTS), min_length=2, max_length=5
    )


class Score(Versioned):
    """A final score alone, one list a game, by side."""

    points = serializers.ListField(child=numbers(), min_length=1)
    hands_won = serializers.ListField(child=numbers(), min_length=1)
    confirm = serializers.BooleanField(default=False)
    replace = serializers.BooleanField(default=False)


class Acceptance(Versioned):
    """Who accepts: on its own phone nothing is said; on a shared phone the named other side."""

    side = serializers.IntegerField(min_value=0, max_value=4, required=False, allow_null=True)
    via = serializers.ChoiceField(["own_link", "shared_table"], default="own_link")


class Disagreement(Versioned):
    """NOT RIGHT, and why."""

    reason = serializers.CharField(max_length=200, allow_blank=True, default="")
    side = serializers.IntegerField(min_value=0, max_value=4, required=False, allow_null=True)


class Correction(Versioned):
    """Another result in place of the one that stands: a final score (`points`, `hands_won`), or one hand, as
    lines of the `record`, at a `place` of the sheet.

    Where that hand leaves a signed match unfinished its winner stands, unless time is called (`with_time`) or
    all sides agree to play on (`resume`, `agreed`).
    """

    reason = serializers.CharField(max_length=200)
    points = serializers.ListField(child=numbers(), min_length=1, required=False)
    hands_won = serializers.ListField(child=numbers(), min_length=1, required=False)
    place = Place(required=False)
    record = serializers.ListField(child=serializers.DictField(), min_length=1, required=False)
    with_time = serializers.BooleanField(default=False)
    resume = serializers.BooleanField(default=False)
    agreed = agreeing()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """A score or a hand, whole."""
        for one, other in (("points", "hands_won"), ("place", "record")):
            if (one in attrs) != (other in attrs):
                missing = other if one in attrs else one
                raise serializers.ValidationError({missing: "This field is required."}, code="required")
        if ("points" in attrs) == ("place" in attrs):
            words = "Give either a final score or one hand with its place."
            raise serializers.ValidationError({"place": words}, code="required")
        return attrs


class Reasoned(Versioned):
    """A decision and its reason."""

    reason = serializers.CharField(max_length=200)


class Agreed(Reasoned):
    """The same about a match: once the time for corrections is over, with the sides that agreed."""

    agreed = agreeing()


class Losers(Agreed):
    """Which sides lose by forfeit."""

    losers = serializers.ListField(child=serializers.IntegerField(min_value=0, max_value=4), min_length=1)


class EntrantsDecision(Reasoned):
    """What two uninvolved entrants (ids of sides) decided about a dispute of the director's own match."""

    deciders = serializers.ListField(child=serializers.UUIDField(), min_length=2, max_length=2)
    decision = serializers.ChoiceField(["stands", "score", "forfeit", "void"])
    points = serializers.ListField(child=numbers(), required=False)
    hands_won = serializers.ListField(child=numbers(), required=False)
    losers = serializers.ListField(child=serializers.IntegerField(min_value=0, max_value=4), default=list)


class Publishing(Versioned):
    """After which round standings are hung up."""

    stage = serializers.IntegerField(default=1, min_value=1, max_value=99)
    round = serializers.IntegerField(min_value=1, max_value=999)
    final = serializers.BooleanField(default=False)
