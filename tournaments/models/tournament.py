"""A tournament and what may be rebuilt of it: stages, entries, rounds, matches."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.models.player import Player
from tournaments.engine import correction_window
from tournaments.models.club import Club, RoomTable


class Tournament(models.Model):
    """The row beside a tournament's stream. Name, date and audience are the club's words and may change."""

    class State(models.TextChoices):
        """A draft is seen by its directors alone."""

        DRAFT = "draft", _("draft")
        OPEN = "open", _("announced")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")

    class Audience(models.TextChoices):
        """Who sees live standings."""

        PUBLIC = "public", _("everybody")
        PEOPLE = "people", _("people with a table's code or a login")
        DIRECTORS = "directors", _("directors only")

    class Results(models.TextChoices):
        """When those without a role in the event see the results of other tables."""

        AT_ONCE = "at_once", _("at once")
        AFTER_CLOSE = "after_close", _("when the round is closed")

    class Acceptance(models.TextChoices):
        """Whose word makes a result count."""

        SHARED = "shared", _("the other side, on any phone at the table")
        OWN_LINK = "own_link", _("the other side, on its own phone")
        DIRECTOR = "director", _("the director")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="tournaments")
    name = models.CharField(_("name"), max_length=80)
    slug = models.SlugField(max_length=60)
    starts_at = models.DateTimeField(_("start"))
    zone = models.CharField(_("time zone"), max_length=60, default="UTC")
    side_size = models.PositiveSmallIntegerField(default=1)
    state = models.CharField(max_length=10, choices=State.choices, default=State.DRAFT)
    live_standings = models.CharField(max_length=10, choices=Audience.choices, default=Audience.PUBLIC)
    results = models.CharField(max_length=11, choices=Results.choices, default=Results.AT_ONCE)
    acceptance = models.CharField(max_length=10, choices=Acceptance.choices, default=Acceptance.SHARED)
    publish_with_close = models.BooleanField(default=True)
    correction_minutes = models.PositiveSmallIntegerField(default=correction_window.MINUTES)
    """So long after its standings hung the director corrects a result alone."""
    announcement = models.CharField(_("announcement"), max_length=200, blank=True, default="")
    public_terms = models.JSONField(null=True, default=None)
    """What the event costs and pays, where everybody may see it."""
    version = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("club", "slug"), name="tournament_slug_once"),)
        ordering = ("-starts_at",)

    def __str__(self) -> str:
        return self.name


class TournamentRole(models.Model):
    """A login's right in one tournament."""

    class Kind(models.TextChoices):
        """A director runs it; a deputy rules where the director plays; a scorer enters."""

        DIRECTOR = "director", _("director")
        DEPUTY = "deputy", _("deputy")
        SCORER = "scorer", _("scorer")

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="roles")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="tournament_roles"
    )
    kind = models.CharField(max_length=10, choices=Kind.choices)
    expires_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("tournament", "user", "kind"), name="role_once"),)

    def __str__(self) -> str:
        return f"{self.user}: {self.kind}"


class Stage(models.Model):
    """A set of rounds in one format. Standings are replaced whole; `standings_position` says as of when.

    `cut`: who of the stage before goes on to this one; none for the first.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField()
    format = models.CharField(max_length=20)
    rounds_planned = models.PositiveSmallIntegerField()
    rules = models.JSONField()
    tiebreaks = models.JSONField(default=list)
    standings_options = models.JSONField(default=dict)
    format_options = models.JSONField(default=dict)
    cut = models.JSONField(null=True)
    is_open = models.BooleanField(default=False)
    standings_position = models.BigIntegerField(default=0)
    standings_facts = models.JSONField(default=dict)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("tournament", "number"), name="stage_once"),)
        ordering = ("number",)

    def __str__(self) -> str:
        return f"{self.tournament} {self.number}"


def as_sitting(name: str, *, is_house: bool) -> str:
    """A side's name as it is shown everywhere: a house player's says so."""
    return gettext("%(name)s (house)") % {"name": name} if is_house else name


class Entry(models.Model):
    """A side of a tournament: one person or fixed partners. Partners for one round alone are `formed_for` it
    instead: nobody lists them, their names stand at their table. A house player's is marked wherever it is
    named, and stands in no standings.
    """

    class Status(models.TextChoices):
        """Only active sides are drawn."""

        ACTIVE = "active", _("playing")
        WITHDRAWN = "withdrawn", _("withdrawn")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="entries", null=True)
    formed_for = models.ForeignKey(
        Tournament, on_delete=models.CASCADE, related_name="formed_entries", null=True
    )
    number = models.PositiveSmallIntegerField()
    seed = models.IntegerField(null=True)
    start_points = models.SmallIntegerField(default=0)
    from_round = models.PositiveSmallIntegerField(default=1)
    status = models.CharField(max_length=10, choices=Status.choices, default=Status.ACTIVE)
    withdrawn_from = models.PositiveSmallIntegerField(null=True)
    checked_in = models.BooleanField(default=False)
    is_house = models.BooleanField(default=False)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("tournament", "number"), name="entry_number_once"),)
        ordering = ("number",)

    def __str__(self) -> str:
        return self.name

    @property
    def people(self) -> list[Player]:
        """The side's persons in order (prefetch `persons__player`)."""
        return [person.player for person in self.persons.all()]

    @property
    def name(self) -> str:
        """Both names of a side, for those who run the event."""
        return as_sitting(" & ".join(player.name for player in self.people), is_house=self.is_house)

    @property
    def public_name(self) -> str:
        """The side as everybody may see it."""
        return as_sitting(" & ".join(player.public_name for player in self.people), is_house=self.is_house)


