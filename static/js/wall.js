// The wall: its screens in turn, and a word where the network is gone. Its clocks are clock.js's.
(() => {
  "use strict";

  const SMALLEST = 0.4;
  const LARGEST = 2.2;
  let turn = 0;

  function screens() {
    return [...document.querySelectorAll("[data-screen]")];
  }

  function show() {
    const all = screens();
    all.forEach((screen, index) => {
      screen.hidden = index !== turn % all.length;
    });
    fit();
  }

  // A name of a result that goes on in a second line.
  function isParted(screen) {
    const names = screen.querySelectorAll(":is(.wall__one, .wall__other) bdi");
    return [...names].some((name) => name.getClientRects().length > 1);
  }

  // As large as the room under the head allows, and never off the screen: nobody scrolls a wall. Larger than the
  // rest of the wall only while each name holds in its line.
  function fit() {
    const screen = document.querySelector("[data-screen]:not([hidden])");
    if (!screen) return;
    const fits = (zoom) => {
      screen.style.zoom = zoom;
      const { scrollHeight, scrollWidth } = document.documentElement;
      return scrollHeight <= innerHeight && scrollWidth <= innerWidth && (zoom <= 1 || !isParted(screen));
    };
    let [small, large] = [SMALLEST, LARGEST];
    if (!fits(large)) {
      for (let step = 0; step < 7; step += 1) {
        const middle = (small + large) / 2;
        if (fits(middle)) small = middle;
        else large = middle;
      }
      fits(small);
    }
    screen.dataset.fitted = "";
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
    document.dispatchEvent(new CustomEvent("page:moved"));
  });
  document.addEventListener("page:kept", () => {
    document.documentElement.dataset.kept = "";
  });
  window.addEventListener("resize", fit);
  document.fonts?.ready.then(fit);

  // The screen of a wall does not go dark, where the browser lets a page ask for that.
  function stayOn() {
    if (!document.hidden) navigator.wakeLock?.request("screen").catch(() => {});
  }

  document.addEventListener("visibilitychange", stayOn);
  stayOn();

  const seconds = Number(document.querySelector("#wall")?.dataset.turns) || 12;
  show();
  setInterval(next, seconds * 1000);
})();
