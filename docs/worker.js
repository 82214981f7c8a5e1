/* The service worker of the hosted site: a reader who stays keeps the whole site for the time without a network.

   Whenever there is a network, the answer comes from it, so that nobody reads an old page. What is kept is only for when
   the network fails. Each file is kept under its address and a digest of its content, so a new build asks for what changed. */
const FILES = {}; // from the root of the site, to its digest: `python -m lockstep.offline worker site` fills it in
const ROOT = registration.scope;
const CACHE = `lockstep ${ROOT}`; // a host may have several sites, and they share its caches

const pathOf = (address) =>
  address.startsWith(ROOT) ? address.slice(ROOT.length).replace(/[?#].*/s, "").replace(/(^|\/)index\.html$/, "$1") : null;
const isOurs = (path) => Object.hasOwn(FILES, path);
const keyOf = (path) => `${ROOT}${path}?${FILES[path]}`;

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([clients.claim(), registration.navigationPreload?.enable()]));
});

/** Keep what is not kept yet, the page before the reader first; only then drop what is not of this build. */
const keep = async (address) => {
  const cache = await caches.open(CACHE);
  const kept = (await cache.keys()).map(({ url }) => url);
  const wanted = new Set([pathOf(address), ...Object.keys(FILES)].filter(isOurs).map(keyOf));
  for (const key of wanted) if (!kept.includes(key)) await cache.add(new Request(key, { priority: "low" }));
  for (const key of kept) if (!wanted.has(key)) await cache.delete(key);
};

let keeping = null; // one at a time; where it fails, the next page goes on
addEventListener("message", (event) => {
  keeping ??= keep(event.source.url).finally(() => (keeping = null));
  event.waitUntil(keeping);
});

/** A site that has no worker any more is rid of this one, and of all that it kept. */
const retire = async () => {
  const { status } = await fetch(location, { method: "HEAD", cache: "no-store" });
  if (status !== 404 && status !== 410) return;
  await caches.delete(CACHE);
  await registration.unregister();
};

let retiring = null; // asked once in a worker's life, which is a minute or so
const answer = async (event, path) => {
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request));
    event.waitUntil((retiring ??= retire()));
    return response;
  } catch (error) {
    const cache = isOurs(path) && (await caches.open(CACHE));
    const found = cache && ((await cache.match(keyOf(path))) ?? (await cache.match(ROOT + path, { ignoreSearch: true })));
    if (found) return found;
    throw error;
  }
};

addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  if (method === "GET" && (mode === "navigate" || isOurs(pathOf(url)))) event.respondWith(answer(event, pathOf(url)));
});
