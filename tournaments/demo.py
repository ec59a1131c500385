"""The demo club: a finished, a running and a coming event with real hands in them, so that a newcomer sees
a club.

Passwords are made on this computer and kept in a file beside the database that its owner alone can read.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path
from random import Random
from zoneinfo import ZoneInfo

from django.conf import settings
from django.contrib.auth import get_user_model
from django.utils import timezone
from django.utils.translation import gettext as _

from games.engine.rulesets import preset
from games.eventstore.log import unit
from games.services.command import Command
from scoring.tiebreaks import SWISS_ORDER
from tournaments import logs, simulation
from tournaments.access.table_codes import code_for
from tournaments.engine.clock import ClockPlan
from tournaments.engine.money.sheet import cash_sheet
from tournaments.models.club import Club, RoomTable
from tournaments.models.tournament import Match, Round, Tournament, TournamentRole
from tournaments.names import people
from tournaments.services import (
    clocks,
    clubs,
    figures,
    matches,
    money,
    registration,
    rounds,
    seasons,
    standings,
    tournaments,
)
from tournaments.services.registration import NewSide
from tournaments.tasks import once_at_the_end

SLUG = "book-street-card-club"
NAME = "Book Street Card Club"
LOGINS = ("director", "scorer")
WORDS = (
    "amber",
    "anchor",
    "basil",
    "birch",
    "candle",
    "cedar",
    "clover",
    "copper",
    "coral",
    "cotton",
    "dahlia",
    "ember",
    "fennel",
    "ginger",
    "harbor",
    "hazel",
    "indigo",
    "ivory",
    "jasmine",
    "juniper",
    "lantern",
    "laurel",
    "linen",
    "maple",
    "marble",
    "meadow",
    "nutmeg",
    "olive",
    "orchid",
    "pepper",
    "pewter",
    "quartz",
    "raven",
    "river",
    "saffron",
    "sage",
    "satin",
    "silver",
    "sparrow",
    "thistle",
    "timber",
    "tulip",
    "velvet",
    "violet",
    "walnut",
    "willow",
)
Tick = Callable[[], object]


def is_there() -> bool:
    """Is there a club already, the demo's or another?"""
    return Club.objects.exists()


def build(tick: Tick = lambda: None, seed: int = 1) -> Club:
    """Make the demo club, all of it or nothing; `tick` is called after each match that was played."""
    with once_at_the_end(), unit():
        return _build(tick, Random(seed))


def _build(tick: Tick, random: Random) -> Club:
    user_model = get_user_model()
    passwords = _passwords()
    director, scorer = (
        user_model.objects.create_user(username=name, password=passwords[name]) for name in LOGINS
    )
    director.is_staff = True  # whoever started the demo looks after this computer, and makes clubs of his own
    director.save(update_fields=["is_staff"])
    club = clubs.create_club(name=NAME, tables=10, admin_id=director.pk)
    names = people(34, random)
    _finished(club, names[:14], director.pk, random, tick)
    _running(club, names[4:20], director.pk, scorer.pk, random, tick)
    _partners(club, names[14:34], director.pk, random, tick)
    _coming(club, names[:8], director.pk)
    _season(club)
    return club


def _season(club: Club) -> None:
    """The half year around today; its table and the ratings are there at once."""
    today = timezone.localdate()
    months = timedelta(days=90)
    first, last = today - months, today + months
    years = f"{first.year}" if first.year == last.year else f"{first.year}/{last.year % 100:02d}"
    seasons.make(
        club, name=_("Season %(years)s") % {"years": years}, first_day=first, last_day=last, best_of=5
    )
    figures.refresh(club.pk)


def info(address: str) -> Iterator[str]:
    """What a newcomer needs to look around; nothing where the club is not the demo's."""
    club = Club.objects.filter(slug=SLUG).first()
    if club is None or not _file().exists():
        return
    passwords = _passwords()
    yield _("The desk is at %(address)s/desk/: log in as %(name)s, password %(password)s") % {
        "address": address.rstrip("/"), "name": LOGINS[0], "password": passwords[LOGINS[0]],
    }  # fmt: skip
    table = _table_to_try(club)
    if table is not None:
        link = f"{address.rstrip('/')}/t/{code_for(table)}/"
        yield _("A player’s phone at table %(number)s: %(link)s") % {"number": table.number, "link": link}


def _table_to_try(club: Club) -> RoomTable | None:
    open_ = Match.objects.filter(
        round__stage__tournament__club=club, round__state=Round.State.PUBLISHED, state=Match.State.PLAYING,
        round__stage__tournament__side_size=1,
    )  # fmt: skip
    match = open_.select_related("table__room__club").order_by("table_number").first()
    return match.table if match else RoomTable.objects.filter(room__club=club).order_by("number").first()


# ---------------------------------------------------------------- the four events


