"""How far folds over the whole log have come, and which version of each is the live one.

A fold reads `log.positions_after(checkpoint)`, writes its rows and moves its checkpoint in one unit: run
twice, it changes nothing. A new version is built beside the live one and takes over in one transaction.
"""

from __future__ import annotations

from games.eventstore.unit import unit
from games.models.event import Projection


class Overtaken(Exception):
    """Another worker moved the checkpoint first; what this one computed must not be written."""

    def __init__(self, name: str, version: int) -> None:
        super().__init__(f"another worker moved the projection {name} {version} first")


def active_version(name: str) -> int | None:
    """The version whose rows are shown, if any is."""
    return (
        Projection.objects.filter(name=name, status=Projection.Status.ACTIVE)
        .values_list("version", flat=True)
        .first()
    )


def checkpoint(name: str, version: int) -> int:
    """The position up to which this version has read; 0 before it began."""
    found = Projection.objects.filter(name=name, version=version).values_list("position", flat=True).first()
    return found or 0


def begin(name: str, version: int) -> None:
    """Let a version be built, from the start of the log; saying so twice changes nothing."""
    with unit():
        Projection.objects.get_or_create(
            name=name, version=version, defaults={"status": Projection.Status.BUILDING}
        )


def move(name: str, version: int, *, before: int, after: int) -> None:
    """Move the checkpoint inside the unit that writes the rows; Overtaken where it left `before`."""
    moved = Projection.objects.filter(name=name, version=version, position=before).update(position=after)
    if not moved:
        raise Overtaken(name, version)


def activate(name: str, version: int) -> None:
    """Show this version from now on; the one shown before retires."""
    with unit():
        others = Projection.objects.filter(name=name, status=Projection.Status.ACTIVE)
        others.exclude(version=version).update(status=Projection.Status.RETIRED)
        changed = Projection.objects.filter(name=name, version=version).update(
            status=Projection.Status.ACTIVE
        )
        assert changed, f"the projection {name} {version} was never begun"
