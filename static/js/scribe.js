// Writing a hand down: a tap shows the next screen at once, and the server, the one judge of the rules, is asked
// behind it, about all taps that wait in one request. They stay on this phone until the hand is on the sheet.
// The middle of a hand is foreseen (scribe_foresight.js); whatever is special waits for the server's screen.
(() => {
  "use strict";

  const RANKS = { a: "A", 2: "2", 3: "3", 4: "4", 5: "5", 6: "6", 7: "7", 8: "8", 9: "9", t: "T", 0: "T", j: "J", q: "Q", k: "K" };
  const SUITS = "shdc";
  const SIDES = ["a", "b"];
  const RETRY = 4000;
  const BOUNCE = 250; // ms
  const SPOT = 12; // px
  const PATIENCE = 3000; // then it is said that taps wait
  const SHOWN = ["stage", "phase", "turn", "stock", "pile", "hands", "taken", "ends", "last", "seat", "count"];

  const { foresee, sentence, off, say, LAST } = window.scribeForesight;
  const { count, refused } = window.scribeParts;
  const seen = new Map(); // what is known of a draft, by its text: {facts, html, isAnswered}
  let words = [];
  let retry = 0;
  let isBusy = false;
  let isCut = false;
  let isBroken = false;
  let isSaved = true;

  function page() {
    return document.getElementById("scribe");
  }

  function text(count = words.length) {
    return words.slice(0, count).join(" ");
  }

  function told() {
    return JSON.parse(page().dataset.sentences);
  }

  // ------------------------------------------------------------------ foreseen

  function isSame(one, other) {
    return SHOWN.every((name) => JSON.stringify(one?.[name]) === JSON.stringify(other?.[name]));
  }

  // What is known of every draft on the way to this one.
  function foreseeAll() {
    for (let count = 1; count <= words.length; count += 1) {
      if (seen.get(text(count))?.isAnswered) continue;
      const before = seen.get(text(count - 1))?.facts;
      seen.set(text(count), { facts: before ? foresee(before, words[count - 1], told()) : null });
    }
  }

  // ------------------------------------------------------------------ the draft on this phone

  function name() {
    return `scribe:${page().dataset.place}`;
  }

  function keep() {
    try {
      if (words.length) localStorage.setItem(name(), text());
      else localStorage.removeItem(name());
    } catch {
      isSaved = false; // nothing can be stored here; the draft lasts as long as the page
    }
  }

  // A page opened anew goes on where this phone left off.
  function begin() {
    learn(page());
    words = page().dataset.draft.split(" ").filter(Boolean);
    if (!words.length) {
      try {
        words = (localStorage.getItem(name()) || "").split(" ").filter(Boolean);
      } catch {
        isSaved = false;
      }
    }
    if (words.length) change();
    count();
  }

  // ------------------------------------------------------------------ tapping

  // A finger that bounces taps the same spot twice, where by now another button lies.
  let tapped = { at: -BOUNCE };

  document.addEventListener(
    "click",
    (event) => {
      const target = event.target.closest("#screen button");
      if (!target || !event.detail) return; // a key presses as often as it is meant to
      const { timeStamp: at, clientX: x, clientY: y } = event;
      if (at - tapped.at < BOUNCE && target.id !== tapped.id && Math.hypot(x - tapped.x, y - tapped.y) < SPOT) event.preventDefault();
      tapped = { at, x, y, id: target.id };
    },
    true,
  );

  document.addEventListener("submit", (event) => {
    if (!event.target.closest("#scribe")) return;
    event.preventDefault();
    const button = event.submitter;
    if (!button) return;
    if (button.value === "undo") undo();
    else if (button.id === "send") send(button);
    else if (!document.getElementById("screen").inert) tap(wordOf(event.target, button.value));
  });

  function wordOf(form, value) {
    const { knock } = form.elements;
    if (value === "h" || value === "o") return `${value}:${[...form.querySelectorAll("input[name=cards]:checked")].map((each) => each.value).join("")}`;
    if (value === "c") return `c:${form.elements.count_0.value}:${form.elements.count_1.value}`;
    if (value.startsWith("d:") && knock && (knock.type === "hidden" || knock.checked)) return `k:${value.slice(2)}`;
    return value;
  }

  function tap(word) {
    words.push(word);
    change();
  }

  function undo() {
    words.pop();
    change();
  }

  function change() {
    foreseeAll();
    keep();
    show();
    ask();
  }

  // ------------------------------------------------------------------ asking the server

  // How many words it has agreed to.
  function agreed() {
    for (let count = words.length; count > 0; count -= 1) if (seen.get(text(count))?.isAnswered) return count;
    return 0;
  }

  async function ask() {
    clearTimeout(retry);
    const asked = text();
    if (isBusy || isBroken || seen.get(asked)?.isAnswered) {
      status();
      return;
    }
    isBusy = true;
    const patience = setTimeout(waits, PATIENCE);
    let answer;
    try {
      answer = await post();
    } catch {
      waits();
    }
    clearTimeout(patience);
    isBusy = false;
    if (answer === undefined) {
      retry = setTimeout(ask, RETRY);
      return;
    }
    isCut = false;
    if (answer) settle(asked.split(" "), answer);
    isBroken = !answer || (text() === asked && !seen.get(asked)?.isAnswered);
    ask();
  }

  function waits() {
    const was = isCut;
    isCut = true;
    if (!was && seen.get(text())?.facts?.inCut) show();
    else status();
  }

  // The page the server draws of it, null where it is none; no answer, or one that is only the way's, is an error.
  async function post() {
    const from = agreed();
    const form = page().querySelector("form");
    const data = new FormData();
    for (const field of ["csrfmiddlewaretoken", "place"]) data.append(field, form.elements[field].value);
    data.append("draft", text(from));
    data.append("words", words.slice(from).join(" "));
    const signal = AbortSignal.timeout ? AbortSignal.timeout(15000) : undefined;
    const answer = await fetch(form.action, { method: "POST", body: data, headers: { "HX-Request": "true" }, credentials: "same-origin", signal });
    if (answer.status >= 500 || answer.status === 429) throw new Error("away");
    if (answer.headers.get("HX-Redirect")) location.assign(answer.headers.get("HX-Redirect"));
    return parsed(await answer.text());
  }

  function parsed(html) {
    return new DOMParser().parseFromString(html, "text/html").getElementById("scribe");
  }

  // The middle of a hand is drawn from its facts; another screen is kept as the server drew it.
  function learn(answer) {
    const facts = JSON.parse(answer.dataset.facts);
    const known = { facts, html: "", isAnswered: true };
    if (!facts.phase && facts.seat === undefined) {
      const copy = answer.cloneNode(true);
      copy.querySelector("#refused").replaceChildren();
      delete copy.dataset.refused;
      known.html = copy.outerHTML;
    }
    seen.set(answer.dataset.draft, known);
  }

  function settle(asked, answer) {
    if (answer.dataset.place !== page().dataset.place) {
      seen.clear();
      words = [];
      learn(answer);
      swap(answer);
      return;
    }
    const before = seen.get(text())?.facts;
    learn(answer);
    if ("refused" in answer.dataset) refuse(asked, answer);
    foreseeAll();
    const now = seen.get(text());
    const isHeld = document.getElementById("screen").inert;
    if (!("refused" in answer.dataset) && (isHeld || now?.html || !isSame(before, now?.facts))) show();
  }

  // Back to the last word that was agreed to: which tap did not fit, why, and which ones go with it.
  function refuse(asked, answer) {
    const kept = answer.dataset.draft.split(" ").filter(Boolean);
    const isHere = text(kept.length) === kept.join(" ") && words[kept.length] === asked[kept.length];
    if (!isHere) return; // taken back meanwhile
    const taps = words.slice(kept.length).map((word, at) => sentence(seen.get(text(kept.length + at))?.facts, word, told()));
    words = kept;
    keep();
    swap(answer);
    const note = page().querySelector("#refused .note");
    const { notThis, notThose } = told();
    if (taps[0]) note.prepend(line(say(notThis, { tap: taps[0] }), "note__title"));
    if (taps.length > 1) note.append(line(say(notThose, { taps: taps.slice(1).join(" ") })));
    note.scrollIntoView({ block: "nearest" });
  }

  function line(words, className = "") {
    const element = document.createElement("p");
    element.className = className;
    element.textContent = words;
    return element;
  }

  // ------------------------------------------------------------------ showing

  function show() {
    const now = seen.get(text());
    const had = page().contains(document.activeElement);
    if (now?.html) swap(parsed(now.html));
    else if (isShown(now)) draw(now.facts);
    else hold();
    if (had && !page().contains(document.activeElement)) document.getElementById("asks").focus({ preventScroll: true });
    status();
  }

  function isShown(now) {
    return Boolean(now?.facts) && (!now.facts.inCut || isCut);
  }

  function swap(answer) {
    page().replaceWith(document.adoptNode(answer));
    count();
    status();
  }

  // Nothing can be tapped until the server has said what comes next; undo can.
  function hold() {
    const before = seen.get(text(words.length - 1))?.facts;
    document.getElementById("screen").inert = true;
    if (before?.last) last([...before.last, sentence(before, words.at(-1), told())].slice(-LAST));
    about();
  }

  function draw(facts) {
    const { asks, cards } = told();
    const seat = facts.phase ? facts.turn : facts.seat;
    const asked = document.getElementById("asks");
    asked.firstElementChild.textContent = (facts.phase ? asks[facts.phase] : cards)[seat] || "";
    SIDES.forEach((side, at) => asked.classList.toggle(`scribe__asks--${side}`, at === seat));
    const screen = document.getElementById("screen");
    screen.replaceChildren(part(facts));
    screen.inert = false;
    document.getElementById("ends").hidden = !facts.ends;
    if (facts.last) last(facts.last);
    about();
    count();
  }

  function part(facts) {
    if (facts.stage === "done") return copyOf("done-screen");
    if (facts.seat !== undefined) return toShow(facts);
    return facts.phase === "discard" ? toThrow(facts) : toDraw(facts);
  }

  // What is about the draft itself, whatever its screen.
  function about() {
    page().dataset.draft = text();
    page().querySelector("form").elements.draft.value = text();
    document.getElementById("undo").hidden = !words.length;
    document.getElementById("refused").replaceChildren();
  }

  function last(moves) {
    document.getElementById("last").replaceChildren(...moves.flatMap((words) => [Object.assign(document.createElement("span"), { textContent: words }), " "]));
  }

  function copyOf(id) {
    return document.getElementById(id).content.cloneNode(true);
  }

  function toDraw(facts) {
    const part = copyOf("buttons-screen");
    for (const button of part.querySelectorAll("button")) {
      if (!button.dataset.phases.split(" ").includes(facts.phase)) {
        button.remove();
        continue;
      }
      button.classList.replace("call--a", `call--${SIDES[facts.turn]}`);
      if (button.value === "s") button.querySelector(".num").textContent = facts.stock;
      if (button.value === "t") face(button.querySelector(".card"), facts.pile.at(-1));
    }
    return part;
  }

  function face(card, code) {
    const use = card.querySelector("use");
    const file = use.getAttribute("href").split("#")[0];
    card.dataset.card = code;
    use.setAttribute("href", `${file}#${code === "??" ? "unknown" : code}-c`);
    const label = document.getElementById("throw-screen").content.getElementById(`press-${code}`)?.getAttribute("aria-label");
    if (!label) return;
    card.setAttribute("role", "img");
    card.setAttribute("aria-label", label);
    card.removeAttribute("aria-hidden");
  }

  function toThrow(facts) {
    const part = copyOf("throw-screen");
    const isOff = off(facts);
    for (const button of part.querySelectorAll(".pick")) {
      const code = button.value.slice(2);
      button.disabled = isOff.has(code);
      button.classList.toggle("pick--held", facts.hands[facts.turn].includes(code));
    }
    return part;
  }

  function toShow(facts) {
    const part = copyOf("cards-screen");
    const { names, cards } = told();
    const isOff = off(facts);
    const known = new Set(facts.hands[facts.seat]);
    for (const box of part.querySelectorAll("input[name=cards]")) {
      box.checked = known.has(box.value);
      box.disabled = isOff.has(box.value) && !box.checked;
      box.parentElement.classList.replace("pick--a", `pick--${SIDES[facts.seat]}`);
    }
    part.querySelector(".card-grid").setAttribute("aria-label", cards[facts.seat]);
    part.querySelector("[data-counts]").dataset.counts = facts.count;
    part.getElementById("press-show").value = facts.stage === "knocker" ? "h" : "o";
    names.forEach((each, seat) => (part.querySelector(`label[for=count_${seat}]`).textContent = each));
    return part;
  }

  // How many taps wait, once that is worth a word.
  function status() {
    const { saved, notSaved, waits: asked, broken } = told();
    const waiting = words.length - agreed();
    const box = document.getElementById("saved");
    const said = isBroken ? broken : isCut && waiting ? say(isSaved ? saved : notSaved, { count: waiting }) : "";
    const now = seen.get(text());
    box.textContent = said && !isBroken && !isShown(now) ? `${said} ${asked}` : said;
    box.hidden = !said;
  }

  // ------------------------------------------------------------------ onto the sheet

  // Through the queue of the table's page: it is kept on this phone until the server has said what became of it.
  function send(button) {
    const [match, place] = page().dataset.place.split(" ");
    const { said, sides, hand } = button.dataset;
    const address = button.formAction;
    button.disabled = true;
    const isWaiting = window.tableQueue.of(match).some((item) => item.place === place && item.body.draft === text());
    if (isWaiting) return; // a page opened anew while it waits
    window.tableQueue.add({ match, place, address, body: { place, draft: text(), seated: button.form.elements.seated.value }, said, sides, hand });
  }

  function isThisHand(item) {
    return `${item.match} ${item.place}` === page()?.dataset.place && item.body.draft !== undefined;
  }

  function leave() {
    words = [];
    keep();
    location.assign(page().querySelector(".felt__top a").href);
  }

  document.addEventListener("queue:written", ({ detail }) => {
    if (isThisHand(detail.item)) leave();
  });
  document.addEventListener("queue:dropped", ({ detail }) => {
    if (isThisHand(detail.item) && !detail.leaves) leave();
    else if (isThisHand(detail.item)) show();
  });
  document.addEventListener("queue:refused", ({ detail }) => {
    if (!isThisHand(detail.item) || !detail.onKeypad) return;
    show();
    refused(detail.told.message);
  });

  // ------------------------------------------------------------------ letters: 7 d is the seven of diamonds

  let rank = "";

  // s stock, p pile, n passes, x knocks, u undo
  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || !page()) return;
    if (event.target.closest("input:not([type=checkbox]), textarea, select")) return;
    const key = event.key.toLowerCase();
    const button = page().querySelector(`[data-key="${CSS.escape(key)}"]`);
    if (rank && SUITS.includes(key)) {
      press(`${rank}${key}`);
      rank = "";
    } else if (button) button.click();
    else if (key in RANKS) rank = RANKS[key];
    else if (key === "x") document.getElementById("knock")?.click();
  });

  function press(card) {
    const button = document.getElementById(`press-${card}`);
    if (button) button.click();
    else page().querySelector(`input[name=cards][value="${card}"]`)?.click();
  }

  // ------------------------------------------------------------------ loaded again without a network (kept.js)

  // Matches that are over need no worker and no copy of their page any more.
  async function tidy() {
    for (const each of (await navigator.serviceWorker?.getRegistrations()) || []) {
      const path = new URL(each.scope).pathname;
      if (!/^\/matches\/[^/]+\/scribe\/$/.test(path) || location.pathname === path) continue;
      await each.unregister();
      for (const name of await caches.keys()) if (name.endsWith(` ${path}`)) await caches.delete(name);
    }
  }

  tidy().catch(() => {}); // no browser gives a worker to plain http
  document.addEventListener("change", count);
  window.addEventListener("online", () => ask());
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", begin);
  else begin();
})();
