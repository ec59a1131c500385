// The wall: its screens in turn, the clock of the event's zone, and a word where the network is gone.
(() => {
  "use strict";

  let turn = 0;

  function screens() {
    return [...document.querySelectorAll("[data-screen]")];
  }

  function show() {
    const all = screens();
    all.forEach((screen, index) => {
      screen.hidden = index !== turn % all.length;
    });
  }

  function next() {
    turn += 1;
    show();
  }

  function tick() {
    const clock = document.querySelector("[data-clock]");
    const time = clock?.querySelector("time");
    if (!time) return;
    const form = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", timeZone: clock.dataset.clock });
    const now = form.format(new Date());
    if (time.textContent !== now) time.textContent = now;
  }

  function lost(is) {
    const note = document.querySelector("[data-lost]");
    if (note) note.hidden = !is;
  }

  // live.js keeps failed polls silent elsewhere; here everybody looks at an old page unless it says so.
  document.addEventListener("htmx:afterRequest", (event) => lost(event.detail.xhr.status === 0));
  document.addEventListener("htmx:afterSwap", () => {
    show();
    tick();
  });

  const seconds = Number(document.querySelector("#wall")?.dataset.turns) || 12;
  show();
  tick();
  setInterval(next, seconds * 1000);
  setInterval(tick, 1000);
})();