class EntryPerson(models.Model):
    """A person of a side, in order."""

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="persons")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="entries")
    order = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("entry", "order"), name="entry_person_once"),)
        ordering = ("order",)

    def __str__(self) -> str:
        return str(self.player)


class Round(models.Model):
    """One round of a stage. A draft is seen by the director alone. `play_by`: its last day, in a league.

    `clock`: as `tournaments.engine.clock` writes it, none before it is started; `clock_since`: when it was
    last set going.
    """

    class State(models.TextChoices):
        """Draft, then published, then closed; never back."""

        DRAFT = "draft", _("draft")
        PUBLISHED = "published", _("running")
        CLOSED = "closed", _("closed")

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=10, choices=State.choices, default=State.DRAFT)
    seed = models.BigIntegerField(default=0)
    notes = models.JSONField(default=list)
    published_at = models.DateTimeField(null=True)
    closed_at = models.DateTimeField(null=True)
    play_by = models.DateField(null=True)
    clock = models.JSONField(null=True)
    clock_since = models.DateTimeField(null=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("stage", "number"), name="round_once"),)
        ordering = ("stage", "number")

    def __str__(self) -> str:
        return f"{self.stage} round {self.number}"


class Match(models.Model):
    """The row beside a match's stream. `summary` is what pages show without folding: points, hands won,
    winner, warnings. Play began at `started_at`; its stream last went on at `changed_at`. `play_by`: it was
    put off until that day.
    """

    class State(models.TextChoices):
        """Counted: accepted, corrected, forfeit. Open: none, playing, entered, disputed."""

        NONE = "none", _("not begun")
        PLAYING = "playing", _("playing")
        ENTERED = "entered", _("waiting for the other side")
        ACCEPTED = "accepted", _("accepted")
        DISPUTED = "disputed", _("disputed")
        CORRECTED = "corrected", _("corrected")
        FORFEIT = "forfeit", _("forfeit")
        VOID = "void", _("void")

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="matches")
    order = models.PositiveSmallIntegerField(default=0)
    table = models.ForeignKey(RoomTable, null=True, on_delete=models.SET_NULL, related_name="matches")
    table_number = models.PositiveSmallIntegerField(null=True)
    first_dealer = models.PositiveSmallIntegerField(default=0)
    reasons = models.JSONField(default=dict)
    state = models.CharField(max_length=10, choices=State.choices, default=State.NONE)
    summary = models.JSONField(default=dict)
    director_called = models.BooleanField(default=False)
    is_adjourned = models.BooleanField(default=False)
    play_by = models.DateField(null=True)
    version = models.PositiveIntegerField(default=0)
    started_at = models.DateTimeField(null=True)
    changed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("round", "order")

    def __str__(self) -> str:
        return f"match at table {self.table_number}"

    is_veiled: bool = False
    """Is this what others may know of it before its round is closed (`selectors.withheld`)?"""
    is_in: bool = False
    """Of such a one: does nobody wait for its result any more?"""

    COUNTED = (State.ACCEPTED, State.CORRECTED, State.FORFEIT)
    OPEN = (State.NONE, State.PLAYING, State.ENTERED, State.DISPUTED)

    @property
    def is_counted(self) -> bool:
        """Does the result move the standings?"""
        return self.state in self.COUNTED

    @property
    def is_open(self) -> bool:
        """Does the round wait for it?"""
        return self.state in self.OPEN

    @property
    def is_live(self) -> bool:
        """May its result still change on an evening like any other? A counted one by a correction."""
        return self.is_open or self.round.stage.tournament.state == Tournament.State.RUNNING


