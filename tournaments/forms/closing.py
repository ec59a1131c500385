"""Closing a round: what becomes of each match still open."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.forms.buttons import RoundButton
from tournaments.services.rounds import Decision


class CloseForm(RoundButton):
    """A choice and a reason for every open match; nothing more where all are in."""

    stage = forms.IntegerField(min_value=1, max_value=99, widget=forms.HiddenInput)
    round = forms.IntegerField(min_value=1, max_value=999, widget=forms.HiddenInput)

    def __init__(self, *args: Any, open_matches: Sequence[dict[str, Any]], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.open_matches = list(open_matches)
        for match in self.open_matches:
            self.fields[f"kind_{match['id']}"] = forms.ChoiceField(
                label=_("What becomes of it"),
                choices=_choices(match),
                error_messages={"required": _("Choose what becomes of this match.")},
            )
            self.fields[f"reason_{match['id']}"] = forms.CharField(
                label=_("Reason"),
                max_length=200,
                error_messages={"required": _("Say why: the reason is recorded.")},
            )

    def parts(self) -> list[dict[str, Any]]:
        """Each open match with its two fields."""
        return [
            {**match, "kind": self[f"kind_{match['id']}"], "reason": self[f"reason_{match['id']}"]}
            for match in self.open_matches
        ]

    @property
    def decisions(self) -> dict[str, Decision]:
        """The decisions by match, as the service takes them."""
        data = self.cleaned_data
        return {
            match["id"]: _decision(data[f"kind_{match['id']}"], data[f"reason_{match['id']}"], match)
            for match in self.open_matches
        }


def _choices(match: dict[str, Any]) -> list[tuple[str, str]]:
    names = match["sides"]
    stands = [("stands", gettext("Stands as it is (%(points)s)") % {"points": match["points"]})]
    adjourned = [("adjourned", gettext("Adjourned: they finish later; a tie for the next draw"))]
    return [
        ("", gettext("Choose …")),
        *(stands if match["can_stand"] else []),
        *([] if match.get("needs_winner") else adjourned),
        *(
            (f"forfeit_{side}", gettext("Forfeit by %(name)s") % {"name": name})
            for side, name in enumerate(names)
        ),
        ("forfeit_both", gettext("Forfeit by both") if len(names) == 2 else gettext("Forfeit by all")),
        (
            "void",
            gettext("Void: nobody goes on")
            if match.get("needs_winner")
            else gettext("Void: it counts for nothing"),
        ),
    ]


def _decision(choice: str, reason: str, match: dict[str, Any]) -> Decision:
    if choice in ("stands", "adjourned", "void"):
        return Decision(kind=choice, reason=reason)  # type: ignore[arg-type]
    side = choice.removeprefix("forfeit_")
    losers = (int(side),) if side.isdigit() else tuple(range(len(match["sides"])))
    return Decision(kind="forfeit", reason=reason, losers=losers)