def _create(
    club: Club, name: str, days: int, rules: str, rounds_planned: int, director: int, sides: list[NewSide]
) -> Tournament:
    partners = preset(rules).seats == "partners"
    start = (timezone.now() + timedelta(days=days)).replace(minute=0, second=0, microsecond=0)
    if days:  # today's evening is running, whatever the hour; the others are at a usual one
        start = start.astimezone(ZoneInfo(club.zone)).replace(hour=19)
    row = tournaments.create_tournament(
        _order(), club=club, name=name, starts_at=start, zone=club.zone, side_size=2 if partners else 1,
        rules=preset(rules), format="swiss", rounds=rounds_planned, tiebreaks=SWISS_ORDER,
        director_id=director,
    )  # fmt: skip
    registration.enter_sides(_order(), row, sides)
    tournaments.announce(row)
    row.refresh_from_db()
    return row


def _finished(club: Club, names: list[str], director: int, random: Random, tick: Tick) -> None:
    row = _create(club, _("Autumn Cup"), -21, "club25", 4, director, _singles(names))
    bots = simulation.Bots(row, random)
    for number in range(1, 5):
        for _match in simulation.run_round(bots, stage=1, number=number):
            tick()
    _fees(row)
    standings.finish(_order(), row)
    _pay(row)


def _running(club: Club, names: list[str], director: int, scorer: int, random: Random, tick: Tick) -> None:
    row = _create(club, _("Thursday Gin"), 0, "club25", 4, director, _singles(names))
    tournaments.give_role(row, user_id=scorer, kind=TournamentRole.Kind.SCORER)
    _fees(row, still_open=2)
    bots = simulation.Bots(row, random)
    for _match in simulation.run_round(bots, stage=1, number=1):
        tick()
    _open_round(bots, row, 2)
    # Set, and not running: a clock that ran out while nobody looked would have called time at every table.
    clocks.set_clock(_order(), row, stage=1, plan=ClockPlan(walk_in=180, play=3000))
    for place, match in enumerate(_tables(row, 2)):
        if place < 2:
            bots.play_match(match)
            bots.accept(match)
        elif place == 2:
            bots.enter_counts(match)
        elif place == 3:
            bots.enter_counts(match)
            _version, state = logs.match_at(match.pk)
            side = 1 - (state.entered_side or 0)
            reason = _("The fourth hand was an undercut.")
            matches.dispute(Command(actor=simulation.at_table(match, side)), match, side=side, reason=reason)
        elif place < 7:
            bots.enter_counts(match, hands_at_most=place - 2)
        tick()


def _partners(club: Club, names: list[str], director: int, random: Random, tick: Tick) -> None:
    pairs = [NewSide(names=(names[n], names[n + 1]), seed=n // 2 + 1) for n in range(0, len(names), 2)]
    row = _create(club, _("Partners’ Evening"), -7, "partnership_125", 2, director, pairs)
    bots = simulation.Bots(row, random)
    for number in (1, 2):
        for _match in simulation.run_round(bots, stage=1, number=number):
            tick()
    standings.finish(_order(), row)


def _coming(club: Club, names: list[str], director: int) -> None:
    _create(club, _("Winter Oklahoma"), 18, "oklahoma", 5, director, _singles(names))


def _fees(row: Tournament, *, still_open: int = 0) -> None:
    """Five euros each, a tenth for the house; the last ones have not paid yet."""
    shares = [{"percent": 5_000}, {"percent": 3_000}, {"percent": 2_000}]
    pot = {"what": "most_gins", "share": {"percent": 1_000}}
    terms = {"currency": "EUR", "fee": 500, "house": {"percent": 1_000}, "places": shares, "side_pots": [pot]}
    money.set_money(_order(), row.pk, terms=terms)
    people = [(side.pk, person.pk) for side in row.entries.all() for person in side.people]
    for side, person in people[: len(people) - still_open]:
        money.settle_fee(_order(), row.pk, side=str(side), person=str(person), how="paid")


def _pay(row: Tournament) -> None:
    """Every prize is given out."""
    sheet = cash_sheet(logs.tournament_at(row.pk)[1], rounds.states_of(row.pk))
    for pot in sheet.pots if sheet is not None else ():
        for side, due in pot.due_to().items():
            money.pay_prize(_order(), row, pot=pot.what, side=side, amount=due)


def _singles(names: list[str]) -> list[NewSide]:
    return [NewSide(names=(name,), seed=seed) for seed, name in enumerate(names, start=1)]


def _open_round(bots: simulation.Bots, row: Tournament, number: int) -> None:
    rounds.draw_round(_order(), row, stage=1, seed=bots.random.randrange(2**31))
    rounds.publish_round(_order(), row, stage=1, round=number)


def _tables(row: Tournament, number: int) -> list[Match]:
    return simulation.matches_of(Round.objects.get(stage__tournament=row, number=number))


def _order() -> Command:
    return Command(actor=simulation.DIRECTOR)


# ---------------------------------------------------------------- passwords


def _file() -> Path:
    return Path(settings.DATA_DIR) / "demo_logins.json"


def _passwords() -> dict[str, str]:
    """The demo's passwords, made once on this computer."""
    file = _file()
    if not file.exists():
        made = {name: "-".join(secrets.choice(WORDS) for _ in range(4)) for name in LOGINS}
        file.touch(mode=0o600)
        file.write_text(json.dumps(made))
    read: dict[str, str] = json.loads(file.read_text())
    return read
