// The keypad of a hand of gin: who knocked, with what, what the other counts; where the rules ask, the card that
// sets the limit. The number on the button is a preview: the server prices.
window.keypadGin = (table) => {
  "use strict";

  const { words, say, names, place, draw, send, remember, recall, waits, make, button, sideButton, ask, digits, back } = table;
  const RANKS = [..."A23456789TJQK"];

  function card() {
    return table.facts.asksCard ? recall(`card:${place()}`) : null;
  }

  function limit() {
    if (table.facts.limit !== null) return table.facts.limit;
    const known = card();
    if (!known) return 10;
    const rank = RANKS.indexOf(known.rank);
    return rank === 0 ? table.facts.ace : Math.min(rank + 1, 10);
  }

  function factor() {
    const known = card();
    return known && known.spade ? table.facts.spades : 1;
  }

  function showLimit() {
    const place = document.querySelector("[data-limit-words]");
    if (!place || !table.facts.asksCard || !card()) return;
    const most = limit();
    const said = [most ? say(words.limit, { limit: most }) : words.onlyGin];
    if (factor() > 1) said.push(words.doubled);
    place.textContent = said.join(" · ");
  }

  function preview() {
    const other = Number(table.typed.digits || 0);
    const seated = names();
    if (table.typed.step === "points") return { side: table.typed.side, words: say(words.gain, { name: seated[table.typed.side], points: other }) };
    if (table.typed.how === "gin" || table.typed.how === "big_gin") {
      const bonus = table.typed.how === "big_gin" && table.facts.bigGin !== null ? table.facts.bigGin : table.facts.gin;
      const text = table.typed.how === "gin" ? words.ginGain : words.bigGinGain;
      return { side: table.typed.side, words: say(text, { name: seated[table.typed.side], points: (bonus + other) * factor() }) };
    }
    return knockPreview(other);
  }

  function knockPreview(other) {
    const difference = other - table.typed.count;
    const gain = (side, points, text) => ({ side, words: say(text, { name: names()[side], points: points * factor() }) });
    if (difference > 0) return gain(table.typed.side, difference, words.gain);
    if (difference < 0 || table.facts.tie === "undercut") return gain(1 - table.typed.side, table.facts.undercut - difference, words.undercut);
    if (table.facts.tie === "undercut_no_bonus") return gain(1 - table.typed.side, 0, words.undercut);
    if (table.facts.tie === "knocker") return gain(table.typed.side, 0, words.gain);
    return { side: null, words: words.nobody };
  }

  function calls(side) {
    const group = make("div", "calls__side", undefined, { role: "group", "aria-label": names()[side] });
    if (table.facts.sides.length > 2) group.append(make("bdi", `calls__name side-${"ab"[side]}`, names()[side]));
    const kinds = [["knock", words.knocked], ["gin", words.gin]];
    if (table.facts.bigGin !== null) kinds.push(["big_gin", words.big_gin]);
    for (const [how, text] of kinds) group.append(sideButton(side, `call call--${"ab"[side]}`, text, () => called(side, how), how));
    group.append(sideButton(side, `call call--slim call--${"ab"[side]}`, words.points, () => pointsOf(side), "points"));
    return group;
  }

  function callParts() {
    const group = make("div", "calls");
    group.append(calls(0), calls(1));
    const wall = button("call call--slim calls__across", words.wall, () => send({ how: "wall" }), { "data-call": "wall" });
    wall.append(make("span", "call__detail", words.wallWords));
    group.append(wall);
    const deal = place().split(".")[1];
    const shown = [ask(say(words.askCall, { deal })), group];
    if (table.facts.asksCard && card()) shown.push(cardLine());
    if (!table.typed.place && !waits()) shown.push(...(table.facts.scoreOpen ? [table.score.below(), ...table.score.parts()] : [table.score.door()]));
    return shown;
  }

  function cardLine() {
    const known = card();
    return button("btn btn--quiet", `${say(words.upcard, { card: known.rank + (known.spade ? "♠" : "") })} · ${words.change}`, () => {
      remember(`card:${place()}`, null);
      draw();
    });
  }

  function cardParts() {
    const keys = make("div", "keypad keypad--thirteen", undefined, { role: "group" });
    for (const rank of RANKS) {
      keys.append(button("key", rank === "T" ? "10" : rank, () => {
        remember(`card:${place()}`, { rank, spade: Boolean(table.typed.spade) });
        table.typed.spade = false;
        draw();
      }, { "data-rank": rank }));
    }
    const shown = [ask(say(words.askCard, { deal: place().split(".")[1] }))];
    if (table.facts.spades > 1) {
      shown.push(button("call call--slim", words.spade, () => {
        table.typed.spade = !table.typed.spade;
        draw();
      }, { "aria-pressed": String(Boolean(table.typed.spade)), "data-id": "spade" }));
    }
    return [...shown, keys];
  }

  function called(side, how) {
    Object.assign(table.typed, { side, how, digits: "", count: how === "knock" ? null : 0, step: how === "knock" ? "count" : "other" });
    table.note = null;
    if (how === "knock" && limit() === 0) Object.assign(table.typed, { how: "gin", count: 0, step: "other" });
    draw();
  }

  function pointsOf(side) {
    Object.assign(table.typed, { side, how: "points", digits: "", step: "points" });
    table.note = null;
    draw();
  }

  function countParts() {
    const keys = make("div", "keypad keypad--eleven", undefined, { role: "group" });
    for (let count = 0; count <= limit(); count += 1) {
      keys.append(button("key", String(count), () => counted(count), { "data-count": String(count) }));
    }
    return [ask(say(words.askCount, { name: names()[table.typed.side] })), keys, back()];
  }

  function counted(count) {
    Object.assign(table.typed, { count, digits: "", step: "other", how: count === 0 ? "gin" : "knock" });
    draw();
  }

  function otherParts() {
    const text = table.typed.how === "knock" ? words.askOther : words.askMelds;
    return [ask(say(text, { name: names()[1 - table.typed.side] })), digits(2, 98), result(), back()];
  }

  function pointsParts() {
    return [ask(say(words.askPoints, { name: names()[table.typed.side] })), digits(3, 999), result(), back()];
  }

  function result() {
    if (table.typed.digits === "") {
      return make("p", "call call--result call--awaits", table.typed.step === "points" ? words.typePoints : words.typeCount);
    }
    const shown = preview();
    const colour = shown.side === null ? "" : ` call--${"ab"[shown.side]}`;
    return button(`call call--result${colour}`, shown.words, () => sendTyped(shown.words), { "data-send": "" });
  }

  function sendTyped(said) {
    const body = { how: table.typed.how, side: table.typed.side };
    if (table.typed.how === "knock") body.count = table.typed.count;
    if (table.typed.how === "points") body.points = Number(table.typed.digits);
    else body.other = Number(table.typed.digits);
    send(body, said);
  }

  return { card, cardParts, showLimit, steps: { call: callParts, count: countParts, other: otherParts, points: pointsParts } };
};
