// Parts of the page that listen (all of a page to the same address): a number from the live channel says that something is newer, and the part asks
// for itself. Polling stays the guarantee: seldom while the channel holds, as the part itself says where it does not.
(() => {
  "use strict";

  const REST = 15_000; // between two polls of a part that is told
  const AGAIN = 30_000; // until a channel that refused us is tried again
  const SPREAD = 250; // a hall full of phones does not ask in one moment
  const asked = new Map();
  let source = null;
  let address = "";
  let holds = false;
  let again = null;
  let soon = null;

  function part() {
    return document.querySelector("[data-live]");
  }

  function hang() {
    clearTimeout(again);
    source?.close();
    source = null;
    holds = false;
  }

  function ask() {
    if (soon) return;
    soon = setTimeout(() => {
      soon = null;
      if (document.hidden) return;
      for (const listening of document.querySelectorAll("[data-live]")) {
        if (listening.classList.contains("htmx-request")) ask(); // what is asked now may be older than the news
        else window.htmx?.trigger(listening, "news");
      }
    }, 50 + Math.random() * SPREAD);
  }

  function listen() {
    const wanted = document.hidden ? "" : part()?.dataset.live || "";
    if (wanted === address) return;
    hang();
    address = wanted;
    if (!wanted || !window.EventSource) return;
    const opened = new EventSource(wanted);
    let isFirst = true;
    source = opened;
    opened.onopen = () => {
      holds = true;
      if (isFirst) ask(); // what came between the page and now; later the channel knows what was heard
      isFirst = false;
    };
    opened.onmessage = ask;
    opened.onerror = () => {
      holds = false;
      if (opened.readyState !== EventSource.CLOSED) return; // the browser tries again by itself
      again = setTimeout(() => {
        address = "";
        listen();
      }, AGAIN);
    };
  }

  document.addEventListener("htmx:beforeRequest", (event) => {
    const asking = event.target;
    if (asking.dataset?.live === undefined) return;
    const isPoll = !event.detail.requestConfig.triggeringEvent;
    const rest = Number(asking.dataset.rest) || REST;
    if (isPoll && holds && performance.now() - (asked.get(asking.id) ?? -REST) < rest) event.preventDefault();
    else asked.set(asking.id, performance.now());
  });
  document.addEventListener("htmx:afterSettle", listen);
  document.addEventListener("visibilitychange", listen);
  window.addEventListener("pagehide", () => {
    hang();
    address = "";
  });
  window.addEventListener("pageshow", listen);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", listen);
  else listen();
})();
