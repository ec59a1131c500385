// Writing a round down: the draft stays on this phone until it is on the sheet, and letters press what they name.
(() => {
  "use strict";

  function page() {
    return document.getElementById("round-scribe");
  }

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
    if (!draft) return count();
    const form = here.querySelector("form");
    form.elements.draft.value = draft;
    form.requestSubmit();
  }

  // ---- how many cards of a hand are ticked

  function count() {
    const words = page()?.querySelector("[data-counts]");
    if (!words) return;
    const ticked = page().querySelectorAll("input[name=cards]:checked").length;
    words.textContent = `${ticked} / ${words.dataset.counts}`;
    words.classList.toggle("scribe__count--full", ticked === Number(words.dataset.counts));
  }

  // ---- d draws, m melds, e ends the turn, k knocks, u undo

  document.addEventListener("keydown", (event) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.repeat || !page()) return;
    if (event.target.closest("input:not([type=checkbox]), textarea, select")) return;
    page().querySelector(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`)?.click();
  });

  document.addEventListener("change", count);
  document.addEventListener("htmx:afterSettle", keep);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", restore);
  else restore();
})();
