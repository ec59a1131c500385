// A hand on a phone: whose turn it is, cards that can be dragged as well as tapped, and the commitment this phone
// saw at the deal. Every move is a form's own button; this only presses it.
(() => {
  "use strict";

  const START = 8; // pixels before a touch is a drag
  const title = document.title;
  let said = "";
  let turn = "";

  function felt() {
    return document.getElementById("play");
  }

  // ---- whose turn it is: said once, shown in the title, felt in the hand

  function tell() {
    const table = felt();
    if (!table) return;
    document.title = table.dataset.turn ? `● ${table.dataset.turn} · ${title}` : title;
    if (table.dataset.turn && !turn && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(60);
    turn = table.dataset.turn;
    const words = table.dataset.said || "";
    const place = document.getElementById("said");
    if (place && words !== said) place.textContent = words;
    said = words;
    note(table);
  }

  // ---- the commitment: noted at the deal, compared ever after

  function note(table) {
    const { hand, commitment } = table.dataset;
    if (!commitment) return;
    let noted = commitment;
    try {
      noted = localStorage.getItem(`deal:${hand}`) || commitment;
      localStorage.setItem(`deal:${hand}`, noted);
    } catch {
      return; // nothing can be stored here, so nothing was noted
    }
    const which = noted === commitment ? "[data-noted-same]" : "[data-noted-other]";
    const place = table.querySelector(which);
    if (place) place.hidden = false;
    if (noted !== commitment) table.querySelector(".felt__proof").open = true;
  }

  // ---- dragging

  let drag = null;

  function goalOf(card) {
    return card.matches(".pick") ? "discard" : "draw";
  }

  function target(goal) {
    return document.querySelector(`[data-drop="${goal}"]`);
  }

  function over(place, event) {
    const box = place.getBoundingClientRect();
    const margin = 24;
    return (
      event.clientX > box.left - margin &&
      event.clientX < box.right + margin &&
      event.clientY > box.top - margin &&
      event.clientY < box.bottom + margin
    );
  }

  function end() {
    if (!drag) return;
    drag.card.classList.remove("is-dragged");
    drag.card.style.removeProperty("transform");
    drag.place?.classList.remove("is-target");
    drag = null;
  }

  document.addEventListener("pointerdown", (event) => {
    if (event.button > 0 || !event.isPrimary) return;
    const card = event.target.closest("#play [data-drag], #play .hand .pick");
    if (!card || card.querySelector("input:disabled")) return;
    drag = { card, x: event.clientX, y: event.clientY, goal: goalOf(card), moved: false, place: null };
  });

  document.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const dx = event.clientX - drag.x;
    const dy = event.clientY - drag.y;
    if (!drag.moved && Math.hypot(dx, dy) < START) return;
    if (!drag.moved) {
      drag.moved = true;
      drag.place = target(drag.goal);
      drag.card.classList.add("is-dragged");
    }
    drag.card.style.transform = `translate(${dx}px, ${dy}px)`;
    if (drag.place) drag.place.classList.toggle("is-target", over(drag.place, event));
  });

  document.addEventListener("pointerup", (event) => {
    if (!drag) return;
    const { card, place, goal, moved } = drag;
    const reached = moved && place && over(place, event);
    end();
    if (!moved) return;
    // What was dragged is not tapped as well.
    addEventListener("click", stop, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", stop, { capture: true }), 50);
    if (!reached) return;
    setTimeout(() => {
      if (goal === "draw") card.click();
      else {
        card.querySelector("input").checked = true;
        document.getElementById("do-discard")?.click();
      }
    }, 60);
  });

  function stop(event) {
    event.preventDefault();
    event.stopPropagation();
  }

  document.addEventListener("pointercancel", end);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") end();
  });

  document.addEventListener("htmx:afterSettle", tell);
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (event.detail.shouldSwap) end();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden && window.htmx && felt()) window.htmx.trigger(felt(), "refresh");
  });
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", tell);
  else tell();
})();
