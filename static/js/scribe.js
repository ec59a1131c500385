// Writing a hand down: the draft stays on this phone until it is on the sheet, and letters press what they name.
(() => {
  "use strict";

  const RANKS = { a: "A", 2: "2", 3: "3", 4: "4", 5: "5", 6: "6", 7: "7", 8: "8", 9: "9", t: "T", 0: "T", j: "J", q: "Q", k: "K" };
  const SUITS = "shdc";
  let rank = "";

  function page() {
    return document.getElementById("scribe");
  }

  // ---- the draft on this phone

  function name(here) {
    return `scribe:${here.dataset.place}`;
  }

  function keep() {
    const here = page();
    if (!here) return;
    try {
      if (here.dataset.draft) localStorage.setItem(name(here), here.dataset.draft);
      else localStorage.removeItem(name(here));
    } catch {
      // Nothing can be stored here; the draft lasts as long as the page.
    }
    count();
  }

  // A page opened anew goes on where this phone left off.
  function restore() {
    const here = page();
    if (!here || here.dataset.draft) return keep();
    let draft = "";
    try {
      draft = localStorage.getItem(name(here)) || "";
    } catch {
      return;
    }
    const words = draft.split(" ");
    if (!words[0]) return count();
    const form = here.querySelector("form");
    form.elements.draft.value = words.slice(0, -1).join(" ");
    const last = document.createElement("button");
    last.type = "submit";
    last.name = "press";
    last.hidden = true;
    const [kind, ...rest] = words[words.length - 1].split(":");
    if (kind === "h" || kind === "o") {
      last.value = kind;
      for (let at = 0; at < rest[0].length; at += 2) add(form, "cards", rest[0].slice(at, at + 2));
    } else if (kind === "c") {
      last.value = kind;
      rest.forEach((each, seat) => add(form, `count_${seat}`, each));
    } else last.value = words[words.length - 1];
    form.append(last);
    last.click();
  }

  function add(form, field, value) {
    const input = document.createElement("input");
    input.type = "hidden";
    input.name = field;
    input.value = value;
    form.append(input);
  }

  // ---- how many cards are ticked

  function count() {
    const words = page()?.querySelector("[data-counts]");
    if (!words) return;
    const ticked = page().querySelectorAll("input[name=cards]:checked").length;
    words.textContent = `${ticked} / ${words.dataset.counts}`;
    words.classList.toggle("scribe__count--full", ticked === Number(words.dataset.counts));
  }

  // ---- letters: 7 d is the seven of diamonds; s stock, p pile, n passes, u undo

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
    else if (key === "x") page().querySelector("#knock")?.click();
  });

  function press(card) {
    const button = document.getElementById(`press-${card}`);
    if (button) button.click();
    else page().querySelector(`input[name=cards][value="${card}"]`)?.click();
  }

  document.addEventListener("change", count);
  document.addEventListener("htmx:afterSettle", keep);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", restore);
  else restore();
})();
