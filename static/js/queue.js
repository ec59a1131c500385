// What a table entered and the server has not answered yet: kept in this browser's database, sent in order.
// An entry leaves the queue when the server has said what became of it, or when somebody here takes it back.
(() => {
  "use strict";

  const box = document.getElementById("queue");
  if (!box) return;

  const words = JSON.parse(box.dataset.texts);
  const RETRY = 4000;
  const PATIENCE = 3000; // then the table goes on with the next hand
  let items = [];
  let isSaved = true;
  let isBusy = false;
  let retry = 0;
  let gap = null; // an entry was taken back and those after it wait for its successor
  const opened = openStore();
  const ready = load();

  window.tableQueue = { ready, add, of, holds, asks, isSending };
  window.addEventListener("online", () => deliver());
  document.addEventListener("page:kept", () => {
    box.dataset.kept = "";
    draw();
  });

  // ------------------------------------------------------------------ the store

  function openStore() {
    return new Promise((resolve, reject) => {
      const asked = indexedDB.open("table", 1);
      asked.onupgradeneeded = () => asked.result.createObjectStore("waiting", { keyPath: "key" });
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error);
    });
  }

  async function inStore(mode, act) {
    const store = (await opened).transaction("waiting", mode);
    const asked = act(store.objectStore("waiting"));
    return new Promise((resolve, reject) => {
      store.oncomplete = () => resolve(asked.result);
      store.onabort = () => reject(store.error);
    });
  }

  async function load() {
    try {
      const found = await inStore("readonly", (store) => store.getAll());
      // What failed for the page's own sake (an old token, a login that ended) is tried again by a new page.
      items = found.map((item) => ({ ...item, waited: true, told: item.told?.code === "refused" ? null : item.told }));
      sort();
    } catch {
      isSaved = false;
    }
    changed();
    deliver();
  }

  async function save(item) {
    try {
      await inStore("readwrite", (store) => store.put(item));
    } catch {
      isSaved = false; // no place to store in: kept as long as the page is open, and said so
    }
  }

  async function forget(item) {
    items = items.filter((each) => each !== item);
    try {
      await inStore("readwrite", (store) => store.delete(item.key));
    } catch {
      isSaved = false;
    }
  }

  function sort() {
    items.sort((one, other) => one.order - other.order);
  }

  // The key is made here, so that sending the same thing twice writes it once.
  function newKey() {
    if (crypto.randomUUID) return crypto.randomUUID();
    const bytes = crypto.getRandomValues(new Uint8Array(16)); // all there is over plain http
    bytes[6] = (bytes[6] & 0x0f) | 0x40;
    bytes[8] = (bytes[8] & 0x3f) | 0x80;
    const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
  }

  // ------------------------------------------------------------------ what a page asks and does

  // An entry: match, place (null for a score), address, body, said (its result in words), sides and hand (whose and
  // which, in words).
  async function add(entry) {
    await ready;
    const order = gap?.match === entry.match ? gap.order : Math.max(Date.now(), (items.at(-1)?.order || 0) + 1);
    if (gap?.match === entry.match) gap = null;
    const item = { ...entry, key: newKey(), order, waited: false, told: null };
    const isFirst = !items.some((each) => !each.told);
    items.push(item);
    sort();
    changed();
    await save(item);
    if (!isFirst) isWaiting(item);
    deliver();
  }

  function of(match) {
    return items.filter((item) => item.match === match && !item.told?.data?.kept);
  }

  // What is not sent, or not read by anybody yet, of the match that this address of the live part is about.
  function holds(address) {
    return items.some((item) => address.includes(item.match));
  }

  function asks(match) {
    return of(match).some((item) => item.told);
  }

  function isSending(match) {
    return of(match).some((item) => !item.waited && !item.told);
  }

  function changed() {
    draw();
    document.dispatchEvent(new CustomEvent("queue:changed"));
  }

  // ------------------------------------------------------------------ sending

  // The first that may go: a match waits for the answer to its first question.
  function next() {
    const stopped = new Set();
    for (const item of items) {
      if (item.told && !item.told.data?.kept) stopped.add(item.match);
      else if (!item.told && !stopped.has(item.match) && !(gap?.match === item.match && item.order > gap.order)) return item;
    }
    return null;
  }

  async function deliver() {
    clearTimeout(retry);
    const item = isBusy ? null : next();
    if (!item) return;
    isBusy = true;
    const patience = setTimeout(() => isWaiting(item), PATIENCE);
    let answer = null;
    try {
      answer = await send(item);
    } catch {
      isWaiting(item);
    }
    clearTimeout(patience);
    isBusy = false;
    if (answer) {
      await settled(item, answer);
      deliver();
    } else {
      retry = setTimeout(deliver, RETRY);
    }
  }

  function isWaiting(item) {
    if (!items.includes(item) || item.waited) return;
    item.waited = true;
    document.dispatchEvent(new CustomEvent("queue:waiting", { detail: { item } }));
    changed();
    comeIntoView();
  }

  // What the server said of it; no answer, or one that is only the way's, is an error.
  async function send(item) {
    const data = new FormData();
    for (const [name, value] of Object.entries({ ...item.body, key: item.key })) data.append(name, value);
    data.append("csrfmiddlewaretoken", document.querySelector("[name=csrfmiddlewaretoken]")?.value || "");
    const signal = AbortSignal.timeout ? AbortSignal.timeout(15000) : undefined;
    const answer = await fetch(item.address, { method: "POST", body: data, headers: { Accept: "application/json" }, credentials: "same-origin", signal });
    if (answer.status >= 500 || answer.status === 429) throw new Error("away");
    const isJson = (answer.headers.get("Content-Type") || "").startsWith("application/json");
    const told = isJson ? await answer.json() : { code: "refused", message: words.refused, data: {} };
    return { ok: answer.ok && isJson, told };
  }

  async function settled(item, { ok, told }) {
    if (!items.includes(item)) return; // taken back meanwhile
    // A fresh entry that cannot be so is still on the keypad: said there, corrected there.
    const onKeypad = !item.waited && !told.data?.asks && !told.data?.first && !told.data?.seated && !told.data?.kept && !["hands_exist", "refused"].includes(told.code);
    item.told = ok ? null : told;
    if (ok || onKeypad) await forget(item);
    else await save(item);
    document.dispatchEvent(new CustomEvent(ok ? "queue:written" : "queue:refused", { detail: { item, told, onKeypad } }));
    changed();
    if (item.told) comeIntoView();
  }

  async function again(item, more) {
    const sheet = JSON.parse(document.getElementById("deal")?.dataset.facts || "{}");
    const version = sheet.match === item.match ? { version: sheet.version } : {};
    await forget(item);
    const renewed = { ...item, body: { ...item.body, ...version, ...more }, key: newKey(), told: null };
    items.push(renewed);
    sort();
    changed();
    await save(renewed);
    deliver();
  }

  // `leaves`: its place is open again, and what was entered after it waits until somebody has filled it.
  async function drop(item, leaves) {
    const later = items.some((each) => each.match === item.match && each.order > item.order);
    if (leaves && later) gap = { match: item.match, order: item.order };
    await forget(item);
    document.dispatchEvent(new CustomEvent("queue:dropped", { detail: { item, leaves } }));
    changed();
    deliver();
  }

  // ------------------------------------------------------------------ showing

  function make(tag, className, text, more = {}) {
    const element = document.createElement(tag);
    if (className) element.className = className;
    if (text !== undefined) element.textContent = text;
    for (const [name, value] of Object.entries(more)) element.setAttribute(name, value);
    return element;
  }

  function button(className, text, act) {
    const element = make("button", className, text, { type: "button" });
    element.addEventListener("click", act);
    return element;
  }

  function say(text, values) {
    return text.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? values[name] : whole));
  }

  function draw() {
    const told = items.filter((item) => item.told);
    const waiting = items.filter((item) => !item.told);
    box.replaceChildren(...told.map(question), ...(waiting.length ? [waitingBox(waiting)] : []));
  }

  // The thumb was further down, on the keypad.
  function comeIntoView() {
    box.scrollIntoView({ block: "nearest" });
  }

  function waitingBox(waiting) {
    const group = make("div", "waiting stack stack--tight");
    if (!waiting.some((item) => item.waited)) {
      group.append(make("p", "queue", words.sending, { role: "status" }), make("p", "entry__ask", waiting[0].said));
      return group;
    }
    group.append(make("p", "queue", say(isSaved ? words.waiting : words.waitingHere, { count: waiting.length }), { role: "status" }));
    const list = make("ol", "waiting__list");
    for (const item of waiting) list.append(entry(item));
    group.append(list);
    if (gap) group.append(make("p", "", words.gap));
    if (isSaved && !("kept" in box.dataset)) group.append(make("p", "soft", words.keepOpen));
    const actions = make("div", "actions");
    const last = waiting.at(-1);
    actions.append(button("btn", words.sendNow, () => deliver()), button("btn btn--quiet", words.dropLast, () => drop(last, true)));
    group.append(actions);
    return group;
  }

  function entry(item) {
    const line = make("li");
    line.append(...labelled(item));
    return line;
  }

  // "Hand 2: Bo +18"; where another match is on the page by now, whose it was.
  function labelled(item) {
    const isHere = document.getElementById("deal")?.dataset.facts.includes(item.match);
    const label = [isHere && !item.told?.data?.seated ? "" : item.sides, item.hand].filter(Boolean).join(" · ");
    return [...(label ? [make("bdi", "", label), ": "] : []), make("bdi", "strong", item.said)];
  }

  function question(item) {
    const { told } = item;
    const group = make("div", "note note--wrong", undefined, { role: "alert" });
    const label = make("p");
    label.append(...labelled(item));
    group.append(label, make("p", "", told.message));
    if (told.data?.first) group.append(make("p", "", `${words.there}: ${told.data.first}`), make("p", "", `${words.other}: ${told.data.second}`));
    const actions = make("div", "actions");
    actions.append(...answers(item, told));
    group.append(actions);
    return group;
  }

  function answers(item, told) {
    const yes = (text, more) => button("btn btn--primary", text, () => again(item, more));
    const no = (text, leaves) => button("btn btn--quiet", text, () => drop(item, leaves));
    if (told.data?.kept) return [button("btn", words.close, () => drop(item, false))];
    if (told.data?.seated) return [yes(words.theirs, { seated: told.data.seated }), button("btn btn--quiet", words.notTheirs, () => again(item, { keep: "on" }))];
    if (told.data?.asks) return [yes(words.yes, { sure: "on" }), no(words.no, true)];
    if (told.code === "hands_exist") return [yes(words.replace, { confirm: "on" }), no(words.no, false)];
    if (told.data?.first) {
      const mine = told.code === "place_taken" ? { amend: "on", instead: "", sure: "on" } : { replace: "on" };
      return [no(words.keepFirst, false), yes(words.takeMine, mine)];
    }
    return [yes(words.again, {}), no(words.drop, true)];
  }
})();
