"""The store of every release opens and comes to what it came to then: standings, sheets, prizes, hands."""

from __future__ import annotations

import gzip
import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from games.eventstore import checks
from games.models.event import Event
from tests.tournaments.golden_store import FOLDER, comes_to, every_name, is_kept, played
from tests.tournaments.test_backup import empty_the_database, take_in
from tournaments.models.tournament import Tournament
from tournaments.services import rebuild, standings

pytestmark = pytest.mark.django_db(transaction=True)
ROOT = Path(__file__).resolve().parents[2]
STORES = sorted(FOLDER.glob("*.jsonl.gz"))
LARGEST = 200_000


def kept_of(file: Path) -> Any:
    return json.loads(
        gzip.decompress(file.with_name(file.name.replace(".jsonl.gz", ".json.gz")).read_bytes())
    )


def opened() -> dict[str, Any]:
    """What this release makes of the store that was taken in, with the rows found as its events tell them."""
    for pk in Tournament.objects.values_list("pk", flat=True):
        standings.refresh(pk)
    assert [str(each) for each in checks.findings()] == []
    for pk in rebuild.all_tournaments():
        assert list(rebuild.check(pk).sentences()) == []
    return comes_to()


@pytest.mark.database
@pytest.mark.parametrize("file", STORES, ids=lambda file: file.name.removesuffix(".jsonl.gz"))
def test_the_store_of_a_release_comes_to_what_it_came_to_then(file):
    take_in(file)
    kept, now = kept_of(file), opened()
    assert set(kept) == {"events", "matches", "hands"}
    for part, told in kept.items():
        assert len(told) == len(now[part]) > 0
        for key, value in told.items():
            assert is_kept(value, now[part][key]), (part, key)
    assert file.stat().st_size < LARGEST


def test_one_more_key_is_no_change_and_another_value_is():
    kept = {"a": [1, {"b": None}]}
    assert is_kept(kept, {"a": [1, {"b": None, "new": 2}], "new": 3})
    for other in ({"a": [1, {"b": 0}]}, {"a": [1]}, {"a": [1, {}]}, {}, {"a": [1, {"b": None}, 2]}):
        assert not is_kept(kept, other)


@pytest.mark.slow
def test_what_the_store_of_the_next_release_is_made_of_has_every_event_there_is(tmp_path):
    """So that the day of a release asks for nothing but `make golden`."""
    played()
    names = set(Event.objects.values_list("name", flat=True))
    assert every_name() - names == set(), "add an evening with it to tests/tournaments/golden_store.py"
    before = comes_to()
    file = tmp_path / "next.jsonl.gz"
    call_command("export_log", str(file))
    empty_the_database()
    take_in(file)
    assert opened() == before


def test_every_release_has_its_store():
    """The changelog names releases with their number; the first one is not out yet."""
    released = re.findall(r"^## v?(\d+\.\d+\.\d+)\b", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    known = {file.name.removesuffix(".jsonl.gz") for file in STORES}
    assert set(released) <= known, "run make golden RELEASE=<number> on the release's own code"
    now = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert {each.removesuffix("-dev") for each in known} <= {*released, now}
