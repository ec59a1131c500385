// Live parts of public pages: nothing is swapped while nothing has changed, and no hidden page asks.
(() => {
  "use strict";

  function isLive(element) {
    return element?.dataset?.etag !== undefined;
  }

  document.addEventListener("htmx:beforeRequest", (event) => {
    if (isLive(event.target) && document.hidden) event.preventDefault();
  });

  // The browser answers from what it keeps where the server said 304: the same tag, the same part.
  document.addEventListener("htmx:beforeSwap", (event) => {
    if (!isLive(event.target)) return;
    const etag = event.detail.xhr.getResponseHeader("ETag");
    if (etag && etag === event.target.dataset.etag) event.detail.shouldSwap = false;
  });

  // An evening outlasts a lost network: a poll that got no answer is silent, the next one tells. At the desk it is
  // said once (`data-tells`): there decisions are made by what the page shows.
  for (const name of ["htmx:sendError", "htmx:responseError"]) {
    document.addEventListener(name, (event) => {
      const tells = name === "htmx:sendError" && "tells" in event.target.dataset;
      if (isLive(event.target) && !tells) event.stopImmediatePropagation();
    }, true);
  }
})();