class MatchSide(models.Model):
    """A side of a match, in the match's order."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="sides")
    index = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="match_sides")

    class Meta:
        constraints = (models.UniqueConstraint(fields=("match", "index"), name="match_side_once"),)
        ordering = ("index",)

    def __str__(self) -> str:
        return str(self.entry)


class MatchPerson(models.Model):
    """Who sat on a side of a match, in order: those of that round, whoever came for them later."""

    side = models.ForeignKey(MatchSide, on_delete=models.CASCADE, related_name="persons")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    order = models.PositiveSmallIntegerField(default=0)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("side", "order"), name="match_person_once"),)
        ordering = ("order",)

    def __str__(self) -> str:
        return str(self.player)


class RoundBye(models.Model):
    """A side without an opponent in a round, and what it gets."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="byes")
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="byes")
    kind = models.CharField(max_length=10)
    points = models.SmallIntegerField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("round", "entry"), name="bye_once"),)

    def __str__(self) -> str:
        return f"{self.entry}: {self.kind}"


class StandingLine(models.Model):
    """A line of the live standings as last computed. `line` is scoring's line: rank, numbers, terms."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="lines")
    order = models.PositiveSmallIntegerField()
    rank = models.PositiveSmallIntegerField()
    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="standing_lines")
    line = models.JSONField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("stage", "order"), name="standing_line_once"),)
        ordering = ("order",)

    def __str__(self) -> str:
        return f"{self.rank}. {self.entry}"


class Publications(models.QuerySet["Publication"]):
    """Published standings."""

    def hanging(self) -> Publications:
        """Those that were not withdrawn."""
        return self.filter(withdrawn_at=None)


class Publication(models.Model):
    """Published standings: the event's lines, kept where pages find them. Frozen; withdrawn they hang no
    more, and stay.
    """

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="publications")
    number = models.PositiveIntegerField()
    round = models.PositiveSmallIntegerField()
    as_of = models.BigIntegerField()
    final = models.BooleanField(default=False)
    lines = models.JSONField()
    published_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True)

    objects = Publications.as_manager()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("stage", "number"), name="publication_once"),)
        ordering = ("number",)

    def __str__(self) -> str:
        return f"{self.stage} after round {self.round}"


class KeptEntry(models.Model):
    """Something a table sent that could not be taken (round closed, place taken): kept for the director,
    never lost.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="kept_entries")
    match = models.ForeignKey(Match, null=True, on_delete=models.SET_NULL, related_name="kept_entries")
    table_number = models.PositiveSmallIntegerField(null=True)
    code = models.CharField(max_length=40)
    body = models.JSONField()
    key = models.UUIDField(unique=True)
    received_at = models.DateTimeField(auto_now_add=True)
    settled_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ("received_at",)

    def __str__(self) -> str:
        return f"table {self.table_number}: {self.code}"


class ApartReason(models.Model):
    """Why two sides (their ids) are kept apart, where somebody said it: for those who run the event, and gone
    with either person. That they are kept apart is a fact of the log; rows of sides are written from it anew,
    this one is not.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="apart_reasons")
    one = models.UUIDField()
    other = models.UUIDField()
    reason = models.CharField(max_length=200)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("one", "other"), name="apart_reason_once"),)

    def __str__(self) -> str:
        return self.reason


class PhoneSeen(models.Model):
    """A phone that opened the club's address this evening: proof that phones reach the laptop."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="phones")
    key = models.CharField(max_length=40)
    table_number = models.PositiveSmallIntegerField(null=True)
    name = models.CharField(max_length=80, blank=True)
    first_seen = models.DateTimeField(auto_now_add=True)
    last_seen = models.DateTimeField(auto_now=True)

    class Meta:
        constraints = (models.UniqueConstraint(fields=("club", "key"), name="phone_once"),)
        ordering = ("-last_seen",)

    def __str__(self) -> str:
        return self.name or self.key
