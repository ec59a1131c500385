// What the scribes of both games show alike: how many cards are ticked, and why a finished hand was not taken.
window.scribeParts = (() => {
  "use strict";

  function count() {
    const words = document.querySelector("[data-counts]");
    if (!words) return;
    const ticked = words.closest("form").querySelectorAll("input[name=cards]:checked").length;
    words.textContent = `${ticked} / ${words.dataset.counts}`;
    words.classList.toggle("scribe__count--full", ticked === Number(words.dataset.counts));
  }

  function refused(message) {
    const box = document.createElement("div");
    box.className = "note note--wrong";
    box.setAttribute("role", "alert");
    box.append(Object.assign(document.createElement("p"), { textContent: message }));
    document.getElementById("refused").replaceChildren(box);
  }

  return { count, refused };
})();
