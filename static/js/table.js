// The keypad of a table: asks how a hand ended, step by step, and sends it to its place on the sheet.
// The server prices and checks; the numbers on the button are a preview. What was not sent yet waits in queue.js.
(() => {
  "use strict";

  const pad = document.getElementById("pad");
  watchTheLivePart();
  if (!pad) return;

  const words = JSON.parse(pad.dataset.texts);
  const box = document.getElementById("pad-now");
  const form = document.getElementById("by-form");
  const RANKS = [..."A23456789TJQK"];
  const queue = window.tableQueue;
  const written = new Set(); // places written from here that the sheet below does not show yet
  let facts = readFacts();
  let typed = blank();
  let note = null;

  // ------------------------------------------------------------------ state

  function readFacts() {
    return JSON.parse(document.getElementById("deal")?.dataset.facts || "{}");
  }

  function blank() {
    return { step: "call", side: null, how: null, count: null, digits: "", place: null, score: ["", ""], won: null, at: 0, counts: {} };
  }

  function storeName(what) {
    return `table:${facts.match}:${what}`;
  }

  function recall(what) {
    try {
      return JSON.parse(localStorage.getItem(storeName(what)));
    } catch {
      return null;
    }
  }

  function remember(what, value) {
    try {
      if (value === null) localStorage.removeItem(storeName(what));
      else localStorage.setItem(storeName(what), JSON.stringify(value));
    } catch {
      // Nothing can be stored here: it is kept as long as the page is open.
    }
  }

  function place() {
    return typed.place || nextPlace();
  }

  // The place that is open on the sheet, past what waits on this phone; none where the next one cannot be known.
  function nextPlace() {
    const waiting = queue.of(facts.match);
    if (waiting.some((item) => !item.place)) return null; // a final score: no hand comes after it
    const taken = new Set([...waiting.map((item) => item.place), ...written]);
    let at = facts.place;
    while (at && taken.has(at)) {
      if (!facts.ahead) return null;
      const [game, deal, board] = at.split(".");
      at = [game, Number(deal) + 1, board].join(".");
    }
    return at;
  }

  // Who sits at this place, by seat: not always the same people where some sit out or change boards.
  function names() {
    return (typed.place && facts.namesAt[typed.place]) || facts.names;
  }

  function say(text, values = {}) {
    const said = text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? values[name] : whole));
    // Numbers read from left to right in every language: a score and its sign are kept together.
    return document.dir === "rtl" ? said.replace(/[+−]?\p{Nd}+(?:–\p{Nd}+)*/gu, "\u2066$&\u2069") : said;
  }

  // ------------------------------------------------------------------ the card that sets the limit

  function card() {
    return facts.asksCard ? recall(`card:${place()}`) : null;
  }

  function limit() {
    if (facts.limit !== null) return facts.limit;
    const known = card();
    if (!known) return 10;
    const rank = RANKS.indexOf(known.rank);
    return rank === 0 ? facts.ace : Math.min(rank + 1, 10);
  }

  function factor() {
    const known = card();
    return known && known.spade ? facts.spades : 1;
  }

  function showLimit() {
    const place = document.querySelector("[data-limit-words]");
    if (!place || !facts.asksCard || !card()) return;
    const most = limit();
    const said = [most ? say(words.limit, { limit: most }) : words.onlyGin];
    if (factor() > 1) said.push(words.doubled);
    place.textContent = said.join(" · ");
  }

  // Who deals the hand after one that waits follows from what the server makes of it.
  function showWhoDeals() {
    for (const told of document.querySelectorAll("[data-deal-words], #top .dealer")) told.hidden = nextPlace() !== facts.place;
  }

  // ------------------------------------------------------------------ what a hand gives

  function preview() {
    const other = Number(typed.digits || 0);
    const seated = names();
    if (typed.step === "points") return { side: typed.side, words: say(words.gain, { name: seated[typed.side], points: other }) };
    if (typed.how === "gin" || typed.how === "big_gin") {
      const bonus = typed.how === "big_gin" && facts.bigGin !== null ? facts.bigGin : facts.gin;
      const text = typed.how === "gin" ? words.ginGain : words.bigGinGain;
      return { side: typed.side, words: say(text, { name: seated[typed.side], points: (bonus + other) * factor() }) };
    }
    return knockPreview(other);
  }

  function knockPreview(other) {
    const difference = other - typed.count;
    const gain = (side, points, text) => ({ side, words: say(text, { name: names()[side], points: points * factor() }) });
    if (difference > 0) return gain(typed.side, difference, words.gain);
    if (difference < 0 || facts.tie === "undercut") return gain(1 - typed.side, facts.undercut - difference, words.undercut);
    if (facts.tie === "undercut_no_bonus") return gain(1 - typed.side, 0, words.undercut);
    if (facts.tie === "knocker") return gain(typed.side, 0, words.gain);
    return { side: null, words: words.nobody };
  }

  // ------------------------------------------------------------------ drawing

  function make(tag, className, text, more = {}) {
    const element = document.createElement(tag);
    if (className) element.className = className;
    if (text !== undefined) element.textContent = text;
    for (const [name, value] of Object.entries(more)) element.setAttribute(name, value);
    return element;
  }

  function button(className, text, act, more = {}) {
    const element = make("button", className, text, { type: "button", ...more });
    element.addEventListener("click", act);
    return element;
  }

  let held = false; // the focus was on the keypad when its keys were exchanged

  function draw() {
    const active = document.activeElement;
    const focused = box.contains(active) ? active.dataset.id : null;
    held = box.contains(active) || (held && active === document.body);
    box.replaceChildren(...parts().filter(Boolean));
    box.dataset.drawn = "";
    box.classList.add("stack");
    showLimit();
    showWhoDeals();
    if (form) form.hidden = !facts.place && !form.open;
    // Where the pressed key is gone, whoever goes by keys or listens is at the next question, not at the page's top.
    const next = held && ((focused && box.querySelector(`[data-id="${focused}"]`)) || box.querySelector(".entry__ask"));
    if (next) next.focus({ preventScroll: true });
    reveal();
  }

  // On a low screen each question comes into view with all its keys; while one is answered nothing moves.
  let question = null;
  function reveal() {
    const asking = `${typed.step} ${typed.at} ${typed.won}`;
    if (question !== null && question !== asking) {
      const keys = typed.step === "call" ? box.querySelector(".calls") : box;
      if (keys) keys.scrollIntoView({ block: keys.offsetHeight > innerHeight ? "start" : "nearest" });
    }
    question = asking;
  }

  function parts() {
    if (queue.isSending(facts.match)) return [];
    if (!facts.canEnter) return note ? [noteBox()] : [];
    const open = place() !== null && place() !== undefined;
    const shown = [];
    if (note) shown.push(noteBox());
    if (queue.asks(facts.match)) return shown; // first the answer, then the keypad as it was
    if (facts.playing && !typed.place) return shown; // the hand comes onto the sheet by itself
    if (typed.step === "score") return [...shown, ...scoreParts()];
    if (!open) return waits() ? shown : [...shown, scoreDoor()];
    if (facts.asksCard && !card()) return [...shown, ...cardParts()];
    if (facts.family === "manipulation") return [...shown, changing(), ...roundParts()];
    const steps = { call: callParts, count: countParts, other: otherParts, points: pointsParts };
    return [...shown, changing(), ...steps[typed.step]()];
  }

  // A final score is for a sheet without hands: it is not asked for behind one that waits.
  function waits() {
    return queue.of(facts.match).length > 0;
  }

  function changing() {
    if (!typed.place) return null;
    const row = make("p", "queue");
    row.append(make("span", "", say(words.changing, { deal: typed.place.split(".")[1] })));
    row.append(button("btn btn--quiet", words.close, reset));
    return row;
  }

  function ask(text) {
    return make("p", "entry__ask", text, { tabindex: "-1" });
  }

  function calls(side) {
    const group = make("div", "calls__side", undefined, { role: "group", "aria-label": names()[side] });
    if (facts.sides.length > 2) group.append(make("bdi", `calls__name side-${"ab"[side]}`, names()[side]));
    const kinds = [["knock", words.knocked], ["gin", words.gin]];
    if (facts.bigGin !== null) kinds.push(["big_gin", words.big_gin]);
    for (const [how, text] of kinds) group.append(sideButton(side, `call call--${"ab"[side]}`, text, () => called(side, how), how));
    group.append(sideButton(side, `call call--slim call--${"ab"[side]}`, words.points, () => pointsOf(side), "points"));
    return group;
  }

  function sideButton(side, className, text, act, how) {
    const element = button(className, text, act, { "data-call": `${how}-${side}` });
    element.append(make("span", "visually-hidden", ` ${names()[side]}`));
    return element;
  }

  function callParts() {
    const group = make("div", "calls");
    group.append(calls(0), calls(1));
    const wall = button("call call--slim calls__across", words.wall, () => send({ how: "wall" }), { "data-call": "wall" });
    wall.append(make("span", "call__detail", words.wallWords));
    group.append(wall);
    const deal = place().split(".")[1];
    const shown = [ask(say(words.askCall, { deal })), group];
    if (facts.asksCard && card()) shown.push(cardLine());
    if (!typed.place && !waits()) shown.push(...(facts.scoreOpen ? [scoreBelow(), ...scoreParts()] : [scoreDoor()]));
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
        remember(`card:${place()}`, { rank, spade: Boolean(typed.spade) });
        typed.spade = false;
        draw();
      }, { "data-rank": rank }));
    }
    const shown = [ask(say(words.askCard, { deal: place().split(".")[1] }))];
    if (facts.spades > 1) {
      shown.push(button("call call--slim", words.spade, () => {
        typed.spade = !typed.spade;
        draw();
      }, { "aria-pressed": String(Boolean(typed.spade)), "data-id": "spade" }));
    }
    return [...shown, keys];
  }

  function called(side, how) {
    Object.assign(typed, { side, how, digits: "", count: how === "knock" ? null : 0, step: how === "knock" ? "count" : "other" });
    note = null;
    if (how === "knock" && limit() === 0) Object.assign(typed, { how: "gin", count: 0, step: "other" });
    draw();
  }

  function pointsOf(side) {
    Object.assign(typed, { side, how: "points", digits: "", step: "points" });
    note = null;
    draw();
  }

  function countParts() {
    const keys = make("div", "keypad keypad--eleven", undefined, { role: "group" });
    for (let count = 0; count <= limit(); count += 1) {
      keys.append(button("key", String(count), () => counted(count), { "data-count": String(count) }));
    }
    return [ask(say(words.askCount, { name: names()[typed.side] })), keys, back()];
  }

  function counted(count) {
    Object.assign(typed, { count, digits: "", step: "other", how: count === 0 ? "gin" : "knock" });
    draw();
  }

  function otherParts() {
    const text = typed.how === "knock" ? words.askOther : words.askMelds;
    return [ask(say(text, { name: names()[1 - typed.side] })), digits(2, 98), result(), back()];
  }

  function pointsParts() {
    return [ask(say(words.askPoints, { name: names()[typed.side] })), digits(3, 999), result(), back()];
  }

  function digits(most, highest) {
    const keys = make("div", "keypad", undefined, { role: "group" });
    keys.append(make("output", "keypad__shown num", typed.digits || "–"));
    const press = (digit) => {
      const next = String(Number(typed.digits + digit));
      if (typed.digits.length < most && Number(next) <= highest) typed.digits = typed.digits === "0" ? String(digit) : typed.digits + digit;
      draw();
    };
    for (const digit of [1, 2, 3, 4, 5, 6, 7, 8, 9]) keys.append(button("key", String(digit), () => press(digit), { "data-digit": digit, "data-id": `d${digit}` }));
    keys.append(make("span"));
    keys.append(button("key", "0", () => press(0), { "data-digit": 0, "data-id": "d0" }));
    keys.append(button("key key--words", "⌫", () => {
      typed.digits = typed.digits.slice(0, -1);
      draw();
    }, { "aria-label": words.delete, "data-id": "delete" }));
    return keys;
  }

  function result() {
    if (typed.digits === "") {
      return make("p", "call call--result call--awaits", typed.step === "points" ? words.typePoints : words.typeCount);
    }
    const shown = preview();
    const colour = shown.side === null ? "" : ` call--${"ab"[shown.side]}`;
    return button(`call call--result${colour}`, shown.words, () => sendTyped(shown.words), { "data-send": "" });
  }

  function back() {
    return button("btn btn--quiet btn--wide", words.back, () => {
      typed.step = typed.step === "other" && typed.how === "knock" ? "count" : "call";
      typed.digits = "";
      draw();
    });
  }

  // ------------------------------------------------------------------ a round of Manipulation Rummy

  function roundParts() {
    if (typed.step === "count") return knockerParts();
    if (typed.step === "counts") return roundCountParts();
    return roundCallParts();
  }

  function roundCallParts() {
    const group = make("div", "calls calls--many");
    names().forEach((name, seat) => {
      const line = make("div", "calls__player", undefined, { role: "group", "aria-label": name });
      line.append(make("bdi", "calls__name", name));
      line.append(sideButton(seat, "call call--slim", words.knocked, () => roundCalled(seat, "knock"), "knock"));
      line.append(sideButton(seat, "call call--slim", words.out, () => roundCalled(seat, "out"), "out"));
      group.append(line);
    });
    const stock = button("call call--slim", words.stock, () => roundCalled(null, "stock"), { "data-call": "stock" });
    stock.append(make("span", "call__detail", words.wallWords));
    group.append(stock);
    const shown = [ask(say(words.askRound, { deal: place().split(".")[1] })), group];
    if (!typed.place) shown.push(scoreDoor());
    return shown;
  }

  function roundCalled(seat, how) {
    const counts = how === "out" ? { [seat]: 0 } : {};
    Object.assign(typed, { side: seat, how, digits: "", counts, step: how === "knock" ? "count" : "counts" });
    note = null;
    draw();
  }

  // Nobody knocks with nothing: whoever has no card is out.
  function knockerParts() {
    const keys = make("div", "keypad keypad--eleven", undefined, { role: "group" });
    for (let count = 1; count <= facts.limit; count += 1) {
      keys.append(button("key", String(count), () => {
        Object.assign(typed, { counts: { [typed.side]: count }, digits: "", step: "counts" });
        draw();
      }, { "data-count": String(count) }));
    }
    return [ask(say(words.askCount, { name: names()[typed.side] })), keys, roundBack()];
  }

  function asked() {
    return names().findIndex((_name, seat) => !(seat in typed.counts));
  }

  function roundCountParts() {
    const seat = asked();
    const shown = [countsSoFar()];
    if (seat >= 0) {
      const next = button("call call--result", words.next, () => {
        typed.counts[seat] = Number(typed.digits);
        typed.digits = "";
        draw();
      }, { "data-next": "" });
      next.disabled = typed.digits === "";
      shown.push(ask(say(words.askMelds, { name: names()[seat] })), digits(3, 600), next);
    } else {
      const said = roundPreview();
      shown.push(button("call call--result", said, () => sendRound(said), { "data-send": "" }));
    }
    return [...shown, roundBack()];
  }

  function countsSoFar() {
    const list = make("ul", "counts");
    names().forEach((name, seat) => {
      const item = make("li", seat === typed.side ? "strong" : "");
      item.append(make("bdi", "", name), make("span", "num", seat in typed.counts ? ` ${typed.counts[seat]}` : " –"));
      list.append(item);
    });
    return list;
  }

  // Back takes the last count away, then what was called.
  function roundBack() {
    return button("btn btn--quiet btn--wide", words.back, () => {
      const fixed = typed.how === "stock" ? -1 : typed.side;
      const given = names().map((_name, seat) => seat).filter((seat) => seat in typed.counts && seat !== fixed);
      if (typed.step === "counts" && given.length) delete typed.counts[given.at(-1)];
      else typed.step = typed.step === "counts" && typed.how === "knock" ? "count" : "call";
      typed.digits = "";
      draw();
    });
  }

  // The lowest count wins; a knocker loses a tie (docs/rules.md 5.9).
  function roundPreview() {
    const counts = names().map((_name, seat) => typed.counts[seat]);
    const lowest = Math.min(...counts);
    const low = counts.flatMap((count, seat) => (count === lowest ? [seat] : []));
    let winners = low.length === 1 || facts.lowTie === "each" ? low : [];
    let bonus = 0;
    if (typed.how === "out") {
      winners = [typed.side];
      bonus = facts.gin;
    } else if (typed.how === "knock") {
      const others = low.filter((seat) => seat !== typed.side);
      if (low.includes(typed.side)) winners = others.length ? others : low;
      if (winners.length !== 1 || winners[0] !== typed.side) bonus = facts.undercut;
    }
    if (!winners.length) return words.nobody;
    const points = (seat) => counts.reduce((sum, count) => sum + count - counts[seat], 0) + bonus;
    const gain = winners.map((seat) => say(words.gain, { name: names()[seat], points: points(seat) })).join(", ");
    return typed.how === "knock" ? gain : say(typed.how === "out" ? words.outGain : words.stockGain, { gain });
  }

  function sendRound(said) {
    const body = { how: typed.how };
    if (typed.side !== null) body.side = typed.side;
    for (const [seat, count] of Object.entries(typed.counts)) body[`count_${seat}`] = count;
    send(body, said);
  }

  // ------------------------------------------------------------------ a final score

  function scoreDoor() {
    if (!facts.score) return null;
    return button("btn btn--quiet btn--wide", words.score, () => {
      Object.assign(typed, blank(), { step: "score" });
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
    return facts.target + 260 + 12 * facts.boxes;
  }

  function scoreParts() {
    const keys = scoreKeys();
    return [make("p", "entry__ask", words.scoreAsk, { "data-score-ask": "" }), fields(), keys, typed.step === "score" ? back() : null];
  }

  function fields() {
    const group = make("div", "calls");
    facts.sides.forEach((name, side) => {
      const element = button(`call call--slim call--${"ab"[side]}`, `${name}: ${typed.score[side] || "–"}`, () => {
        typed.at = side;
        draw();
      }, { "aria-pressed": String(typed.at === side), "data-id": `score${side}`, "data-score": side });
      group.append(element);
    });
    return group;
  }

  function scoreKeys() {
    if (typed.at < 2) return scoreDigits();
    const [a, b] = typed.score.map(Number);
    const winner = a >= b ? 0 : 1;
    return typed.won === null ? winnerHands(winner) : loserHands(winner);
  }

  function scoreDigits() {
    const side = typed.at;
    const keys = make("div", "keypad", undefined, { role: "group", "aria-label": say(words.scorePoints, { name: facts.sides[side] }) });
    const press = (digit) => {
      const next = String(Number(typed.score[side] + digit));
      if (Number(next) > most()) return;
      typed.score[side] = next;
      typed.won = null;
      if (Number(next) * 10 > most() && next !== "0") typed.at = side + 1;
      draw();
    };
    for (const digit of [1, 2, 3, 4, 5, 6, 7, 8, 9]) keys.append(button("key", String(digit), () => press(digit), { "data-score-digit": digit, "data-id": `s${digit}` }));
    keys.append(button("key key--words", "⌫", () => {
      typed.score[side] = typed.score[side].slice(0, -1);
      draw();
    }, { "aria-label": words.delete, "data-id": "sdelete" }));
    keys.append(button("key", "0", () => press(0), { "data-score-digit": 0, "data-id": "s0" }));
    const next = button("key key--words", words.next, () => {
      typed.at = side + 1;
      draw();
    }, { "data-id": "snext" });
    next.disabled = typed.score[side] === "";
    keys.append(next);
    return keys;
  }

  function winnerHands(winner) {
    const keys = make("div", "keypad keypad--eleven", undefined, { role: "group" });
    for (let hands = 1; hands <= 16; hands += 1) {
      keys.append(button("key", String(hands), () => {
        typed.won = hands;
        draw();
      }, { "data-won": hands }));
    }
    return stackOf(ask(say(words.scoreWon, { name: facts.sides[winner] })), keys);
  }

  // The last tap says the whole result and sends it.
  function loserHands(winner) {
    const points = typed.score.map(Number);
    const loser = 1 - winner;
    const list = make("div", "stack stack--tight");
    const start = points[loser] === 0 ? 0 : 1;
    const end = points[loser] === 0 ? 0 : Math.max(typed.won + 4, 6);
    for (let hands = start; hands <= end; hands += 1) {
      const said = say(words.scoreGain, { winner: facts.sides[winner], a: points[winner], b: points[loser] });
      const element = button(`call call--slim call--${"ab"[winner]}`, said, () => sendScore(winner, hands, said), { "data-lost": hands });
      element.append(make("span", "call__detail", say(words.scoreHands, { a: typed.won, b: hands })));
      list.append(element);
    }
    return stackOf(ask(say(words.scoreWonLoser, { name: facts.sides[loser] })), list);
  }

  function stackOf(...children) {
    const group = make("div", "stack");
    group.append(...children);
    return group;
  }

  function sendScore(winner, hands, said) {
    const won = winner === 0 ? [typed.won, hands] : [hands, typed.won];
    const body = { version: facts.version };
    [0, 1].forEach((side) => {
      body[`points_0_${side}`] = Number(typed.score[side]);
      body[`won_0_${side}`] = won[side];
    });
    post(pad.dataset.score, body, said);
  }

  // ------------------------------------------------------------------ sending

  function sendTyped(said) {
    const body = { how: typed.how, side: typed.side };
    if (typed.how === "knock") body.count = typed.count;
    if (typed.how === "points") body.points = Number(typed.digits);
    else body.other = Number(typed.digits);
    send(body, said);
  }

  function send(body, said = words.wall) {
    const known = card();
    if (known) Object.assign(body, { rank: known.rank, ...(known.spade ? { spade: "on" } : {}) });
    if (typed.place) body.amend = "on";
    post(pad.dataset.post, { place: place(), version: facts.version, ...body }, said);
  }

  function post(address, body, said) {
    note = null;
    const hand = body.place ? say(words.hand, { deal: body.place.split(".")[1] }) : "";
    const whose = { ...body, seated: facts.seated };
    queue.add({ match: facts.match, place: body.place || null, address, body: whose, said, sides: facts.sides.join(" – "), hand });
  }

  function isOurs(event) {
    return event.detail.item.match === facts.match;
  }

  document.addEventListener("queue:changed", draw);
  document.addEventListener("queue:waiting", (event) => {
    if (isOurs(event)) typed = blank(); // it is safe on this phone: on with the next hand
  });
  document.addEventListener("queue:written", (event) => {
    const { item, told } = event.detail;
    if (!isOurs(event)) return;
    if (item.place) written.add(item.place);
    if (!item.waited) typed = blank();
    note = { kind: "sent", message: say(words.saved, { words: told.said }) };
    look();
  });
  document.addEventListener("queue:refused", (event) => {
    const { item, told, onKeypad } = event.detail;
    if (!isOurs(event)) return;
    if (onKeypad) note = { kind: "wrong", ...told };
    else if (told.data?.kept && !item.waited) typed = blank();
    look();
  });
  document.addEventListener("queue:dropped", (event) => {
    const { item, leaves } = event.detail;
    if (isOurs(event) && !item.waited && !leaves) typed = blank();
  });

  function noteBox() {
    if (note.kind === "sent") return make("p", "queue queue--sent", note.message, { role: "status" });
    const group = make("div", "note note--wrong", undefined, { role: "alert" });
    group.append(make("p", "", note.message));
    return group;
  }

  // ------------------------------------------------------------------ the sheet moves on

  function look() {
    const top = document.getElementById("top");
    if (top && window.htmx) window.htmx.trigger(top, "refresh");
  }

  function reset() {
    typed = blank();
    note = null;
    draw();
  }

  function isTyping() {
    return typed.step !== "call" || typed.place !== null || typed.score.some(Boolean);
  }

  function refresh() {
    const before = facts;
    const at = nextPlace();
    facts = readFacts();
    if (before.version !== facts.version) written.clear();
    forgetWhatWasWritten();
    if (before.version !== facts.version && at !== nextPlace() && isTyping() && !typed.place && !note) {
      note = { kind: "wrong", message: words.moved, data: {} };
    }
    draw();
    if (before.version !== facts.version) document.dispatchEvent(new CustomEvent("page:moved"));
  }

  // "Written: …" is about the newest line; once another one stands there it is no news.
  function forgetWhatWasWritten() {
    if (note?.kind !== "sent" || note.version === facts.version) return;
    if (note.version === undefined) note.version = facts.version;
    else note = null;
  }

  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id === "top" || event.detail.elt?.id === "top") refresh();
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-amend]");
    if (!link) return;
    event.preventDefault();
    typed = { ...blank(), place: link.dataset.amend };
    note = null;
    draw();
    pad.scrollIntoView({ block: "start" });
  });
  if (form && !form.querySelector(".field--wrong") && !pad.querySelector(":scope > .note")) form.open = false;
  const wanted = new URLSearchParams(location.search).get("amend");
  if (wanted) typed.place = wanted;
  queue.ready.then(draw);

  // ------------------------------------------------------------------ polling

  // An answer that says nothing new is not swapped in: it would take the focus and close what is open.
  function watchTheLivePart() {
    document.addEventListener("htmx:beforeSwap", (event) => {
      const etag = event.detail.xhr.getResponseHeader("ETag");
      if (event.target.id !== "top") return;
      if (etag && etag === event.target.dataset.etag) event.detail.shouldSwap = false;
    });
    // The next match comes once somebody has read what became of what this one had still to send.
    let isHeld = false;
    document.addEventListener("htmx:beforeOnLoad", (event) => {
      if (event.target.id !== "top" || !event.detail.xhr.getResponseHeader("HX-Refresh")) return;
      isHeld = Boolean(window.tableQueue?.holds(event.target.getAttribute("hx-get")));
      if (isHeld) event.preventDefault();
    });
    document.addEventListener("queue:changed", () => {
      if (isHeld) look();
    });
    document.addEventListener("htmx:configRequest", (event) => {
      const known = event.target.id === "top" && event.detail.verb === "get" ? event.target.dataset.etag : "";
      if (known) event.detail.headers["If-None-Match"] = known;
    });
    document.addEventListener("htmx:beforeRequest", (event) => {
      if (event.target.id === "top" && document.hidden && event.detail.requestConfig.verb === "get") event.preventDefault();
    });
  }
})();
