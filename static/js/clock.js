// The clocks of a page count down by the server's time: its end is an instant, and what time it is the server
// says once, and again whenever the page wakes up. Two devices agree however wrong their own clocks are.
// The bell is made here and sounds only where somebody tapped for it.
(() => {
  "use strict";

  const KEPT = "clock-offset";
  const BELL = "bell";
  const AGAIN = 5 * 60_000; // a device's quartz drifts
  const LATE = 8_000; // a bell this late is not rung any more
  const MINUTE = 60_000;

  let base = null; // the server's time when performance.now() was 0
  let drift = 0; // what the device's clock showed then
  let sound = null;
  let asked = false;
  const rung = new Set();
  const before = new Map(); // what each clock said last

  function keep(name, value) {
    try {
      if (value === undefined) return localStorage.getItem(name);
      localStorage.setItem(name, value);
    } catch {
      // Nothing can be stored here; the page knows as long as it lasts.
    }
    return null;
  }

  // ------------------------------------------------------------------ what time it is

  // Until the server has answered: as it was last, but never before the time the page was made at.
  function guess() {
    const made = Number(document.querySelector("[data-round-clock],[data-clock]")?.dataset.now) || 0;
    const kept = keep(KEPT);
    const now = kept === null ? made || Date.now() : Math.max(made, Date.now() + Number(kept));
    setNow(now);
  }

  function setNow(now, at = performance.now()) {
    base = now - at;
    drift = Date.now() - performance.now();
  }

  async function ask() {
    const address = document.querySelector("[data-sync]")?.dataset.sync;
    if (!address || asked) return;
    asked = true;
    try {
      const sent = performance.now();
      const answer = await fetch(address, { cache: "no-store", credentials: "omit" });
      const received = performance.now();
      if (answer.ok) {
        const { now } = await answer.json();
        setNow(now + (received - sent) / 2, received);
        keep(KEPT, String(Math.round(now + (performance.now() - received) - Date.now())));
        tick();
      }
    } catch {
      // No network: the last answer still holds.
    } finally {
      asked = false;
    }
  }

  // A device that slept, or whose clock was set, asks again before it shows anything wrong for long.
  function now() {
    if (base === null) guess();
    if (Math.abs(Date.now() - performance.now() - drift) > 1_000) {
      drift = Date.now() - performance.now();
      ask();
    }
    return base + performance.now();
  }

  // ------------------------------------------------------------------ what is shown

  function words(left) {
    const seconds = Math.max(0, Math.ceil(left / 1000));
    const two = (number) => String(number).padStart(2, "0");
    const hours = Math.floor(seconds / 3600);
    const minutes = Math.floor(seconds / 60) % 60;
    return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
  }

  function say(place, text) {
    if (place && place.textContent !== text) place.textContent = text;
  }

  function reading(clock, at) {
    const { state, phase } = clock.dataset;
    const begins = Number(clock.dataset.begins);
    const ends = Number(clock.dataset.ends);
    if (state === "over") return { phase: "over", left: 0 };
    if (state === "paused") return { phase: phase === "over" ? "over" : "paused", left: Number(clock.dataset.left) };
    if (at < begins) return { phase: "walkIn", left: begins - at };
    return at < ends ? { phase: "play", left: ends - at } : { phase: "over", left: 0 };
  }

  function show(clock) {
    const at = now();
    const read = reading(clock, at);
    say(clock.querySelector("[data-clock-words]"), clock.dataset[read.phase]);
    const left = clock.querySelector("[data-clock-left]");
    say(left, words(read.left));
    clock.classList.toggle("round-clock--over", read.phase === "over");
    left?.classList.toggle("clock--late", read.phase === "over" || (read.phase === "play" && read.left <= MINUTE));
    if ("rings" in clock.dataset) listen(clock, read, at);
  }

  function timeOfDay(clock) {
    const form = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: clock.dataset.clock });
    const [hour, minute] = form.format(new Date(now())).split(":").map(Number);
    say(clock.querySelector("time"), written(JSON.parse(clock.dataset.form), hour, minute));
  }

  // A time of day as the server writes it: the same letters (Django's TIME_FORMAT) mean the same.
  function written({ form, ...words }, hour, minute) {
    const two = (number) => String(number).padStart(2, "0");
    const twelve = hour % 12 || 12;
    const half = hour < 12 ? 0 : 1;
    const short = minute ? `${twelve}:${two(minute)}` : String(twelve);
    const whole = minute === 0 && hour % 12 === 0 ? words.P[half] : `${short} ${words.a[half]}`;
    const parts = { H: two(hour), G: hour, h: two(twelve), g: twelve, i: two(minute), a: words.a[half], A: words.A[half], f: short, P: whole };
    return form.replace(/\\(.)|([HGhgiaAfP])/g, (_all, plain, letter) => plain ?? parts[letter]);
  }

  function tick() {
    document.querySelectorAll("[data-round-clock]").forEach(show);
    document.querySelectorAll("[data-clock]").forEach(timeOfDay);
  }

  // ------------------------------------------------------------------ the bell

  function listen(clock, read, at) {
    const key = clock.dataset.roundClock;
    const last = before.get(key);
    before.set(key, read.phase);
    const begins = Number(clock.dataset.begins);
    const ends = Number(clock.dataset.ends);
    const warning = Number(clock.dataset.warning);
    if (clock.dataset.state === "running") {
      once(`${key} start ${begins}`, at - begins, "start");
      if (ends - begins > warning) once(`${key} five ${ends}`, at - (ends - warning), "five");
      once(`${key} time ${ends}`, at - ends, "time");
    } else if (read.phase === "over" && last !== undefined && last !== "over") {
      once(`${key} called`, 0, "time");
    }
  }

  function once(key, late, kind) {
    if (late < 0 || late > LATE || rung.has(key)) return;
    rung.add(key);
    document.dispatchEvent(new CustomEvent("club:bell", { detail: kind }));
    ring({ start: 1, five: 2, time: 3 }[kind]);
  }

  function allowed() {
    return keep(BELL) === "on";
  }

  function waken() {
    sound ??= window.AudioContext ? new AudioContext() : null;
    if (sound?.state === "suspended") sound.resume();
  }

  // A struck bell: a few partials that are no whole numbers apart, the high ones gone first.
  function strike(at) {
    for (const [ratio, loud, long] of [[1, 0.5, 2.4], [2.0, 0.25, 1.6], [2.76, 0.2, 1.1], [5.4, 0.1, 0.5]]) {
      const voice = sound.createOscillator();
      const volume = sound.createGain();
      voice.frequency.value = 660 * ratio;
      volume.gain.setValueAtTime(loud, at);
      volume.gain.exponentialRampToValueAtTime(0.0001, at + long);
      voice.connect(volume).connect(sound.destination);
      voice.start(at);
      voice.stop(at + long);
    }
  }

  function ring(strikes) {
    if (!allowed() || sound?.state !== "running") return;
    for (let each = 0; each < strikes; each += 1) strike(sound.currentTime + each * 0.9);
  }

  function showBells() {
    for (const button of document.querySelectorAll("[data-bell]")) {
      button.hidden = !window.AudioContext;
      button.setAttribute("aria-pressed", String(allowed() && sound?.state === "running"));
    }
  }

  document.addEventListener("click", async (event) => {
    const button = event.target.closest?.("[data-bell]");
    if (!button) {
      if (!allowed()) return; // once allowed, the first tap on a new page is enough
      waken();
      setTimeout(showBells, 100);
      return;
    }
    const on = button.getAttribute("aria-pressed") !== "true";
    keep(BELL, on ? "on" : "off");
    if (on) {
      waken();
      await sound?.resume();
      ring(1);
    }
    showBells();
  });

  // ------------------------------------------------------------------ always

  function wake() {
    if (!document.hidden) ask();
  }

  document.addEventListener("visibilitychange", wake);
  window.addEventListener("online", wake);
  window.addEventListener("pageshow", wake);
  document.addEventListener("htmx:afterSwap", () => {
    tick();
    showBells();
  });
  tick();
  showBells();
  setInterval(tick, 200);
  setInterval(wake, AGAIN);
})();
