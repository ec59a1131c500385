// The keypad of a table: asks how a hand ended, step by step, and sends it to its place on the sheet.
// The server prices and checks; the numbers on the button are a preview. What was not sent yet waits in queue.js.
(() => {
  "use strict";

  const pad = document.getElementById("pad");
  if (!pad) return;

  const words = JSON.parse(pad.dataset.texts);
  const box = document.getElementById("pad-now");
  const form = document.getElementById("by-form");
  const queue = window.tableQueue;
  const written = new Set(); // places written from here that the sheet below does not show yet
  let facts = readFacts();
  let typed = blank();
  let note = null;

  // What the steps of the keypad share (keypad.js and those beside it): what is typed is always the newest.
  const table = {
    words, say, names, place, draw, blank, send, post, recall, remember, waits,
    scoreAddress: pad.dataset.score,
    get facts() { return facts; },
    get typed() { return typed; },
    set note(told) { note = told; },
  };
  Object.assign(table, window.keypadParts(table));
  const { make, button } = table;
  const gin = window.keypadGin(table);
  const round = window.keypadRound?.(table); // where that game is played
  table.score = window.keypadScore(table);

  // ------------------------------------------------------------------ state

  function readFacts() {
    return JSON.parse(document.getElementById("deal")?.dataset.facts || "{}");
  }

  function blank() {
    return { step: "call", side: null, how: null, count: null, digits: "", place: null, instead: "", score: ["", ""], won: null, at: 0, counts: {} };
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

  // Who deals the hand after one that waits follows from what the server makes of it.
  function showWhoDeals() {
    for (const told of document.querySelectorAll("[data-deal-words], #top .dealer")) told.hidden = nextPlace() !== facts.place;
  }

  // ------------------------------------------------------------------ drawing

  let held = false; // the focus was on the keypad when its keys were exchanged

  function draw() {
    const active = document.activeElement;
    const focused = box.contains(active) ? active.dataset.id : null;
    held = box.contains(active) || (held && active === document.body);
    box.replaceChildren(...parts().filter(Boolean));
    box.dataset.drawn = "";
    box.classList.add("stack");
    gin.showLimit();
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
    if (typed.step === "score") return [...shown, ...table.score.parts()];
    if (!open) return waits() ? shown : [...shown, table.score.door()];
    if (facts.asksCard && !gin.card()) return [...shown, ...gin.cardParts()];
    if (facts.family === "manipulation") return [...shown, changing(), ...round.parts()];
    return [...shown, changing(), ...gin.steps[typed.step]()];
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

  // ------------------------------------------------------------------ sending

  function send(body, said = words.wall) {
    const known = gin.card();
    if (known) Object.assign(body, { rank: known.rank, ...(known.spade ? { spade: "on" } : {}) });
    if (typed.place) Object.assign(body, { amend: "on", instead: typed.instead });
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
    window.tableLive.look();
  });
  document.addEventListener("queue:refused", (event) => {
    const { item, told, onKeypad } = event.detail;
    if (!isOurs(event)) return;
    if (onKeypad) note = { kind: "wrong", ...told };
    else if (told.data?.kept && !item.waited) typed = blank();
    window.tableLive.look();
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

  function change(link) {
    typed = { ...blank(), place: link.dataset.amend, instead: link.dataset.stands };
  }

  document.addEventListener("htmx:afterSettle", (event) => {
    if (event.target.id === "top" || event.detail.elt?.id === "top") refresh();
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-amend]");
    if (!link) return;
    event.preventDefault();
    change(link);
    note = null;
    draw();
    pad.scrollIntoView({ block: "start" });
  });
  if (form && !form.querySelector(".field--wrong") && !pad.querySelector(":scope > .note")) form.open = false;
  const wanted = new URLSearchParams(location.search).get("amend");
  const chosen = wanted && document.querySelector(`[data-amend="${CSS.escape(wanted)}"]`);
  if (chosen) change(chosen);
  queue.ready.then(draw);
})();
