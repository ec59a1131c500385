"""What a scribe's page shows before the server has answered is what the server then says, in every game."""

from pathlib import Path
from random import Random

import pytest

from games.engine.cards import card_text
from games.engine.gin.scribe import impossible, read_draft, write_down
from games.engine.rulesets import RuleSet
from games.selectors.scribe_foresight import facts, sentences
from tests.games.engine.gin.test_scribe import EVERY_GAME, played, seen

pytestmark = [pytest.mark.browser]
SCRIPT = Path(__file__).parents[3] / "static" / "js" / "scribe_foresight.js"
NAMES = ("Ann", "Bo")
ASK = """([told, steps]) => {
  const { foresee, off } = window.scribeForesight;
  return steps.map(([facts, word]) => [foresee(facts, word, told), facts.phase ? [...off(facts)] : []]);
}"""


def steps_of(rules: RuleSet, seed: int) -> list[tuple[dict, str, dict, set[str]]]:
    """The facts before a word, the word, the facts after it, and what could not be thrown before it; some
    discards were not seen.
    """
    lines, random = played(rules, seed), Random(seed)
    draft, steps = read_draft("", rules, lines[0]["dealer"]), []
    for seen_word in seen(lines):
        hidden = seed % 2 == 0 and seen_word.startswith("d:") and random.random() < 0.2
        word = "d:??" if hidden else seen_word
        before = draft
        draft = write_down(draft, word, rules)
        off = impossible(before.state, before.state.turn) if before.state is not None else 0
        cards = {card_text(card) for card in range(52) if off >> card & 1}
        steps.append((facts(before, NAMES), word, facts(draft, NAMES), cards))
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
            each.pop("turns")  # of eleven cards the first discard is no turn: the end is asked for early
        assert foreseen == after, (before, word)
        if before.get("phase") == "discard":
            assert {card for card in off if card not in ("", "??")} == cards
    assert asked <= 2 * 4, "the upcard before another card, the end of the stock, a knock"
