"""Creating a tournament, and changing its words, settings and stage."""

from __future__ import annotations

import zoneinfo
from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from games.engine.errors import NotationError
from games.engine.rulesets import RULESETS, RuleSet, change, read_rules, write_rules
from scoring.tiebreaks import SWISS_ORDER, TIEBREAKS
from tournaments.engine.correction_window import MINUTES, MOST_MINUTES
from tournaments.engine.formats import FORMATS
from tournaments.forms.counting import CountingFields, counted
from tournaments.forms.cuts import GAMES, FinalFields
from tournaments.forms.days import DayField
from tournaments.forms.entry import KeyedForm
from tournaments.forms.formats import FormatFields
from tournaments.models.club import Club
from tournaments.models.tournament import Tournament
from tournaments.selectors.criteria_words import criterion_name
from tournaments.selectors.own_rule_sets import rules_named
from tournaments.selectors.presets_in_words import about
from tournaments.selectors.rules_in_words import preset_name, rules_line

KEEP = "keep"
SEATS = {1: ("two", "three", "table"), 2: ("partners",)}
PLACES = 7


class WordsForm(KeyedForm):
    """Name, start, zone, and who sees and accepts what."""

    name = forms.CharField(label=_("Name"), max_length=80)
    date = DayField(label=_("Date"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
    time = forms.TimeField(label=_("Start"), widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"))
    zone = forms.ChoiceField(label=_("Time zone"))
    live_standings = forms.ChoiceField(
        label=_("Who sees the standings while a round is played"), choices=Tournament.Audience.choices
    )
    results = forms.ChoiceField(
        label=_("When others see results"), choices=Tournament.Results.choices,
        help_text=_("At the close: until then others see who plays whom and the standings published last;"
                    " each table sees its own sheet, and who helps at the event sees all of them."),
    )  # fmt: skip
    acceptance = forms.ChoiceField(
        label=_("Whose word makes a result count"), choices=Tournament.Acceptance.choices
    )
    publish_with_close = forms.BooleanField(
        label=_("Publish the standings when a round is closed"), required=False
    )
    correction_minutes = forms.IntegerField(
        label=_("Minutes for corrections"), min_value=0, max_value=MOST_MINUTES, required=False,
        help_text=_("So long after its standings hang the director corrects a result alone; after that both"
                    " sides have to agree."),
    )  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        zones = self.fields["zone"]
        assert isinstance(zones, forms.ChoiceField)
        zones.choices = [(name, name.replace("_", " ")) for name in sorted(zoneinfo.available_timezones())]

    def clean(self) -> dict[str, Any]:
        """The start as a moment; a time the clocks skip that night is refused."""
        data = super().clean() or self.cleaned_data
        if data.get("correction_minutes", 0) is None:
            data["correction_minutes"] = MINUTES
        if {"date", "time", "zone"} <= data.keys():
            start = start_in(self, zoneinfo.ZoneInfo(data["zone"]))
            data["starts_at"] = self._of_two(start)
        return data

    def _of_two(self, start: datetime) -> datetime:
        """A time that comes twice that night is the first of the two, unless the second one stood there."""
        stood: datetime | None = self.initial.get("starts_at")
        if stood is not None and stood.astimezone(start.tzinfo).replace(tzinfo=None, fold=0) == start.replace(
            tzinfo=None
        ):
            return stood
        return start

    @property
    def words(self) -> dict[str, Any]:
        """The fields of the row."""
        names = (
            "name", "starts_at", "zone", "live_standings", "results", "acceptance",
            "publish_with_close", "correction_minutes",
        )  # fmt: skip
        return {name: self.cleaned_data[name] for name in names}


class StageFields(CountingFields, FormatFields):
    """Rules, format, rounds, tie-breaks of a stage, and how its games become numbers."""

    rules = forms.ChoiceField(label=_("Rules"))
    target = forms.IntegerField(
        label=_("Target"), min_value=1, max_value=10000, required=False,
        help_text=_("Only if it differs from the rules’ own."),
    )  # fmt: skip
    hands = forms.IntegerField(
        label=_("Hands a game"), min_value=1, max_value=99, required=False,
        help_text=_("Instead of a target: everybody plays so many hands."),
    )  # fmt: skip
    format = forms.ChoiceField(label=_("Format"))
    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=99, required=False)
    games = forms.TypedChoiceField(
        label=_("A match is"), coerce=int, required=False, empty_value="",
        choices=GAMES,
    )  # fmt: skip

    side_size: int

    def add_stage_fields(self, club: Club, *, side_size: int | None, keep: RuleSet | None = None) -> None:
        """The choices that hang on the club; `keep`: the rules in force, offered first."""
        self.club, self.keep = club, keep
        rules, formats = self.fields["rules"], self.fields["format"]
        assert isinstance(rules, forms.ChoiceField)
        assert isinstance(formats, forms.ChoiceField)
        rules.choices = rule_choices(club, side_size=side_size, keep=keep)
        formats.choices = [(each.key, gettext(each.name)) for each in FORMATS]
        self.places = min(PLACES, len(TIEBREAKS))
        for place in range(self.places):
            self.fields[f"tiebreak_{place}"] = forms.ChoiceField(
                label=_("%(place)s.") % {"place": place + 1},
                choices=[("", "–"), *((each.code, criterion_name(each.code)) for each in TIEBREAKS)],
                required=False,
            )

    def tiebreak_fields(self) -> list[forms.BoundField]:
        """The order of the tie-breaks, one select a place."""
        return [self[f"tiebreak_{place}"] for place in range(self.places)]

    def clean_stage(self, data: dict[str, Any], side_size: int) -> None:
        """The rules with what was changed of them, and the order of the tie-breaks."""
        chosen = self._rules(data, side_size)
        if chosen is not None:
            data["rule_set"] = chosen
            self._want_a_format_for(chosen, data.get("format"))
        given = [data.get(f"tiebreak_{place}") for place in range(self.places)]
        codes = tuple(code for code in given if code)
        if len(set(codes)) < len(codes):
            self.add_error("tiebreak_0", _("A tie-break stands twice."))
        self.take_format(data)
        was = self.initial.get("format")
        if was != data.get("format") and codes == order_of(was):
            codes = ()  # the usual order of the format it was: now the usual one of the format it is
        data["tiebreaks"] = codes or order_of(data.get("format"))
        self.clean_counting(data, chosen)

    def _want_a_format_for(self, rules: RuleSet, key: str | None) -> None:
        """Does the format make matches of as many sides as the rules are for?"""
        made = next((each.sizes for each in FORMATS if each.key == key), rules.sides)
        if max(made[0], rules.sides[0]) > min(made[1], rules.sides[1]):
            words = _(
                "These rules are for %(seats)s at one table: choose the format “One table” or “Tables of "
                "three to five”."
            )
            self.add_error("format", words % {"seats": rules.sides[0]})

    def _rules(self, data: dict[str, Any], side_size: int) -> RuleSet | None:
        if "rules" not in data:
            return None
        try:
            rules = rules_of(self.club, data["rules"], keep=self.keep)
            rules = change(rules, changes_of(data.get("target"), data.get("hands"), data.get("games")))
        except NotationError as error:
            self.add_error("rules", str(error))
            return None
        rotates = any(each.key == data.get("format") and each.builds_sides for each in FORMATS)
        if rotates and side_size == 2:
            self.add_error("format", _("Rotating partners enter alone. Choose single players."))
        elif rules.seats not in (("partners",) if rotates else SEATS[side_size]):
            self.add_error(
                "rules",
                _("These rules are for another kind of side. Choose rules for partners.")
                if side_size == 2 or rotates
                else _("These rules are for another kind of side. Choose rules for single players."),
            )
            return None
        return rules


class NewEventForm(WordsForm, StageFields, FinalFields):
    """A new tournament."""

    side_size = forms.TypedChoiceField(  # type: ignore[assignment]
        label=_("Who plays against whom"), coerce=int, widget=forms.RadioSelect,
        choices=((1, _("Single players")), (2, _("Fixed partners, two against two"))),
    )  # fmt: skip
    check_in = forms.BooleanField(
        label=_("Draw only those who are checked in"), required=False,
        help_text=_("Otherwise everybody entered is drawn unless marked as absent."),
    )  # fmt: skip
    expected = forms.IntegerField(
        label=_("About how many sides?"), min_value=2, max_value=2000, required=False,
        help_text=_("To work out the evening; nothing depends on it."),
    )  # fmt: skip

    def __init__(self, *args: Any, club: Club, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.add_stage_fields(club, side_size=None)
        self.add_final_fields()
        rules = self.fields["rules"]
        assert isinstance(rules, forms.ChoiceField)
        rules.widget = forms.RadioSelect()
        rules.widget.choices = rules.choices

    def rule_cards(self) -> list[dict[str, Any]]:
        """A card for each rule set: its button, and what it is in a sentence."""
        own = {f"own:{each.pk}": rules_line(read_rules(each.rules)) for each in self.club.rule_sets.all()}
        return [
            {"radio": each, "help": own.get(str(each.data["value"])) or about(str(each.data["value"]))}
            for each in self["rules"]
        ]

    def clean(self) -> dict[str, Any]:
        """Words and stage together."""
        data = super().clean() or self.cleaned_data
        if "side_size" in data:
            self.clean_stage(data, data["side_size"])
        self.take_final(data)
        return data


class StageForm(KeyedForm, StageFields):
    """Changing a stage before it is used."""

    def __init__(
        self,
        *args: Any,
        club: Club,
        keep: RuleSet,
        side_size: int,
        options: Mapping[str, Any] | None = None,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.side_size, self.options = side_size, options or {}
        self.add_stage_fields(club, side_size=side_size, keep=keep)

    def clean(self) -> dict[str, Any]:
        """The stage as it would be."""
        data = super().clean() or self.cleaned_data
        self.clean_stage(data, self.side_size)
        return data

    @property
    def changes(self) -> dict[str, Any]:
        """What the engine takes; it refuses what is in use."""
        data = self.cleaned_data
        return {
            "rules": write_rules(data["rule_set"]), "format": data["format"], "rounds": data["rounds"],
            "tiebreaks": data["tiebreaks"],
            "options": {**counted(self.options, data["standings"]), "format": data["format_options"],
                        "open": data["open"]},
        }  # fmt: skip


class CloneForm(KeyedForm):
    """The same event again, at another time on the clock of its `zone`."""

    name = forms.CharField(label=_("Name"), max_length=80)
    date = WordsForm.base_fields["date"]
    time = WordsForm.base_fields["time"]

    def __init__(self, *args: Any, zone: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.zone = zoneinfo.ZoneInfo(zone)

    def clean(self) -> dict[str, Any]:
        """The start as a moment."""
        data = super().clean() or self.cleaned_data
        if {"date", "time"} <= data.keys():
            data["starts_at"] = start_in(self, self.zone)
        return data


def start_in(form: forms.Form, zone: zoneinfo.ZoneInfo) -> datetime:
    """Date and time of a form as a moment on this clock; a time the clocks skip is an error of the form."""
    start = datetime.combine(form.cleaned_data["date"], form.cleaned_data["time"], tzinfo=zone)
    there = start.astimezone(zoneinfo.ZoneInfo("UTC")).astimezone(zone)
    if there.replace(tzinfo=None) != start.replace(tzinfo=None):
        form.add_error("time", _("The clocks go forward then: this time does not exist that day."))
    return start


class NewClubForm(KeyedForm):
    """A club's first words."""

    name = forms.CharField(label=_("Name of the club"), max_length=80)
    zone = forms.ChoiceField(label=_("Time zone"))
    tables = forms.IntegerField(label=_("Tables"), min_value=0, max_value=400, initial=10)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        zones = self.fields["zone"]
        assert isinstance(zones, forms.ChoiceField)
        zones.choices = [(name, name.replace("_", " ")) for name in sorted(zoneinfo.available_timezones())]


# ---------------------------------------------------------------- what forms start with


def first_words(club: Club) -> dict[str, Any]:
    """A new event's form as it opens: next week, seven in the evening, Swiss in four rounds."""
    today = timezone.now().astimezone(zoneinfo.ZoneInfo(club.zone)).date()
    return {
        "date": today + timedelta(days=7), "time": "19:00", "zone": club.zone, "side_size": 1,
        "rules": RULESETS[0].key, "format": FORMATS[0].key, "rounds": 4, "expected": 16,
        "lives": 2, "groups": 4, "at_a_table": 4, "final_count": 8,
        "live_standings": Tournament.Audience.PUBLIC, "results": Tournament.Results.AT_ONCE,
        "acceptance": Tournament.Acceptance.SHARED,
        "publish_with_close": True, "correction_minutes": MINUTES,
    }  # fmt: skip


def words_initial(row: Tournament) -> dict[str, Any]:
    """A tournament's words as its form shows them, in its own zone."""
    start = row.starts_at.astimezone(zoneinfo.ZoneInfo(row.zone))
    return {
        "name": row.name, "date": start.date(), "time": start.time(), "zone": row.zone, "starts_at": start,
        "live_standings": row.live_standings, "results": row.results, "acceptance": row.acceptance,
        "publish_with_close": row.publish_with_close, "correction_minutes": row.correction_minutes,
    }  # fmt: skip


def order_of(format: str | None) -> tuple[str, ...]:
    """The usual tie-breaks of a format."""
    return next((each.order for each in FORMATS if each.key == format), SWISS_ORDER)


def tiebreak_initial(codes: tuple[str, ...]) -> dict[str, str]:
    """The order of the tie-breaks, one a place."""
    return {f"tiebreak_{place}": code for place, code in enumerate(codes)}


def rule_choices(club: Club, *, side_size: int | None, keep: RuleSet | None) -> list[tuple[str, Any]]:
    """The rule sets a tournament can be played by: its own, the club's, the presets."""
    seats = [each for size, each in SEATS.items() if side_size in (None, 1) or side_size == size]
    possible = [each for some in seats for each in some]
    presets = [(each.key, preset_name(each.key)) for each in RULESETS if each.seats in possible]
    own = [
        (f"own:{each.pk}", each.name)
        for each in club.rule_sets.all()
        if read_rules(each.rules).seats in possible
    ]
    first = [] if keep is None else [(KEEP, gettext("As they are now"))]
    return [*first, *([(gettext("The club’s own"), own)] if own else []), *presets]


def rules_of(club: Club, choice: str, *, keep: RuleSet | None = None) -> RuleSet:
    """The rule set a choice names. Raises NotationError."""
    if choice == KEEP and keep is not None:
        return keep
    return rules_named(club, choice)


def changes_of(target: int | None, hands: int | None, games: int | None = None) -> dict[str, Any]:
    """What a stage overrides of its rules."""
    changes: dict[str, Any] = {}
    if target:
        changes |= {"target": target, "length": "target"}
    if hands:
        changes["length"] = f"hands {hands}"
    if games:
        changes["games"] = games
    return changes
