"""The back button brings an old form with the key it had: what is written into it anew can be sent."""

import re
import uuid

import pytest

from tests.tournaments.views.desk.scene import evening, post
from tournaments.models.tournament import Match

pytestmark = pytest.mark.django_db


def key_in(page, form: str) -> str:
    part = page.text[page.text.index(f'action="{form}"') :]
    return re.search(r'name="key" value="([^"]+)"', part)[1]


@pytest.mark.parametrize(
    ("name", "one", "other"),
    [
        ("line", {"line": "1 125-87 6-3"}, {"line": "2 125-87 6-3"}),
        ("paste", {"names": "Eve"}, {"names": "Zoe"}),
    ],
)
def test_a_form_under_a_key_that_was_used_gets_a_new_one_and_then_goes_through(name, one, other):
    scene = evening(rounds=3).published()
    key, where = str(uuid.uuid4()), scene.url(name)
    assert post(scene.desk, where, key=key, **one).status_code == 302
    refused = post(scene.desk, where, key=key, **other)
    assert "This was sent before with other values." in refused.text
    assert next(iter(other.values())) in refused.text, "what was written is still there"
    fresh = key_in(refused, where)
    assert fresh != key
    assert post(scene.desk, where, key=fresh, **other).status_code == 302
    done = Match.objects.filter(state="accepted") if name == "line" else scene.row.entries
    assert done.count() == (2 if name == "line" else 6)


def test_a_form_refused_for_another_reason_keeps_its_key():
    scene = evening().published()
    key = str(uuid.uuid4())
    refused = post(scene.desk, scene.url("line"), key=key, line="nonsense")
    assert key_in(refused, scene.url("line")) == key
