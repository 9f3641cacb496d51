/**
 * The service worker: the page opens without the server, and shows the positions that this browser has seen before.
 *
 * Each request goes to the server first; the cache answers only if the server cannot be reached. So the page is never older than the
 * server. A new version of the program sends this file with another version, and the caches of other versions are deleted.
 */

/** The version and the files of the page; the server replaces both. */
const VERSION = "VERSION";
/** @type {string[]} */
const FILES = [];
/** The address that all places of the page begin with. */
const BASE = new URL("./", self.location.href);
const PREFIX = `ludex ${BASE.pathname} `;
/** The files of the page. */
const SHELL = `${PREFIX}page ${VERSION}`;
/** Answers about games and positions. */
const SEEN = `${PREFIX}seen ${VERSION}`;
/** The requests whose answers are kept. */
const KEPT = ["api/games", "api/view"];
/** At most this many answers are kept, those used last. */
const MOST = 300;
/** The answers are counted after this many new ones. */
const EACH = 50;

const worker = /** @type {any} */ (self);
let fresh = EACH;

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(fill().then(() => worker.skipWaiting())));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(clear().then(() => worker.clients.claim())));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== BASE.origin || !url.pathname.startsWith(BASE.pathname)) return;
  const path = url.pathname.slice(BASE.pathname.length);
  if (request.method === "POST") {
    if (KEPT.includes(path)) event.respondWith(answer(event, path));
  } else if (request.method === "GET" && (request.mode === "navigate" || FILES.includes(path))) {
    event.respondWith(file(request));
  }
});

/** Keeps the document and all files. */
async function fill() {
  const cache = await caches.open(SHELL);
  await cache.addAll(["", ...FILES].map((path) => new Request(new URL(path, BASE), { cache: "no-cache" })));
}

/** Deletes the caches of other versions. */
async function clear() {
  const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && ![SHELL, SEEN].includes(name));
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** A file of the page; every place shows the same document. @param {Request} request */
async function file(request) {
  try {
    return await fetch(request);
  } catch (error) {
    const cache = await caches.open(SHELL);
    const kept = await cache.match(request.mode === "navigate" ? BASE : request, { ignoreVary: true });
    if (kept) return kept;
    throw error;
  }
}

/** The answer to a question, which is kept. @param {any} event @param {string} path */
async function answer(event, path) {
  /** @type {Request} */
  const request = event.request;
  const body = await request.clone().arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", body));
  // The parameters contain the language of the answer.
  const key = new URL(`seen/${path}/${[...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("")}${new URL(request.url).search}`, BASE);
  const cache = await caches.open(SEEN);
  try {
    const response = await fetch(request);
    // An answer that cannot be kept is still an answer.
    if (response.ok) event.waitUntil(keep(cache, key, response.clone()).catch(() => {}));
    return response;
  } catch (error) {
    const kept = await cache.match(key);
    if (!kept) throw error;
    // The page reports that the server cannot be reached.
    const headers = new Headers(kept.headers);
    headers.set("Ludex-Stored", "1");
    return new Response(kept.body, { headers });
  }
}

/** @param {Cache} cache @param {URL} key @param {Response} response */
async function keep(cache, key, response) {
  await cache.put(key, response);
  fresh += 1;
  if (fresh < EACH) return;
  fresh = 0;
  // The list begins with the answers that were kept first; an answer that is kept again moves to the end.
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - MOST)).map((old) => cache.delete(old)));
}
