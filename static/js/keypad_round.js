// The keypad of a round of Manipulation Rummy: how it ended, then everybody's count.
window.keypadRound = (table) => {
  "use strict";

  const { words, say, names, place, draw, send, make, button, sideButton, ask, digits } = table;

  function roundParts() {
    if (table.typed.step === "count") return knockerParts();
    if (table.typed.step === "counts") return roundCountParts();
    return roundCallParts();
  }

  function roundCallParts() {
    const group = make("div", "calls calls--many");
    names().forEach((name, seat) => {
      const line = make("div", "calls__player", undefined, { role: "group", "aria-label": name });
      line.append(make("bdi", "calls__name", name));
      line.append(sideButton(seat, "call call--slim", words.knocked, () => roundCalled(seat, "knock"), "knock"));
      line.append(sideButton(seat, "call call--slim", words.out, () => roundCalled(seat, "out"), "out"));
      group.append(line);
    });
    const stock = button("call call--slim", words.stock, () => roundCalled(null, "stock"), { "data-call": "stock" });
    stock.append(make("span", "call__detail", words.wallWords));
    group.append(stock);
    const shown = [ask(say(words.askRound, { deal: place().split(".")[1] })), group];
    if (!table.typed.place) shown.push(table.score.door());
    return shown;
  }

  function roundCalled(seat, how) {
    const counts = how === "out" ? { [seat]: 0 } : {};
    Object.assign(table.typed, { side: seat, how, digits: "", counts, step: how === "knock" ? "count" : "counts" });
    table.note = null;
    draw();
  }

  // Nobody knocks with nothing: whoever has no card is out.
  function knockerParts() {
    const keys = make("div", "keypad keypad--eleven", undefined, { role: "group" });
    for (let count = 1; count <= table.facts.limit; count += 1) {
      keys.append(button("key", String(count), () => {
        Object.assign(table.typed, { counts: { [table.typed.side]: count }, digits: "", step: "counts" });
        draw();
      }, { "data-count": String(count) }));
    }
    return [ask(say(words.askCount, { name: names()[table.typed.side] })), keys, roundBack()];
  }

  function asked() {
    return names().findIndex((_name, seat) => !(seat in table.typed.counts));
  }

  function roundCountParts() {
    const seat = asked();
    const shown = [countsSoFar()];
    if (seat >= 0) {
      const next = button("call call--result", words.next, () => {
        table.typed.counts[seat] = Number(table.typed.digits);
        table.typed.digits = "";
        draw();
      }, { "data-next": "" });
      next.disabled = table.typed.digits === "";
      shown.push(ask(say(words.askMelds, { name: names()[seat] })), digits(3, 600), next);
    } else {
      const said = roundPreview();
      shown.push(button("call call--result", said, () => sendRound(said), { "data-send": "" }));
    }
    return [...shown, roundBack()];
  }

  function countsSoFar() {
    const list = make("ul", "counts");
    names().forEach((name, seat) => {
      const item = make("li", seat === table.typed.side ? "strong" : "");
      item.append(make("bdi", "", name), make("span", "num", seat in table.typed.counts ? ` ${table.typed.counts[seat]}` : " –"));
      list.append(item);
    });
    return list;
  }

  // Back takes the last count away, then what was called.
  function roundBack() {
    return button("btn btn--quiet btn--wide", words.back, () => {
      const fixed = table.typed.how === "stock" ? -1 : table.typed.side;
      const given = names().map((_name, seat) => seat).filter((seat) => seat in table.typed.counts && seat !== fixed);
      if (table.typed.step === "counts" && given.length) delete table.typed.counts[given.at(-1)];
      else table.typed.step = table.typed.step === "counts" && table.typed.how === "knock" ? "count" : "call";
      table.typed.digits = "";
      draw();
    });
  }

  // The lowest count wins; a knocker loses a tie (docs/rules.md 5.9).
  function roundPreview() {
    const counts = names().map((_name, seat) => table.typed.counts[seat]);
    const lowest = Math.min(...counts);
    const low = counts.flatMap((count, seat) => (count === lowest ? [seat] : []));
    let winners = low.length === 1 || table.facts.lowTie === "each" ? low : [];
    let bonus = 0;
    if (table.typed.how === "out") {
      winners = [table.typed.side];
      bonus = table.facts.gin;
    } else if (table.typed.how === "knock") {
      const others = low.filter((seat) => seat !== table.typed.side);
      if (low.includes(table.typed.side)) winners = others.length ? others : low;
      if (winners.length !== 1 || winners[0] !== table.typed.side) bonus = table.facts.undercut;
    }
    if (!winners.length) return words.nobody;
    const points = (seat) => counts.reduce((sum, count) => sum + count - counts[seat], 0) + bonus;
    const gain = winners.map((seat) => say(words.gain, { name: names()[seat], points: points(seat) })).join(", ");
    return table.typed.how === "knock" ? gain : say(table.typed.how === "out" ? words.outGain : words.stockGain, { gain });
  }

  function sendRound(said) {
    const body = { how: table.typed.how };
    if (table.typed.side !== null) body.side = table.typed.side;
    for (const [seat, count] of Object.entries(table.typed.counts)) body[`count_${seat}`] = count;
    send(body, said);
  }

  return { parts: roundParts };
};
