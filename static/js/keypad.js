// What every step of a table's keypad is made of: buttons with their words, the digits, the way back.
// `table` is the keypad itself (table.js): what is typed, the facts of the sheet, how to draw anew.
window.keypadParts = (table) => {
  "use strict";

  const { words, names, draw } = table;

  function make(tag, className, text, more = {}) {
    const element = document.createElement(tag);
    if (className) element.className = className;
    if (text !== undefined) element.textContent = text;
    for (const [name, value] of Object.entries(more)) element.setAttribute(name, value);
    return element;
  }

  function button(className, text, act, more = {}) {
    const element = make("button", className, text, { type: "button", ...more });
    element.addEventListener("click", act);
    return element;
  }

  function sideButton(side, className, text, act, how) {
    const element = button(className, text, act, { "data-call": `${how}-${side}` });
    element.append(make("span", "visually-hidden", ` ${names()[side]}`));
    return element;
  }

  function ask(text) {
    return make("p", "entry__ask", text, { tabindex: "-1" });
  }

  function stackOf(...children) {
    const group = make("div", "stack");
    group.append(...children);
    return group;
  }

  function digits(most, highest) {
    const keys = make("div", "keypad", undefined, { role: "group" });
    keys.append(make("output", "keypad__shown num", table.typed.digits || "–"));
    const press = (digit) => {
      const next = String(Number(table.typed.digits + digit));
      if (table.typed.digits.length < most && Number(next) <= highest) table.typed.digits = table.typed.digits === "0" ? String(digit) : table.typed.digits + digit;
      draw();
    };
    for (const digit of [1, 2, 3, 4, 5, 6, 7, 8, 9]) keys.append(button("key", String(digit), () => press(digit), { "data-digit": digit, "data-id": `d${digit}` }));
    keys.append(make("span"));
    keys.append(button("key", "0", () => press(0), { "data-digit": 0, "data-id": "d0" }));
    keys.append(button("key key--words", "⌫", () => {
      table.typed.digits = table.typed.digits.slice(0, -1);
      draw();
    }, { "aria-label": words.delete, "data-id": "delete" }));
    return keys;
  }

  function back() {
    return button("btn btn--quiet btn--wide", words.back, () => {
      table.typed.step = table.typed.step === "other" && table.typed.how === "knock" ? "count" : "call";
      table.typed.digits = "";
      draw();
    });
  }

  return { make, button, sideButton, ask, stackOf, digits, back };
};
