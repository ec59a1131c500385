// Lets a page be reloaded while there is no network, a table's or the wall: its newest state and the files it is made
// of. It answers for nothing else; what was entered is the page's own business (queue.js).
"use strict";

const PAGE = new URL(self.registration.scope).pathname;
const KIND = "page-2 "; // a new number throws away what an older worker kept
const KEPT = KIND + PAGE;

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(Promise.all([forgetOlder(), self.clients.claim()])));
self.addEventListener("message", (event) => {
  if (Array.isArray(event.data?.keep)) event.waitUntil(keep(event.data.keep).then(() => tell(event.source)));
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== self.location.origin) return;
  if (request.mode === "navigate" && address.pathname === PAGE) event.respondWith(page(request));
  else if (address.pathname.startsWith("/static/")) event.respondWith(file(request));
});

async function forgetOlder() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => !name.startsWith(KIND)).map((name) => caches.delete(name)));
}

// The files of the page as it stands, each once; those of an earlier release go.
async function keep(files) {
  const kept = await caches.open(KEPT);
  const wanted = new Set(files.filter((each) => new URL(each).origin === self.location.origin));
  const there = new Set((await kept.keys()).map((request) => request.url));
  const home = new URL(PAGE, self.location.href).href;
  for (const address of there) if (address !== home && !wanted.has(address)) await kept.delete(address);
  await Promise.allSettled([...wanted].filter((each) => !there.has(each)).map((each) => kept.add(each)));
  await fetch(PAGE, { credentials: "same-origin" }).then(keepPage, () => {});
}

// The page says "keep this page open" until it has heard this.
async function tell(client) {
  client.postMessage({ kept: Boolean(await caches.match(PAGE)) });
}

async function keepPage(answer) {
  const kept = await caches.open(KEPT);
  if (answer.status === 200 && !answer.redirected) await kept.put(PAGE, answer.clone());
  else if (answer.status === 404) await kept.delete(PAGE); // this phone has no table any more
}

async function page(request) {
  try {
    const answer = await fetch(request);
    if (answer.status < 502) {
      await keepPage(answer);
      return answer;
    }
    return (await caches.match(PAGE)) || answer;
  } catch (error) {
    const known = await caches.match(PAGE);
    if (known) return known;
    throw error;
  }
}

async function file(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const known = await caches.match(request);
    if (known) return known;
    throw error;
  }
}
