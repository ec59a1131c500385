// What the pages need beyond htmx: theme, dialogs, press and hold, toasts, printing, copying. No state, no eval.
(() => {
  "use strict";

  const root = document.documentElement;
  const HOLD = 800;
  const TOAST = 6000;
  const LEAVING = 10000;

  function remember(name, value) {
    try {
      if (value) localStorage.setItem(name, value);
      else localStorage.removeItem(name);
    } catch {
      // Nothing can be stored here; the choice lasts as long as the page.
    }
  }

  function choose(name, value) {
    if (value) root.dataset[name] = value;
    else delete root.dataset[name];
    remember(name, value);
    showChoices();
  }

  function isDark() {
    return root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  }

  function showChoices() {
    for (const button of document.querySelectorAll("[data-toggles=theme]")) {
      button.setAttribute("aria-pressed", String(isDark()));
    }
    for (const button of document.querySelectorAll("[data-toggles=suits]")) {
      button.setAttribute("aria-pressed", String(root.dataset.suits === "four"));
    }
  }

  const toggles = {
    theme: () => choose("theme", isDark() ? "light" : "dark"),
    suits: () => choose("suits", root.dataset.suits === "four" ? "" : "four"),
  };

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-toggles],[data-opens],[data-closes],[data-dismisses],[data-prints],[data-copies]");
    if (!button) return;
    const { toggles: toggle, opens, copies } = button.dataset;
    if (toggle in toggles) toggles[toggle]();
    if (opens) document.getElementById(opens)?.showModal();
    if ("closes" in button.dataset) button.closest("dialog")?.close();
    if ("dismisses" in button.dataset) button.closest(".toast")?.remove();
    if ("prints" in button.dataset) window.print();
    if (copies) navigator.clipboard?.writeText(copies);
  });

  // A click on the veil closes a dialog, as Escape does.
  document.addEventListener("click", (event) => {
    if (event.target.matches?.("dialog[open]")) event.target.close();
  });

  // Press and hold: a thumb must stay; a key or a screen reader, which cannot slip, presses as usual.
  let held = null;

  function letGo() {
    if (!held) return;
    clearTimeout(held.timer);
    held.button.classList.remove("is-held");
    held = null;
  }

  document.addEventListener("pointerdown", (event) => {
    const button = event.target.closest("[data-hold]");
    if (!button || button.disabled || event.button > 0) return;
    letGo();
    button.classList.add("is-held");
    const timer = setTimeout(() => {
      letGo();
      button.dataset.holdDone = "";
      button.click();
    }, Number(button.dataset.hold) || HOLD);
    held = { button, timer };
  });
  for (const end of ["pointerup", "pointercancel", "scroll"]) document.addEventListener(end, letGo, true);
  document.addEventListener("pointerout", (event) => {
    if (held && !held.button.contains(event.relatedTarget)) letGo();
  });
  document.addEventListener(
    "click",
    (event) => {
      const button = event.target.closest("[data-hold]");
      if (!button) return;
      const byPointer = event.detail > 0;
      const done = "holdDone" in button.dataset;
      delete button.dataset.holdDone;
      if (byPointer && !done) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
    },
    true,
  );
  document.addEventListener("contextmenu", (event) => {
    if (event.target.closest("[data-hold]")) event.preventDefault();
  });

  // The second tap of a hurried thumb would turn back what the first one has just turned.
  const TWICE = 600;
  let turned = { id: "", at: -TWICE };
  document.addEventListener(
    "click",
    (event) => {
      const button = event.target.closest("button[type=submit][aria-pressed][id]");
      if (!button) return;
      const at = performance.now();
      if (button.id === turned.id && at - turned.at < TWICE) {
        event.preventDefault();
        event.stopImmediatePropagation();
      }
      turned = { id: button.id, at };
    },
    true,
  );

  // Toasts leave by themselves; what is wrong stays until it is dismissed.
  function tend(toast) {
    if (toast.dataset.tended !== undefined || toast.dataset.stays !== undefined) return;
    toast.dataset.tended = "";
    let timer;
    const start = () => (timer = setTimeout(() => toast.remove(), TOAST));
    const stop = () => clearTimeout(timer);
    toast.addEventListener("pointerenter", stop);
    toast.addEventListener("pointerleave", start);
    toast.addEventListener("focusin", stop);
    toast.addEventListener("focusout", start);
    start();
  }

  function tendAll() {
    document.querySelectorAll(".toast").forEach(tend);
    showChoices();
  }

  // A link to a drawer opens it.
  function openTheTarget() {
    const target = document.getElementById(location.hash.slice(1));
    if (target instanceof HTMLDetailsElement) target.open = true;
  }

  function toast(words) {
    const place = document.getElementById("toasts");
    if (!place || !words) return;
    const box = document.createElement("div");
    box.className = "toast toast--error";
    box.textContent = words;
    place.append(box);
    tend(box);
    return box;
  }

  // What was said of a tap that got no answer goes with the next tap, not with what the page asks by itself.
  function forgetTheUnsent() {
    for (const box of document.querySelectorAll(".toast[data-unsent]")) box.remove();
  }

  // A page that follows by itself says once that nothing answers, and takes it back with the next answer.
  function nothingAnswers(event) {
    if (event.detail.requestConfig?.triggeringEvent?.isTrusted) {
      forgetTheUnsent();
      toast(document.body.dataset.offline)?.setAttribute("data-unsent", "");
      return;
    }
    const place = document.getElementById("toasts");
    if (!place || document.getElementById("no-answer")) return;
    const box = document.createElement("div");
    box.className = "toast toast--error";
    box.id = "no-answer";
    box.dataset.stays = "";
    box.textContent = document.body.dataset.stale;
    place.append(box);
  }

  // A drawer that is open stays open when the part it is in comes anew.
  let open = [];
  document.addEventListener("htmx:beforeSwap", (event) => {
    open = [...event.target.querySelectorAll("details[id][open]")].map((drawer) => drawer.id);
  });
  document.addEventListener("htmx:afterSwap", () => {
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    open = [];
  });

  // The focus stays where it was when the part it is in comes anew: on the same button or link where there still is
  // one, else on the one in its place, else on the part itself.
  const CAN_BE_FOCUSED = "a[href], button:not([disabled]), summary, input:not([type=hidden]):not([disabled]), select, textarea";
  const wordsOf = (element) => element.textContent.replace(/\s+/g, " ").trim();

  window.keptFocus = () => {
    const active = document.activeElement;
    if (!active || active === document.body) return () => {};
    const { tagName } = active;
    const marks = ["href", "name", "value", "action"].map((name) => [name, active.getAttribute(name)]);
    const words = wordsOf(active);
    const around = [];
    for (let each = active; (each = each.parentElement?.closest("[id]")); ) {
      around.push([each.id, [...each.querySelectorAll(tagName)].indexOf(active)]);
    }
    return () => {
      if (active.isConnected || document.activeElement !== document.body) return;
      const same = active.id && document.getElementById(active.id);
      if (same) return same.focus({ preventScroll: true });
      const [id, place] = around.find(([each]) => document.getElementById(each)) ?? ["main", 0];
      const part = document.getElementById(id);
      const alike = [...(part?.querySelectorAll(tagName) ?? [])];
      const like = alike.find((each) => wordsOf(each) === words && marks.every(([name, value]) => each.getAttribute(name) === value));
      const next = like ?? alike[Math.min(place, alike.length - 1)] ?? part?.querySelector(CAN_BE_FOCUSED);
      (next ?? document.getElementById("main"))?.focus({ preventScroll: true });
    };
  };
  let focusAgain = () => {};
  document.addEventListener("htmx:beforeSwap", () => {
    focusAgain = window.keptFocus();
  });
  document.addEventListener("htmx:afterSettle", () => focusAgain());

  // A form that was sent is on its way: a page that follows by itself does not load itself anew meanwhile, which
  // would throw away the form's answer, and with it the words of what was done.
  let sentAt = -LEAVING;
  window.addEventListener("submit", (event) => {
    if (event.defaultPrevented) return;
    sentAt = performance.now();
    waits(event.submitter);
  });
  window.addEventListener("pageshow", () => {
    sentAt = -LEAVING;
    for (const each of document.querySelectorAll(".btn[aria-busy]")) each.removeAttribute("aria-busy");
  });

  // What was pressed shows that it was heard, for as long as an answer may be on its way.
  function waits(button) {
    button?.setAttribute("aria-busy", "true");
    setTimeout(() => button?.removeAttribute("aria-busy"), LEAVING);
  }

  document.addEventListener("htmx:beforeOnLoad", (event) => {
    const reloads = event.detail.xhr.getResponseHeader("HX-Refresh");
    if (reloads && performance.now() - sentAt < LEAVING) event.preventDefault();
  });

  // No answer, or one that is no part of the page: say so in the page's language.
  document.addEventListener("htmx:sendError", nothingAnswers);
  document.addEventListener("htmx:beforeOnLoad", (event) => {
    document.getElementById("no-answer")?.remove();
    if (event.detail.requestConfig?.triggeringEvent?.isTrusted) forgetTheUnsent();
  });
  document.addEventListener("htmx:responseError", () => toast(document.body.dataset.refused));
  document.addEventListener("htmx:afterSettle", tendAll);
  window.addEventListener("hashchange", openTheTarget);
  openTheTarget();
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", tendAll);
  else tendAll();
})();
