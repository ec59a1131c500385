"""People who come, stay away, leave and return; lists of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django import forms
from django.core import signing
from django.utils.translation import gettext_lazy as _

from tournaments.exchange.encodings import ENCODINGS
from tournaments.exchange.preview import MOST_START_POINTS, PlayerRow
from tournaments.forms.entry import KeyedForm

MOST_BYTES = 1_000_000
SALT = "tournaments.incoming"
HOURS = 12
APART_REASON = _(
    "Seen by those who run the event alone, kept in no log, and gone when either person is erased."
)
MISSED = (("zero", _("nothing for them")), ("bye", _("a bye for each")))


class NamesForm(KeyedForm):
    """Names pasted, one side a line."""

    names = forms.CharField(
        label=_("Names, one a line"), max_length=100_000,
        widget=forms.Textarea(attrs={"rows": 6, "autocomplete": "off", "spellcheck": "false"}),
    )  # fmt: skip
    missed = forms.ChoiceField(label=_("Rounds missed give"), choices=MISSED, required=False)

    def __init__(self, *args: Any, side_size: int, late: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if side_size == 2:
            self.fields["names"].label = _("Pairs, one a line: Ann & Bo")
        if not late:
            del self.fields["missed"]


class HouseForm(KeyedForm):
    """Who sits in while the field is odd: a person of the club, or a pair."""

    names = forms.CharField(
        label=_("Who sits in"), max_length=200,
        help_text=_("Somebody who does not play for a place. A new name joins the list of the club."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )  # fmt: skip

    def __init__(self, *args: Any, side_size: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if side_size == 2:
            self.fields["names"].label = _("Who sits in: Ann & Bo")


class FileForm(forms.Form):
    """A list of players as a file."""

    file = forms.FileField(label=_("List of players (CSV)"))
    encoding = forms.ChoiceField(
        label=_("Encoding"), required=False, choices=[("", _("find out")), *((e, e) for e in ENCODINGS)],
        help_text=_("Choose one only if letters come out wrong."),
    )  # fmt: skip

    def clean_file(self) -> Any:
        """A list of players is small."""
        file = self.cleaned_data["file"]
        if file.size > MOST_BYTES:
            raise forms.ValidationError(_("This file is too large: at most one megabyte."))
        return file


class IncomingForm(KeyedForm):
    """The preview on its way back: what was shown is what comes in."""

    rows = forms.CharField(widget=forms.HiddenInput)
    missed = forms.ChoiceField(label=_("Rounds missed give"), choices=MISSED, required=False)

    def __init__(self, *args: Any, late: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not late:
            del self.fields["missed"]

    def clean_rows(self) -> list[PlayerRow]:
        """The rows as they were shown; a changed or an old page is refused."""
        try:
            found = signing.loads(self.cleaned_data["rows"], salt=SALT, max_age=HOURS * 3600)
        except signing.BadSignature:
            raise forms.ValidationError(_("This preview is too old. Upload the list again.")) from None
        return [
            PlayerRow(
                line=line, names=tuple(names), known=(None,) * len(names), emails=tuple(emails), seed=seed,
                private=private, start_points=start,
            )
            for line, names, emails, seed, private, start in found
        ]  # fmt: skip


def packed(rows: tuple[PlayerRow, ...]) -> str:
    """The rows of a preview, signed: kept in the page, on no disk."""
    plain = [[row.line, row.names, row.emails, row.seed, row.private, row.start_points] for row in rows]
    return signing.dumps(plain, salt=SALT, compress=True)


class WithdrawForm(KeyedForm):
    """A side leaves; while it sits at a table, what becomes of the match."""

    REMOVALS = (
        ("forfeit", _("Forfeit: the opponent wins")),
        ("void", _("Void: the match counts for nothing")),
        ("keep", _("Keep: they finish the match")),
    )
    removal = forms.ChoiceField(
        label=_("What becomes of the match"), choices=REMOVALS, widget=forms.RadioSelect, required=False
    )
    reason = forms.CharField(label=_("Reason"), max_length=200, required=False)


class SubstituteForm(KeyedForm):
    """Somebody else plays in a person's place."""

    player = forms.ChoiceField(label=_("Who leaves"))
    name = forms.CharField(label=_("Who plays instead"), max_length=80)
    reason = forms.CharField(label=_("Reason"), max_length=200, required=False)

    def __init__(self, *args: Any, people: Iterable[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["player"].choices = list(people)  # type: ignore[attr-defined]


class PartnerLeavesForm(KeyedForm):
    """A partner leaves: when, and what becomes of the side."""

    WHEN = (
        ("now", _("Now: the rest of the round his board counts as walls")),
        ("after", _("After this round")),
    )
    THEN = (
        ("later", _("Say it later: the side is not drawn before")),
        ("substitute", _("A substitute plays from the next round on")),
        ("join", _("Joined with who is left of another side, with the lower of both scores")),
        ("withdraw", _("The side withdraws")),
    )
    player = forms.ChoiceField(label=_("Who leaves"))
    when = forms.ChoiceField(label=_("When"), choices=WHEN, widget=forms.RadioSelect, initial="now")
    then = forms.ChoiceField(
        label=_("What becomes of the side"), choices=THEN, widget=forms.RadioSelect, initial="later"
    )
    name = forms.CharField(label=_("The substitute"), max_length=80, required=False)
    other = forms.ChoiceField(label=_("The other side that lost a partner"), required=False)
    reason = forms.CharField(label=_("Reason"), max_length=200, required=False)

    def __init__(
        self,
        *args: Any,
        people: Iterable[tuple[str, str]],
        others: Iterable[tuple[str, str]],
        playing: bool,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        remnants = list(others)
        self.fields["player"].choices = list(people)  # type: ignore[attr-defined]
        self.fields["other"].choices = remnants  # type: ignore[attr-defined]
        if not playing:
            del self.fields["when"]
        if not remnants:
            del self.fields["other"]
            self.fields["then"].help_text = _(
                "Who is left can be joined with who is left of another side once it is noted there too."
            )
            offered = [each for each in self.THEN if each[0] != "join"]
            self.fields["then"].choices = offered  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """A substitute has a name."""
        data = super().clean() or self.cleaned_data
        if data.get("then") == "substitute" and not data.get("name"):
            self.add_error("name", _("Say who plays."))
        return data


class DisqualifyForm(WithdrawForm):
    """A side is put out by ruling."""

    reason = forms.CharField(label=_("Reason"), max_length=200)


class AbsenceForm(KeyedForm):
    """A side misses a round."""

    KINDS = (
        ("absent", _("Not here: no points")),
        ("requested", _("Bye on request: 2 points")),
        ("director", _("Bye by the director: 2 points")),
    )
    round = forms.IntegerField(label=_("Round"), min_value=1, max_value=999)
    kind = forms.ChoiceField(label=_("What it gets"), choices=KINDS)


class PenaltyForm(KeyedForm):
    """Points taken by ruling."""

    round = forms.IntegerField(label=_("Round"), min_value=1, max_value=999)
    game_points = forms.IntegerField(label=_("Game points"), min_value=0, max_value=99, required=False)
    spread = forms.IntegerField(label=_("Net points"), min_value=0, max_value=9999, required=False)
    reason = forms.CharField(label=_("Reason"), max_length=200)


class StartPointsForm(KeyedForm):
    """A handicap."""

    points = forms.IntegerField(label=_("Start points"), min_value=0, max_value=MOST_START_POINTS)


class LiftForm(KeyedForm):
    """A penalty taken back."""

    penalty = forms.UUIDField()
    reason = forms.CharField(label=_("Reason"), max_length=200)


class ReasonForm(KeyedForm):
    """A ruling taken back, with its reason."""

    reason = forms.CharField(label=_("Reason"), max_length=200)


class HideForm(KeyedForm):
    """A name hidden or shown again."""

    player = forms.UUIDField()
    private = forms.BooleanField(required=False)


class ApartForm(KeyedForm):
    """Two sides that must not meet, should not, or may again; why, for those who run the event."""

    HOW = (("never", _("must not meet")), ("rather_not", _("should not meet")))
    other = forms.ChoiceField(label=_("The other side"))
    how = forms.ChoiceField(label=_("They"), choices=HOW, widget=forms.RadioSelect, initial="never")
    reason = forms.CharField(label=_("Reason"), max_length=200, required=False, help_text=APART_REASON)

    def __init__(self, *args: Any, others: Iterable[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["other"].choices = list(others)  # type: ignore[attr-defined]


class AllApartForm(KeyedForm):
    """Sides ticked in the list: each two of them are kept apart."""

    sides = forms.MultipleChoiceField(
        label=_("Sides"), error_messages={"required": _("Tick two sides or more in the list.")}
    )
    how = forms.ChoiceField(label=_("They"), choices=ApartForm.HOW, widget=forms.RadioSelect, initial="never")
    reason = forms.CharField(label=_("Reason"), max_length=200, required=False, help_text=APART_REASON)

    def __init__(self, *args: Any, sides: Iterable[tuple[str, str]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["sides"].choices = list(sides)  # type: ignore[attr-defined]

    def clean_sides(self) -> list[str]:
        """One alone has nobody to be kept from."""
        ticked: list[str] = self.cleaned_data["sides"]
        if len(ticked) < 2:
            raise forms.ValidationError(_("Tick two sides or more in the list."))
        return ticked


class FreeForm(KeyedForm):
    """Two sides may meet again."""

    other = forms.UUIDField()
