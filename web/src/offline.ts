// A service worker that keeps a copy of the page, so that it opens without its host. The host comes first: a new page is seen at once.

declare const self: ServiceWorkerGlobalScope;

const CACHE = "tiptree-studio";
const FILES = ["./", "studio.js", "studio.css", "worker.js", "tiptree.wasm.gz"];

self.addEventListener("install", (event) => {
  const keep = async () => (await caches.open(CACHE)).addAll(FILES);
  event.waitUntil(keep().then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

async function answer(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  try {
    const reply = await fetch(request);
    if (reply.ok) await cache.put(request, reply.clone());
    return reply;
  } catch (error) {
    const kept = await cache.match(request, { ignoreSearch: true });
    if (kept) return kept;
    throw error;
  }
}

self.addEventListener("fetch", (event) => {
  if (event.request.method === "GET") event.respondWith(answer(event.request));
});

// Makes this file a module to TypeScript, with a `self` of its own.
export {};
