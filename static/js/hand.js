// Arrow keys, Home and End step through a hand, as its buttons do.
(() => {
  "use strict";

  const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last" };

  document.addEventListener("keydown", (event) => {
    const step = keys[event.key];
    if (!step || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (event.target.closest("input, textarea, select, [role=region]")) return;
    const link = document.querySelector(`[data-step="${step}"]`);
    if (!link) return;
    event.preventDefault();
    link.click();
  });
})();
