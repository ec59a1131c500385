// A hand step by step: keys as its buttons, the slider, and playing by itself until it is paused.
(() => {
  "use strict";

  const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };
  const PACE = matchMedia("(prefers-reduced-motion: reduce)").matches ? 3000 : 1500;
  const bar = document.querySelector("[data-replay]");
  const slider = bar?.querySelector("input[type=range]");
  const player = bar?.querySelector("[data-autoplay]");
  let timer = null;
  let wanted = null;
  let isAsking = false;
  let open = [];

  function place() {
    const { at, last } = document.querySelector("#hand-step [data-at]").dataset;
    return { at: Number(at), last: Number(last) };
  }

  function addressOf(at) {
    const query = new URLSearchParams(location.search);
    query.set("at", at);
    return `${location.pathname}?${query}`;
  }

  // One question at a time: of a slider drawn along only the last place counts.
  async function show(at) {
    wanted = at;
    if (isAsking) return;
    isAsking = true;
    try {
      while (wanted !== null) {
        const address = addressOf(wanted);
        wanted = null;
        await htmx.ajax("GET", address, { target: "#hand-step", swap: "innerHTML" });
        history.replaceState(history.state, "", address);
      }
    } finally {
      isAsking = false;
    }
  }

  function isPlaying() {
    return player?.dataset.playing !== undefined;
  }

  function say(words) {
    player.querySelector("span").textContent = words;
  }

  function pause() {
    clearTimeout(timer);
    if (!isPlaying()) return;
    delete player.dataset.playing;
    say(bar.dataset.play);
  }

  function next() {
    const { at, last } = place();
    if (at >= last) pause();
    else show(at + 1);
  }

  function play() {
    player.dataset.playing = "";
    say(bar.dataset.pause);
    const { at, last } = place();
    show(at >= last ? 0 : at + 1);
  }

  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") pause();
    const step = keys[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("input, textarea, select, [role=region]")) return;
    const link = document.querySelector(`[data-step="${step}"]`);
    if (!link) return;
    event.preventDefault();
    link.click();
  });

  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-step]")) pause();
  });
  document.addEventListener("visibilitychange", () => document.hidden && pause());

  // What is unfolded stays unfolded while the steps go by.
  document.addEventListener("htmx:beforeSwap", () => {
    open = [...document.querySelectorAll("#hand-step details[open][id]")].map((each) => each.id);
  });
  document.addEventListener("htmx:afterSettle", () => {
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    if (!slider) return;
    if (wanted === null) slider.value = place().at;
    clearTimeout(timer);
    if (!isPlaying()) return;
    if (place().at >= place().last) pause();
    else timer = setTimeout(next, PACE);
  });
  // Nothing answered: it stays where it is.
  for (const name of ["htmx:sendError", "htmx:responseError"]) document.addEventListener(name, pause);

  if (!bar) return;
  bar.querySelector("[data-show]").hidden = true;
  player.hidden = false;
  player.addEventListener("click", () => (isPlaying() ? pause() : play()));
  slider.addEventListener("input", () => {
    pause();
    show(Number(slider.value));
  });
  bar.addEventListener("submit", (event) => event.preventDefault());
})();
