// Writing a round down: the draft stays on this phone until it is on the sheet, and letters press what they name.
(() => {
  "use strict";

  const { count, refused } = window.scribeParts;

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

  // ---- onto the sheet: through the queue of the table's page, which keeps it until the server has said what
  // became of it

  document.addEventListener("submit", (event) => {
    if (event.submitter?.id !== "send" || !page()?.contains(event.target) || !window.tableQueue) return;
    event.preventDefault();
    event.stopPropagation();
    const button = event.submitter;
    const { draft, seated } = event.target.elements;
    const [match, place] = page().dataset.place.split(" ");
    const { said, sides, hand } = button.dataset;
    button.disabled = true;
    window.tableQueue.add({ match, place, address: button.formAction, body: { place, draft: draft.value, seated: seated.value }, said, sides, hand });
  }, true);

  function isThisRound(item) {
    return `${item.match} ${item.place}` === page()?.dataset.place && item.body.draft !== undefined;
  }

  function leave() {
    const here = page();
    try {
      localStorage.removeItem(name(here));
    } catch {
      // Nothing was stored.
    }
    location.assign(here.querySelector(".felt__top a").href);
  }

  function mayBeSent() {
    const button = document.getElementById("send");
    if (button) button.disabled = false;
  }

  document.addEventListener("queue:written", ({ detail }) => {
    if (isThisRound(detail.item)) leave();
  });
  document.addEventListener("queue:dropped", ({ detail }) => {
    if (!isThisRound(detail.item)) return;
    if (detail.leaves) mayBeSent();
    else leave();
  });
  document.addEventListener("queue:refused", ({ detail }) => {
    if (!isThisRound(detail.item) || !detail.onKeypad) return;
    mayBeSent();
    refused(detail.told.message);
  });

  // ---- d draws, x no meld, m melds, e ends the turn, k knocks, u undo

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
