// What one word more makes of a draft in the middle of a hand, from the facts the server told (games/selectors/
// scribe_foresight.py). No second book of rules: turns, pile and what was seen; the rest is asked of the server.
// A knock and the hands after it are foreseen for a cut alone (`inCut`): what is wrong with them is said at once.
window.scribeForesight = (() => {
  "use strict";

  const SIGNS = { s: "♠", h: "♥", d: "♦", c: "♣" };
  const LAST = 3; // moves shown

  function say(sentence, values) {
    return sentence.replace(/\{(\w+)\}/g, (whole, name) => (name in values ? values[name] : whole));
  }

  // The facts after one word more; null where the server is asked.
  function foresee(facts, word, told) {
    const [kind, card = ""] = word.split(":");
    if (facts.next) return foreseeTurnedUp(facts, kind, card);
    if (facts.seat !== undefined) return foreseeShown(facts, kind, card);
    if (!facts.phase) return null;
    const { phase, turn, pile, hands } = facts;
    const both = (own) => hands.map((hand, seat) => (seat === turn ? own : hand));
    const next = { ...facts, ends: false, last: [...facts.last, sentence(facts, word, told)].slice(-LAST) };
    if (kind === "p" && phase === "offer") return { ...next, phase: "second_offer", turn: 1 - turn };
    if (kind === "p" && phase === "second_offer") return { ...next, phase: "stock_only", turn: 1 - turn };
    if (kind === "s" && ["draw", "stock_only"].includes(phase)) {
      return { ...next, phase: "discard", taken: "", stock: facts.stock - 1, draws: facts.draws - 1 };
    }
    if (kind === "t" && ["draw", "offer", "second_offer"].includes(phase)) {
      const taken = pile.at(-1);
      const own = taken === "??" ? hands[turn] : [...hands[turn], taken].sort();
      return { ...next, phase: "discard", taken, pile: pile.slice(0, -1), hands: both(own) };
    }
    if (phase !== "discard") return null;
    // Thrown face down, it may be any card known to be there, but the one that must not go back at once.
    const stays = (each) => (card === "??" ? each === facts.taken && !facts.returns : each !== card);
    const left = both(hands[turn].filter(stays));
    if (kind === "d" && facts.draws > 0 && facts.turns > 1) {
      return { ...next, phase: "draw", turn: 1 - turn, taken: "", turns: facts.turns - 1, pile: [...pile, card], hands: left };
    }
    const knock = { stage: "knocker", seat: turn, last: next.last, inCut: true };
    if (kind === "k") return { ...knock, count: 10, pile: [...pile, card], hands: left };
    if (kind === "g") return { ...knock, count: 11, pile, hands };
    return null;
  }

  function foreseeShown(facts, kind, cards) {
    if (kind === "c") return { stage: "done", inCut: true };
    const shown = (cards.match(/../g) || []).sort();
    if (kind !== { knocker: "h", defender: "o" }[facts.stage] || shown.length !== facts.count) return null;
    if (kind === "o") return { stage: "done", inCut: true };
    const hands = facts.hands.map((hand, seat) => (seat === facts.seat ? shown : hand));
    return { ...facts, stage: "defender", seat: 1 - facts.seat, count: 10, hands, inCut: true };
  }

  function foreseeTurnedUp(facts, kind, card) {
    if (kind !== { upcard: "up", limit_card: "lim" }[facts.stage]) return null;
    return facts.stage === "upcard" ? { ...facts.next, pile: [card] } : facts.next;
  }

  // A move as a sentence; "" for what is none.
  function sentence(facts, word, told) {
    const [kind, card = ""] = word.split(":");
    const { told: sentences, card: unknown } = told;
    const seat = facts?.phase ? facts.turn : facts?.seat;
    if (!(kind in sentences) || seat === undefined) return "";
    const code = kind === "t" ? facts.pile.at(-1) : card;
    return say(sentences[kind][seat], { card: sign(code) || unknown });
  }

  function sign(code) {
    return code?.[1] in SIGNS ? `${code[0] === "T" ? "10" : code[0]}${SIGNS[code[1]]}` : "";
  }

  // Which cards cannot be thrown, or shown: seen elsewhere, or just taken from the pile.
  function off(facts) {
    const seat = facts.phase ? facts.turn : facts.seat;
    const cards = new Set([...facts.pile, ...facts.hands[1 - seat]]);
    if (facts.phase && !facts.returns) cards.add(facts.taken);
    return cards;
  }

  return { foresee, sentence, off, say, LAST };
})();
