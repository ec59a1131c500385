"""What hangs on who asks is kept by no proxy, and public pages alone stand in a frame: at every address."""

from __future__ import annotations

import pytest

from tests.tournaments.views.public.scene import running
from tests.tournaments.views.searching import Nothing, urls_of

pytestmark = pytest.mark.django_db

THE_SAME_FOR_ALL = {"table_worker", "scribe_worker", "wall_worker"}
"""Scripts without anything of anybody."""


@pytest.mark.parametrize("role", ["director", "player"])
def test_no_answer_is_kept_for_others_or_framed_by_them(role):
    scene = running()
    client, shared, framed, asked = scene.client(role), [], set(), 0
    for name, url in urls_of(scene, scene.whole_hand().pk).items():
        cookies = client.cookies.copy()
        with Nothing():
            answer = client.get(url)
        client.cookies = cookies
        asked += 1
        if not {"private", "no-store"} & {*answer["Cache-Control"].split(", ")}:
            shared.append(name)
        if (
            answer.get("X-Frame-Options") != "DENY"
            or "frame-ancestors *" in answer["Content-Security-Policy"]
        ):
            framed.add(name)
    assert {*shared} <= THE_SAME_FOR_ALL
    assert {name for name in framed if not name.endswith("_embed")} == set()
    assert asked > 250
