"""What a scribe's page shows before the server has answered is what the server then says, in every game."""

from pathlib import Path
from random import Random

import pytest

from games.engine import record
from games.engine.gin.scribe import read_draft, write_down
from games.engine.rulesets import RuleSet
from games.selectors.scribe import scribe_view
from games.selectors.scribe_foresight import facts, sentences
from tests.games.engine.gin.test_scribe import EVERY_GAME, final_hands, played, seen

pytestmark = [pytest.mark.browser]
SCRIPT = Path(__file__).parents[3] / "static" / "js" / "scribe_foresight.js"
NAMES = ("Ann", "Bo")
ASK = """([told, steps]) => {
  const { foresee, off } = window.scribeForesight;
  return steps.map(([facts, word]) => [foresee(facts, word, told), facts.hands ? [...off(facts)] : []]);
}"""


def steps_of(rules: RuleSet, seed: int) -> list[tuple[dict, str, dict, set[str]]]:
    """The facts before a word, the word, the facts after it, and what could not be thrown or shown before it;
    some discards were not seen.
    """
    lines, random = played(rules, seed), Random(seed)
    draft, steps = read_draft("", rules, lines[0]["dealer"]), []
    knocker = record.read_hand(lines).result.knocker
    for seen_word in [*seen(lines), *([] if knocker is None else final_hands(lines, knocker))]:
        hidden = seed % 2 == 0 and seen_word.startswith("d:") and random.random() < 0.2
        before, word = draft, "d:??" if hidden else seen_word
        draft = write_down(draft, word, rules)
        off = {card["code"] for suit in scribe_view(before, NAMES)["grid"] for card in suit if card["off"]}
        steps.append((facts(before, NAMES), word, facts(draft, NAMES), off))
    return steps


@pytest.mark.parametrize("rules", EVERY_GAME.values(), ids=list(EVERY_GAME))
def test_what_is_shown_at_once_is_what_the_server_says(page, rules):
    page.evaluate(SCRIPT.read_text())
    steps = steps_of(rules, 3) + steps_of(rules, 4)
    answers = page.evaluate(ASK, [sentences(NAMES), [[before, word] for before, word, *_rest in steps]])
    asked = 0
    for (before, word, after, cards), (foreseen, off) in zip(steps, answers, strict=True):
        if foreseen is None:
            asked += 1
            continue
        for each in (foreseen, after):
            each.pop(
                "turns", None
            )  # of eleven cards the first discard is no turn: the end is asked for early
        waits = foreseen.pop("inCut", False)
        assert foreseen == after, (before, word)
        assert waits == (word[0] in "kgho"), word
        if before.get("phase") == "discard" or "seat" in before:
            own = set(before["hands"][before["seat"]]) if "seat" in before else set()
            assert {card for card in off if card not in ("", "??")} - own == cards
    assert asked <= 4, "the upcard before another card, and the end of the stock"
