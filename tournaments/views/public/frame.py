"""What the pages of an event share: the event, its stage in play, its sides, the tabs around every page."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.contrib.auth.models import AnonymousUser
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from games.eventstore.log import largest_position
from tournaments.access import fetch
from tournaments.access.results import veil_for
from tournaments.access.viewer import Viewer, viewer_of
from tournaments.models.club import Club
from tournaments.models.tournament import Match, Publication, Round, Stage, Tournament
from tournaments.selectors import pairings, public
from tournaments.selectors.brackets import has_bracket
from tournaments.selectors.clocks import clock_shown, start_shown
from tournaments.selectors.sides import Sides, sides_of
from tournaments.selectors.withheld import Veil, others_words, withheld_words
from tournaments.services.standings import KINDS
from tournaments.views.public.answers import etag_of


@dataclass
class Event:
    """An event as one viewer may see it; everything is read once."""

    request: HttpRequest
    viewer: Viewer
    row: Tournament

    @property
    def club(self) -> Club:
        """Whose event it is."""
        return self.row.club

    @cached_property
    def stages(self) -> list[Stage]:
        """All stages in order."""
        stages = list(self.row.stages.all())
        for stage in stages:
            stage.tournament = self.row
        return stages

    @cached_property
    def rounds(self) -> list[Round]:
        """The rounds that are out, of all stages, in order."""
        rows = Round.objects.filter(stage__in=self.stages).exclude(state=Round.State.DRAFT)
        by_id = {stage.pk: stage for stage in self.stages}
        found = list(rows.order_by("stage__number", "number"))
        for each in found:
            each.stage = by_id[each.stage_id]
        return found

    @cached_property
    def stage(self) -> Stage | None:
        """The stage in play: the newest with a round out, else the first."""
        if self.rounds:
            return self.rounds[-1].stage
        return self.stages[0] if self.stages else None

    @cached_property
    def current(self) -> Round | None:
        """The newest round that is out."""
        return self.rounds[-1] if self.rounds else None

    @cached_property
    def sides(self) -> Sides:
        """Who plays, as everybody may see them."""
        return sides_of(self.row)

    @cached_property
    def publications(self) -> list[Publication]:
        """What was published and hangs, oldest first, without the lines: they are long."""
        return [each for each in self.every_publication if each.withdrawn_at is None]

    @cached_property
    def every_publication(self) -> list[Publication]:
        """What was published, what was withdrawn too."""
        rows = Publication.objects.filter(stage__in=self.stages).defer("lines")
        by_id = {stage.pk: stage for stage in self.stages}
        found = list(self.veil.shown(rows).order_by("number"))
        for each in found:
            each.stage = by_id[each.stage_id]
        return found

    @cached_property
    def sees_live(self) -> bool:
        """May this viewer see live standings?"""
        return fetch.live_standings_visible(self.viewer, self.row)

    @cached_property
    def veil(self) -> Veil:
        """What of the results this viewer does not see yet."""
        return veil_for(self.viewer, self.row)

    def in_the_room(self) -> None:
        """A screen in the room shows what everybody sees of results, whoever has opened it."""
        self.veil = veil_for(Viewer(AnonymousUser()), self.row)
        self.sees_live = self.sees_live and not self.veil

    def matches_of(self, round: Round) -> list[Match]:
        """A round's matches in order of their tables, as this viewer may know them."""
        return self.veil.over(pairings.matches_of(round))

    def withheld_words(self, *rounds: Round) -> str:
        """When the results of these rounds are to be seen, where they are not yet."""
        hidden = [each for each in rounds if each.pk in self.veil.rounds]
        return " ".join(withheld_words(each) for each in hidden)

    def waits_words(self, round: Round) -> str:
        """The same; to those who see its results already, when others do."""
        return self.withheld_words(round) or others_words(round)

    @cached_property
    def position(self) -> int:
        """Of the newest event shown here."""
        return largest_position(tournament_id=self.row.pk, kinds=KINDS)

    @property
    def is_live(self) -> bool:
        """Do its pages follow by themselves? From the announcement on: nobody misses the first draw."""
        return self.row.state in (Tournament.State.OPEN, Tournament.State.RUNNING)

    @property
    def is_behind(self) -> bool:
        """Are the live lines of the stage in play older than the facts ("updating")?"""
        return self.stage is not None and self.stage.standings_position < self.position

    @property
    def clock(self) -> dict[str, Any] | None:
        """The clock of the round being played; before the first one the time to the start."""
        if self.current is None:
            return start_shown(self.row)
        return clock_shown(self.current, self.row.zone)

    @property
    def etag(self) -> str:
        """Changes with the streams shown, the lines computed, names, the event's words, who looks."""
        shown = self._under_the_veil() if self.veil else (self.position, self._computed())
        row = self.row
        words = (
            row.name,
            row.announcement,
            row.state,
            row.starts_at,
            row.zone,
            row.live_standings,
            row.club.name,
        )
        sees = self.sees_live, self.veil.facts
        return etag_of(self.request, shown, words, list(self.sides.values()), sees)

    def _computed(self) -> list[int]:
        return [stage.standings_position for stage in self.stages]

    def _under_the_veil(self) -> tuple[object, ...]:
        """What is shown to those who wait for results: no tag of theirs counts what is entered meanwhile."""
        rows = Match.objects.filter(round__stage__tournament=self.row).order_by("pk")
        left = [
            (each.pk, each.table_number, each.version, each.state, each.is_in, each.is_adjourned)
            for each in self.veil.over(rows)
        ]
        return largest_position(tournament_id=self.row.pk, kinds=("tournament",)), left

    def page(self, template: str, current: str, context: dict[str, Any], status: int = 200) -> HttpResponse:
        """A page with the event's head and tabs."""
        full = {
            "club": self.club, "tournament": self.row, "tabs": self._tabs(current), "etag": self.etag,
            "badge": public.state_words(self.row), "badge_kind": public.STATE_KINDS[self.row.state],
            "when": public.when_words(self.row), "address": self.request.path, **context,
        }  # fmt: skip
        return render(self.request, f"tournaments/public/{template}", full, status=status)

    def path(self, name: str, *args: object) -> str:
        """The address of one of the event's pages."""
        return public.event_path(self.row, name, *args)

    def round_path(self, round: Round, form: str = "") -> str:
        """The address of a round; later stages are named in it."""
        name, args = f"round{form}", [round.number]
        if round.stage.number != 1:
            name, args = f"stage_{name}", [round.stage.number, round.number]
        return self.path(name, *args)

    def cut_after(self, stage: Stage | None) -> dict[str, Any] | None:
        """The cut to the stage after this one."""
        found = (each.cut for each in self.stages if stage is not None and each.number == stage.number + 1)
        return next(found, None)

    def bracket_path(self, stage: Stage, form: str = "") -> str:
        """The address of a stage's bracket."""
        if stage.number == 1:
            return self.path(f"bracket{form}")
        return self.path(f"stage_bracket{form}", stage.number)

    @cached_property
    def bracket_stage(self) -> Stage | None:
        """The newest stage in play or played that has a bracket."""
        out = {round.stage_id for round in self.rounds}
        return next((each for each in reversed(self.stages) if each.pk in out and has_bracket(each)), None)

    def _tabs(self, current: str) -> list[dict[str, Any]]:
        tabs = [("overview", _("Overview"), self.path("tournament"))]
        if self.current is not None:
            words = _("Round %(number)s") % {"number": self.current.number}
            tabs.append(("round", words, self.round_path(self.current)))
        if self.bracket_stage is not None:
            tabs.append(("bracket", _("Bracket"), self.bracket_path(self.bracket_stage)))
        if self.publications:
            tabs.append(("standings", _("Standings"), self.path("standings")))
        if self.current is not None and self.current.number > 1:
            stage = self.current.stage.number
            tabs.append(("crosstable", _("Crosstable"), self.path("crosstable", stage)))
        if self.sees_live and self.current is not None and self.row.state == Tournament.State.RUNNING:
            tabs.append(("live", _("Live"), self.path("live")))
        if self.stage is not None:
            tabs.append(("rules", _("Rules"), self.path("tournament_rules")))
        return [{"words": words, "href": href, "current": key == current} for key, words, href in tabs]

    def crumbs(self, *more: tuple[str, str | None]) -> list[dict[str, Any]]:
        """The way from the club to here."""
        club = {"words": self.club.name, "href": reverse("club", args=[self.club.slug])}
        event = {"words": self.row.name, "href": self.path("tournament")}
        return [club, event, *({"words": words, "href": href} for words, href in more)]


def event_of(request: HttpRequest, club: str, slug: str) -> Event:
    """The event at this address, for those who may know of it. Raises Http404."""
    viewer = viewer_of(request)
    row = fetch.tournament_for(viewer, club=club, slug=slug)
    return Event(request=request, viewer=viewer, row=row)


def stage_of(event: Event, number: int) -> Stage:
    """A stage by its number. Raises Http404."""
    for stage in event.stages:
        if stage.number == number:
            return stage
    raise Http404("There is no such stage.")
