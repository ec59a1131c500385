// The keypad of a final score, for a sheet without hands.
window.keypadScore = (table) => {
  "use strict";

  const { words, say, draw, blank, post, make, button, ask, stackOf, back } = table;

  function scoreDoor() {
    if (!table.facts.score) return null;
    return button("btn btn--quiet btn--wide", words.score, () => {
      Object.assign(table.typed, blank(), { step: "score" });
      draw();
    }, { "data-call": "score" });
  }

  // Before the first hand its keys stand below those of a hand: a phone's screen shows that they are there.
  function scoreBelow() {
    return button("btn btn--quiet btn--wide", `${words.score} ↓`, () => {
      const first = document.querySelector("[data-score]");
      first?.focus({ preventScroll: true });
      document.querySelector(".entry__ask[data-score-ask]")?.scrollIntoView({ block: "start" });
    }, { "data-id": "score-below" });
  }

  function most() {
    return table.facts.target + 260 + 12 * table.facts.boxes;
  }

  function scoreParts() {
    const keys = scoreKeys();
    return [make("p", "entry__ask", words.scoreAsk, { "data-score-ask": "" }), fields(), keys, table.typed.step === "score" ? back() : null];
  }

  function fields() {
    const group = make("div", "calls");
    table.facts.sides.forEach((name, side) => {
      const element = button(`call call--slim call--${"ab"[side]}`, `${name}: ${table.typed.score[side] || "–"}`, () => {
        table.typed.at = side;
        draw();
      }, { "aria-pressed": String(table.typed.at === side), "data-id": `score${side}`, "data-score": side });
      group.append(element);
    });
    return group;
  }

  function scoreKeys() {
    if (table.typed.at < 2) return scoreDigits();
    const [a, b] = table.typed.score.map(Number);
    const winner = a >= b ? 0 : 1;
    return table.typed.won === null ? winnerHands(winner) : loserHands(winner);
  }

  function scoreDigits() {
    const side = table.typed.at;
    const keys = make("div", "keypad", undefined, { role: "group", "aria-label": say(words.scorePoints, { name: table.facts.sides[side] }) });
    const press = (digit) => {
      const next = String(Number(table.typed.score[side] + digit));
      if (Number(next) > most()) return;
      table.typed.score[side] = next;
      table.typed.won = null;
      if (Number(next) * 10 > most() && next !== "0") table.typed.at = side + 1;
      draw();
    };
    for (const digit of [1, 2, 3, 4, 5, 6, 7, 8, 9]) keys.append(button("key", String(digit), () => press(digit), { "data-score-digit": digit, "data-id": `s${digit}` }));
    keys.append(button("key key--words", "⌫", () => {
      table.typed.score[side] = table.typed.score[side].slice(0, -1);
      draw();
    }, { "aria-label": words.delete, "data-id": "sdelete" }));
    keys.append(button("key", "0", () => press(0), { "data-score-digit": 0, "data-id": "s0" }));
    const next = button("key key--words", words.next, () => {
      table.typed.at = side + 1;
      draw();
    }, { "data-id": "snext" });
    next.disabled = table.typed.score[side] === "";
    keys.append(next);
    return keys;
  }

  function winnerHands(winner) {
    const keys = make("div", "keypad keypad--eleven", undefined, { role: "group" });
    for (let hands = 1; hands <= 16; hands += 1) {
      keys.append(button("key", String(hands), () => {
        table.typed.won = hands;
        draw();
      }, { "data-won": hands }));
    }
    return stackOf(ask(say(words.scoreWon, { name: table.facts.sides[winner] })), keys);
  }

  // The last tap says the whole result and sends it.
  function loserHands(winner) {
    const points = table.typed.score.map(Number);
    const loser = 1 - winner;
    const list = make("div", "stack stack--tight");
    const start = points[loser] === 0 ? 0 : 1;
    const end = points[loser] === 0 ? 0 : Math.max(table.typed.won + 4, 6);
    for (let hands = start; hands <= end; hands += 1) {
      const said = say(words.scoreGain, { winner: table.facts.sides[winner], a: points[winner], b: points[loser] });
      const element = button(`call call--slim call--${"ab"[winner]}`, said, () => sendScore(winner, hands, said), { "data-lost": hands });
      element.append(make("span", "call__detail", say(words.scoreHands, { a: table.typed.won, b: hands })));
      list.append(element);
    }
    return stackOf(ask(say(words.scoreWonLoser, { name: table.facts.sides[loser] })), list);
  }

  function sendScore(winner, hands, said) {
    const won = winner === 0 ? [table.typed.won, hands] : [hands, table.typed.won];
    const body = { version: table.facts.version };
    [0, 1].forEach((side) => {
      body[`points_0_${side}`] = Number(table.typed.score[side]);
      body[`won_0_${side}`] = won[side];
    });
    post(table.scoreAddress, body, said);
  }

  return { door: scoreDoor, below: scoreBelow, parts: scoreParts };
};
