"""Until the club's font is there its stand-ins take the same room: nothing moves when it arrives."""

import re
from pathlib import Path

import pytest

from tests.seen import moved
from tests.tournaments.views.public.scene import running

TOKENS = (Path(__file__).parents[2] / "static/css/tokens.css").read_text()
FACES = [face for face in re.findall(r"@font-face \{(.*?)\}", TOKENS, re.DOTALL) if "local(" in face]
ASCENT, DESCENT = 103.6, 33.5
"""Of the family's files, in hundredths of a letter's size."""
WORDS = (
    "Round 3 of 5: the results of the evening are published when the director closes the round. "
    "Ann Bergman beat Hugo Sanders 125–87, knock with ten or less."
)
WIDTHS = """async ([words, weights]) => {
    const own = [...document.fonts].map((face) => face.family.replaceAll('"', ""));
    const ink = document.createElement("canvas").getContext("2d");
    const width = (family, weight) => {
        ink.font = `${weight} 100px "${family}", monospace`;
        return ink.measureText(words).width;
    };
    const found = {};
    const file = document.querySelector('link[rel="preload"][as="font"]').href;
    document.fonts.add(await new FontFace("Its File", `url(${file})`, { weight: "400 700" }).load());
    for (const weight of weights) {
        for (const family of new Set(own.filter((name) => name.startsWith("Club Serif as ")))) {
            const faces = await document.fonts.load(`${weight} 100px "${family}"`, words).catch(() => []);
            if (!faces.length || faces.some((face) => face.status !== "loaded")) continue;
            found[`${family}, ${weight}`] = width(family, weight) / width("Its File", weight);
        }
    }
    return found;
}"""

ARRIVED = """async () => {
    await document.fonts.ready;
    const there = [...document.fonts].filter((face) => face.status === "loaded");
    return there.some((face) => /^"?Club Serif"?$/.test(face.family));
}"""


def percent(face: str, what: str) -> float:
    """A descriptor's number."""
    return float(re.search(rf"{what}: ([\d.]+)%", face)[1])


def test_each_stand_in_is_as_high_as_the_family():
    assert len(FACES) == 8
    for face in FACES:
        size = percent(face, "size-adjust") / 100
        assert percent(face, "ascent-override") * size == pytest.approx(ASCENT, abs=0.2), face
        assert percent(face, "descent-override") * size == pytest.approx(DESCENT, abs=0.2), face
        assert percent(face, "line-gap-override") == 0


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_and_as_wide(new_page, live_server):
    page = new_page(390, 844)
    page.goto(f"{live_server.url}/login/")
    found = page.evaluate(WIDTHS, [WORDS, [400, 600]])
    if not found:
        pytest.skip(
            "this computer has none of the fonts that stand in: Georgia, Noto Serif, Times, DejaVu Serif"
        )
    assert {name: width for name, width in found.items() if not 0.97 < width < 1.03} == {}


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_a_font_that_comes_late_moves_nothing_and_is_there_for_the_next_page(new_page, live_server):
    running()
    page = new_page(360, 844)
    late = []

    def later(route):
        late.append(route.request.url)
        page.wait_for_timeout(700)
        route.continue_()

    page.route("**/*.woff2", later)
    page.goto(live_server.url)
    page.wait_for_timeout(200)
    assert late
    assert moved(page) == 0
    page.unroute("**/*.woff2")
    page.goto(live_server.url)
    assert page.evaluate(ARRIVED)
