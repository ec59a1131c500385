"""The club's people at the desk: for its admins."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from games.models.player import Player
from games.services.command import Actor, Command
from tournaments.access.desk import club_of_people
from tournaments.access.viewer import viewer_of
from tournaments.forms.club_people import (
    EraseForm,
    MergeForm,
    PartForm,
    PrivateForm,
    RenameForm,
    SamePersonForm,
)
from tournaments.forms.entry import KeyedForm
from tournaments.models.club import Club
from tournaments.models.own_link import OwnLink
from tournaments.selectors import club_people
from tournaments.selectors.room import qr
from tournaments.services import merging, own_links, people
from tournaments.views.desk.base import REFUSALS, Keys, at_desk, command_of, done, want_form, words_of
from tournaments.views.public.answers import as_csv

ON_A_PAGE = 60


@at_desk
@require_GET
def listing(request: HttpRequest, slug: str) -> HttpResponse:
    """Everybody, searched by name; who is likely whose duplicate, and what was merged. `format=csv` gives
    all that are found.
    """
    club = club_of_people(viewer_of(request), slug)
    every, wanted = list(club_people.people_of(club)), request.GET.get("q", "").strip()
    found = club_people.searched(every, wanted) if wanted else every
    if request.GET.get("format") == "csv":
        return as_csv(club_people.people_csv(found), f"{club.slug}-people")
    page = Paginator(found, ON_A_PAGE).get_page(request.GET.get("page"))
    played = club_people.matches_by_person(player.pk for player in page)
    context = {
        "club": club, "keys": Keys(), "q": wanted, "page": page, "count": len(every),
        "lines": [club_people.person_line(player, played.get(player.pk, 0)) for player in page],
        "likely": [] if wanted else club_people.likely_duplicates(club),
        "merged": [] if wanted else club_people.merged_lines(club),
    }  # fmt: skip
    return render(request, "tournaments/desk/club_people.html", context)


@at_desk
@require_GET
def person(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """Everything that can be said about one person."""
    club = club_of_people(viewer_of(request), slug)
    return _person_page(request, club, _person(club, pk))


@at_desk
@require_POST
def merge(request: HttpRequest, slug: str) -> HttpResponse:
    """Two entries are one person."""
    club = club_of_people(viewer_of(request), slug)

    def act() -> str:
        data = want_form(MergeForm(request.POST))
        merging.merge(_command(request, club, "merge", data), club, player=data["player"], into=data["into"])
        return _("They are one person now: history, ratings and seasons count together.")

    return done(request, act, back=reverse("desk_club_people", args=[slug]))


@at_desk
@require_POST
def part(request: HttpRequest, slug: str) -> HttpResponse:
    """Two persons after all."""
    club = club_of_people(viewer_of(request), slug)

    def act() -> str:
        data = want_form(PartForm(request.POST))
        merging.part(_command(request, club, "part", data), club, player=data["player"])
        return _("They are two persons again; each has what was entered under it.")

    return done(request, act, back=reverse("desk_club_people", args=[slug]))


Act = Callable[[HttpRequest, Club, Player], str]


@at_desk
@require_POST
def act(request: HttpRequest, slug: str, pk: UUID, action: str) -> HttpResponse:
    """Rename, hide, same, erase: one service each."""
    club = club_of_people(viewer_of(request), slug)
    player = _person(club, pk)
    if action not in ACTIONS:
        raise Http404("There is nothing to do under this name.")
    try:
        said = ACTIONS[action](request, club, player)
    except REFUSALS as error:
        return _person_page(request, club, player, refused=words_of(error), status=422)
    gone = action in ("same", "erase")
    back = reverse("desk_club_people", args=[slug]) if gone else reverse("desk_person", args=[slug, pk])
    return done(request, lambda: said, back=back)


@at_desk
@require_POST
def link(request: HttpRequest, slug: str, pk: UUID) -> HttpResponse:
    """A new own link for a person; it is shown on this answer and nowhere else."""
    club = club_of_people(viewer_of(request), slug)
    player = _person(club, pk)
    if not KeyedForm(request.POST).is_valid():
        return redirect("desk_person", slug, pk)
    address = settings.PUBLIC_URL + reverse("own_door", args=[own_links.give_link(player)])
    return _person_page(request, club, player, fresh={"address": address, "svg": qr(address)})


def _unlink(request: HttpRequest, club: Club, player: Player) -> str:
    want_form(KeyedForm(request.POST))
    own_links.take_link(player)
    return _("The link opens nothing any more.")


def _unlogin(request: HttpRequest, club: Club, player: Player) -> str:
    want_form(KeyedForm(request.POST))
    own_links.take_login(player)
    return _("The login is this person’s no more.")


def _mine(request: HttpRequest, club: Club, player: Player) -> str:
    want_form(KeyedForm(request.POST))
    own_links.give_login(player, request.user)  # type: ignore[arg-type]  # at_desk lets nobody else in
    return _("The desk knows now that you are %(name)s: your own matches are ruled on by others.") % {
        "name": player.name
    }


def _rename(request: HttpRequest, club: Club, player: Player) -> str:
    people.rename(club, player, want_form(RenameForm(request.POST))["name"])
    return _("The name is %(name)s now.") % {"name": player.name}


def _hide(request: HttpRequest, club: Club, player: Player) -> str:
    people.hide_name(player, private=want_form(PrivateForm(request.POST))["private"])
    if player.is_private:
        return _("From now on everybody else sees %(initials)s.") % {"initials": player.initials}
    return _("The name is shown again.")


def _same(request: HttpRequest, club: Club, player: Player) -> str:
    data = want_form(SamePersonForm(request.POST, others=club_people.others(club, player)))
    into = UUID(data["into"])
    merging.merge(
        _command(request, club, "merge", [player.pk, into, data["key"]]), club, player=player.pk, into=into
    )
    return _("They are one person now: history, ratings and seasons count together.")


def _erase(request: HttpRequest, club: Club, player: Player) -> str:
    want_form(EraseForm(request.POST))
    people.erase(player)
    return _("The name is erased. Results stay, without a name.")


ACTIONS: dict[str, Act] = {
    "rename": _rename,
    "hide": _hide,
    "same": _same,
    "erase": _erase,
    "unlink": _unlink,
    "unlogin": _unlogin,
    "mine": _mine,
}


def _command(request: HttpRequest, club: Club, route: str, data: Any) -> Command:
    key = data["key"] if isinstance(data, dict) else data[-1]
    actor = Actor(kind="user", id=str(viewer_of(request).user_id), role="admin")
    return command_of(actor, f"{route} {club.pk}", key, data)


def _person(club: Club, pk: UUID) -> Player:
    found = club_people.person_of(club, pk)
    if found is None:
        raise Http404("There is no such person.")
    return found


def _person_page(
    request: HttpRequest,
    club: Club,
    player: Player,
    *,
    refused: str = "",
    fresh: dict[str, Any] | None = None,
    status: int = 200,
) -> HttpResponse:
    matches = club_people.matches_by_person([player.pk]).get(player.pk, 0)
    typed = {"name": request.POST["name"]} if refused and "name" in request.POST else {}
    context = {
        "club": club, "keys": Keys(), "player": player, "refused": refused,
        "fresh": fresh, "has_link": OwnLink.objects.filter(player=player).exists(),
        "line": club_people.person_line(player, matches), "matches": matches,
        "rename_form": RenameForm(initial={"name": player.name, **typed}, auto_id="rename_%s"),
        "same_form": SamePersonForm(others=club_people.others(club, player), auto_id="same_%s"),
        "erase_form": EraseForm(auto_id="erase_%s"),
    }  # fmt: skip
    return render(request, "tournaments/desk/club_person.html", context, status=status)
