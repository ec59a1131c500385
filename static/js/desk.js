// Pages of the desk follow by themselves (views/desk/following.py): of a newer page only those parts are put in
// that differ, and never one in which somebody is writing or pressing. Focus and open drawers stay.
(() => {
  "use strict";

  const REGIONS = ["desk-head", "desk-tabs", "desk-now"];
  const FRESH = /name="(?:csrfmiddlewaretoken|key)" value="[^"]*"| data-(?:now|left)="[^"]*"|data-clock-left="">[^<]*</g;
  const FIELDS = "input:not([type=hidden]):not([type=submit]):not([type=button]), textarea, select";
  const shown = new Map(); // by id of a part: what the server said it is
  const follows = document.getElementById("follows");
  let known = "";
  const isRefused = follows?.dataset.etag === "";
  let isPressed = false;

  // ------------------------------------------------------------------ what a part says

  function partsIn(element) {
    return [...element.querySelectorAll("[data-part]")].filter((part) => part.parentElement.closest("[data-part]") === element);
  }

  function plain(element) {
    return element.outerHTML.replace(FRESH, "");
  }

  // The part without its own parts, and which those are.
  function frame(element) {
    const copy = element.cloneNode(true);
    for (const part of partsIn(copy)) {
      const stub = document.createElement("i");
      stub.id = part.id;
      part.replaceWith(stub);
    }
    return plain(copy);
  }

  function said(element) {
    return { whole: plain(element), frame: frame(element), as: element.dataset.as };
  }

  function learn(element) {
    shown.set(element.id, said(element));
    partsIn(element).forEach(learn);
  }

  // ------------------------------------------------------------------ where somebody is at work

  function isChanged(field) {
    if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
    if (field instanceof HTMLSelectElement) {
      const options = [...field.options];
      const first = options.some((each) => each.defaultSelected) ? null : options[0];
      return options.some((each) => each.selected !== (first ? each === first : each.defaultSelected));
    }
    return field.value !== field.defaultValue;
  }

  function isBusy(element) {
    const active = document.activeElement;
    if (element.contains(active) && (isPressed || active.matches(FIELDS))) return true;
    const fields = [...element.querySelectorAll(FIELDS)].filter((field) => !field.closest("[hx-preserve]"));
    return element.querySelector("dialog[open]") !== null || fields.some(isChanged);
  }

  // ------------------------------------------------------------------ putting in what is new

  function wordsOf(element) {
    return element.textContent.replace(/\s+/g, " ").trim();
  }

  function nameOf(drawer) {
    return drawer.id || wordsOf(drawer.querySelector("summary") ?? drawer);
  }

  function keepDrawers(old, fresh) {
    const drawers = (part) => [part, ...part.querySelectorAll("details")].filter((each) => each.matches("details"));
    const open = new Set(drawers(old).filter((drawer) => drawer.open).map(nameOf));
    for (const drawer of drawers(fresh)) if (open.has(nameOf(drawer))) drawer.open = true;
  }

  function replace(old, fresh) {
    const focusAgain = window.keptFocus();
    learn(fresh);
    keepDrawers(old, fresh);
    const put = document.importNode(fresh, true);
    old.replaceWith(put);
    window.htmx?.process(put);
    focusAgain();
  }

  // True where all of it is as the server says.
  function renew(old, fresh) {
    const before = shown.get(old.id) ?? {};
    const now = said(fresh);
    if (before.whole === now.whole || (now.as && now.as === before.as)) return true; // `as`: it follows by itself
    const parts = partsIn(old);
    const ids = (all) => all.map((part) => part.id).join(" ");
    const isSameFrame = before.frame === now.frame && ids(parts) === ids(partsIn(fresh));
    if (!isSameFrame && !isBusy(old)) {
      replace(old, fresh);
      return true;
    }
    const pairs = parts.map((part) => [part, fresh.querySelector(`[id="${part.id}"]`)]);
    for (const [part, other] of pairs) if (!other && !isBusy(part)) part.remove(); // it is settled meanwhile
    const found = pairs.filter(([, other]) => other);
    const isWhole = found.map(([part, other]) => renew(part, other)).every(Boolean) && isSameFrame && parts.length > 0;
    if (isWhole) shown.set(old.id, now);
    return isWhole;
  }

  // A login in another tab: forms that stand here are sent with its token.
  function takeToken(fresh) {
    const token = fresh.querySelector("[name=csrfmiddlewaretoken]")?.value;
    if (token) for (const field of document.querySelectorAll("[name=csrfmiddlewaretoken]")) field.value = token;
    const note = document.getElementById("logged-out");
    if (note) note.hidden = true;
  }

  // Said aloud by a screen reader: what waits in the inbox, when that changes.
  function tellNews(fresh) {
    const [said, now] = [document.getElementById("desk-news"), fresh.getElementById("desk-news")];
    if (said && now && said.textContent !== now.textContent) said.textContent = now.textContent;
  }

  // A page that shows what was refused stays as it is; from its first answer on it knows what is newer.
  function compare(tag, text) {
    const fresh = new DOMParser().parseFromString(text, "text/html");
    takeToken(fresh);
    const now = document.getElementById("board") ? wordsOf(fresh.getElementById("desk-head")) : tag; // a board follows
    if (known && known !== now) tell("moved-on");
    known = now;
    follows.dataset.etag = tag;
  }

  function renewAll(text) {
    const fresh = new DOMParser().parseFromString(text, "text/html");
    const pairs = REGIONS.map((id) => [document.getElementById(id), fresh.getElementById(id)]);
    if (pairs.some(([old, other]) => !old || !other)) return false; // a login that ended, an error
    document.title = fresh.title;
    takeToken(fresh);
    tellNews(fresh);
    return pairs.map(([old, other]) => renew(old, other)).every(Boolean);
  }

  function tell(id) {
    const note = document.getElementById(id);
    if (note) note.hidden = false;
  }

  if (follows) REGIONS.map((id) => document.getElementById(id)).filter(Boolean).forEach(learn);

  // A part that a tap brought anew is as the server says.
  document.addEventListener("htmx:load", ({ detail: { elt } }) => {
    if (follows && elt.dataset?.part !== undefined) learn(elt);
  });

  // live.js has said by now whether this is new at all.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.target !== follows || !event.detail.shouldSwap) return;
    event.detail.shouldSwap = false;
    const tag = event.detail.xhr.getResponseHeader("ETag");
    if (!tag) return tell("logged-out"); // the answer is the page that asks for a login
    if (isRefused) return compare(tag, event.detail.xhr.responseText);
    // What could not be put in yet is asked for again.
    if (renewAll(event.detail.xhr.responseText)) follows.dataset.etag = tag;
    window.htmx.trigger(document.body, "htmx:afterSettle");
  });

  // ------------------------------------------------------------------ parts that ask for themselves

  // What the page shows is no more (a match whose round was called back), or not his any more.
  document.addEventListener("htmx:afterRequest", (event) => {
    if (event.target === follows && [403, 404, 410].includes(event.detail.xhr.status)) tell("moved-on");
  });

  // After a login that ended the whole page is asked for, not whether it is another one.
  document.addEventListener("htmx:configRequest", (event) => {
    if (event.target !== follows || document.getElementById("logged-out")?.hidden !== false) return;
    event.detail.headers["If-None-Match"] = '"again"';
    follows.dataset.etag = "";
  });

  // The board: not while somebody writes in it. No content says that it is as it was.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.target.id !== "board" || event.detail.xhr.status === 204) return;
    const isBoard = event.detail.xhr.responseText.includes('id="board"');
    if (!isBoard) tell("logged-out");
    if (!isBoard || isBusy(event.target)) event.detail.shouldSwap = false;
  });

  // Its round is over: the page follows as a whole. What somebody is writing stays, and he is told.
  document.addEventListener("htmx:beforeOnLoad", (event) => {
    if (event.target.id !== "board" || !event.detail.xhr.getResponseHeader("HX-Refresh")) return;
    event.preventDefault();
    if (isRefused || !follows || isBusy(document.getElementById("desk-now"))) tell("moved-on");
    else window.htmx.trigger(follows, "news");
  });

  // One tap in a list changes the counts above it too.
  document.addEventListener("htmx:afterRequest", (event) => {
    if (follows && event.target !== follows && event.detail.requestConfig?.verb === "post") window.htmx.trigger(follows, "news");
  });

  // Somebody comes back to it, from another tab or by the back button.
  function look() {
    if (follows && !document.hidden) window.htmx.trigger(follows, "news");
  }

  document.addEventListener("visibilitychange", look);
  window.addEventListener("pageshow", (event) => event.persisted && look());
  document.addEventListener("pointerdown", () => (isPressed = true));
  for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => setTimeout(() => (isPressed = false), 300));
})();
