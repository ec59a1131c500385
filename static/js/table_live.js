// The part of a table's page that follows by itself: what is swapped in, and when it waits.
window.tableLive = (() => {
  "use strict";

  // Ask for it now.
  function look() {
    const top = document.getElementById("top");
    if (top && window.htmx) window.htmx.trigger(top, "refresh");
  }

  // An answer that says nothing new is not swapped in: it would take the focus and close what is open.
  document.addEventListener("htmx:beforeSwap", (event) => {
    const etag = event.detail.xhr.getResponseHeader("ETag");
    if (event.target.id !== "top") return;
    if (etag && etag === event.target.dataset.etag) event.detail.shouldSwap = false;
  });
  // The next match comes once somebody has read what became of what this one had still to send.
  let isHeld = false;
  document.addEventListener("htmx:beforeOnLoad", (event) => {
    if (event.target.id !== "top" || !event.detail.xhr.getResponseHeader("HX-Refresh")) return;
    isHeld = Boolean(window.tableQueue?.holds(event.target.getAttribute("hx-get")));
    if (isHeld) event.preventDefault();
  });
  document.addEventListener("queue:changed", () => {
    if (isHeld) look();
  });
  document.addEventListener("htmx:configRequest", (event) => {
    const known = event.target.id === "top" && event.detail.verb === "get" ? event.target.dataset.etag : "";
    if (known) event.detail.headers["If-None-Match"] = known;
  });
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target.id === "top" && document.hidden && event.detail.requestConfig.verb === "get") event.preventDefault();
  });

  return { look };
})();
