// The wall: its screens in turn, and a word where the network is gone. Its clocks are clock.js's.
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

  function lost(is) {
    const note = document.querySelector("[data-lost]");
    if (note) note.hidden = !is;
  }

  // live.js keeps failed polls silent elsewhere; here everybody looks at an old page unless it says so.
  document.addEventListener("htmx:afterRequest", (event) => lost(event.detail.xhr.status === 0));
  document.addEventListener("htmx:afterSwap", () => {
    show();
  });

  const seconds = Number(document.querySelector("#wall")?.dataset.turns) || 12;
  show();
  setInterval(next, seconds * 1000);
})();
