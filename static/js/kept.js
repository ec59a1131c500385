// A page that loads again without a network: a worker keeps it as it stood last (page_worker.js), at the address and
// for the scope that an element of the page names. No browser gives a worker to plain http, but on the computer itself.
(() => {
  "use strict";

  const { worker, scope } = document.querySelector("[data-worker]")?.dataset || {};
  const workers = navigator.serviceWorker;
  if (!worker || !workers || !location.pathname.startsWith(scope)) return;

  // This page as it is now, and the files it is made of.
  async function keep() {
    const { active } = await workers.ready;
    const files = [...document.querySelectorAll("script[src], link[rel=preload], link[rel=icon]")];
    const sheets = [...document.querySelectorAll("link[rel=stylesheet]")].flatMap(({ sheet }) => (sheet ? withNamed(sheet) : []));
    const uses = [...document.querySelectorAll("svg use")].map((each) => each.getAttribute("href").split("#")[0]).filter(Boolean);
    active?.postMessage({ keep: [...new Set([...files.map((each) => each.src || each.href), ...sheets, ...uses.map((each) => new URL(each, location.href).href)])] });
  }

  // A sheet and those it names, where they do not come in one piece.
  function withNamed(sheet) {
    const named = [...sheet.cssRules].map((rule) => rule.styleSheet).filter(Boolean);
    return [sheet.href, ...named.flatMap(withNamed)];
  }

  workers.register(worker, { scope }).catch(() => {});
  workers.ready.then(keep);
  workers.addEventListener("message", ({ data }) => {
    if (data?.kept) document.dispatchEvent(new CustomEvent("page:kept"));
  });
  document.addEventListener("page:moved", keep);
})();
