/* The service worker of the hosted site: a reader who stays keeps the whole site for the time without a network.

   Whenever there is a network, the answer comes from it, so that nobody reads an old page. What is kept is only for when
   the network fails. Each file is kept under its address and a digest of its content, so a new build asks for what changed. */
const FILES = {}; // from the root of the site, to its digest: `python -m lockstep finish site` fills it in
const ROOT = registration.scope;
const CACHE = `lockstep ${ROOT}`; // a host may have several sites, and they share its caches

const pathOf = (address) =>
  address.startsWith(ROOT) ? address.slice(ROOT.length).replace(/[?#].*/s, "").replace(/(^|\/)index\.html$/, "$1") : null;
const GONE = ".gone"; // where the cache notes since when the site has had no worker
const DAY = 864e5; // ms
const PATIENCE = 4000; // ms that a server may take to begin its answer, where the page is kept
const isOurs = (path) => Object.hasOwn(FILES, path);
const keyOf = (path) => `${ROOT}${path}?${FILES[path]}`;

addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => {
  event.waitUntil(Promise.all([clients.claim(), registration.navigationPreload?.enable()]));
});

/** The digest that FILES gives a content: the first twelve digits of its SHA-256. */
const digestOf = async (content) => {
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", content));
  return [...bytes.slice(0, 6)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
};

/** The content of a file as this build has it; null where the server, or a network that asks to log in, sends another. */
const fetched = async (path) => {
  const response = await fetch(new Request(keyOf(path), { priority: "low", redirect: "error", cache: "no-store" }));
  if (!response.ok) return null;
  return (await digestOf(await response.clone().arrayBuffer())) === FILES[path] ? response : null;
};

/** Whether the site still has this worker, as its server says. */
const atHome = () => fetch(location, { method: "HEAD", cache: "no-store" });

/** Keep what is not kept yet, the page before the reader first. An older content goes when its page is kept anew, or
    is no longer of the site; while a server has the files of two builds, the old ones stay. */
const keep = async (address) => {
  if (!(await atHome()).ok) return; // a page that is still open would fill what retire() has just emptied
  const cache = await caches.open(CACHE);
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  for (const path of new Set([pathOf(address), ...Object.keys(FILES)].filter(isOurs))) {
    const response = kept.has(keyOf(path)) ? null : await fetched(path);
    if (!response) continue;
    await cache.put(keyOf(path), response);
    kept.add(keyOf(path));
  }
  for (const key of kept) {
    const path = pathOf(key);
    if (path !== GONE && (!isOurs(path) || (kept.has(keyOf(path)) && key !== keyOf(path)))) await cache.delete(key);
  }
};

let keeping = null; // one at a time; where it fails, the next page goes on
addEventListener("message", (event) => {
  keeping ??= keep(event.source.url).finally(() => (keeping = null));
  event.waitUntil(keeping);
});

/** A site that has no worker for a day is rid of this one, and of all that it kept. A deployment takes moments. */
const retire = async () => {
  const { status } = await atHome();
  const isGone = status === 404 || status === 410;
  if (await caches.has(CACHE)) {
    const cache = await caches.open(CACHE);
    if (!isGone) return cache.delete(ROOT + GONE);
    const noticed = Number(await (await cache.match(ROOT + GONE))?.text());
    if (!noticed) return cache.put(ROOT + GONE, new Response(String(Date.now())));
    if (Date.now() - noticed < DAY) return;
    await caches.delete(CACHE);
  }
  if (isGone) await registration.unregister(); // a page that loads just now may take it back: the next life tries again
};

let retiring = null; // asked once in a worker's life, which is a minute or so
const online = async (event) => {
  const response = (await event.preloadResponse) ?? (await fetch(event.request));
  event.waitUntil((retiring ??= retire()));
  return response;
};
const offline = async (path) => {
  if (!isOurs(path)) return undefined;
  const cache = await caches.open(CACHE);
  return (await cache.match(keyOf(path))) ?? (await cache.match(ROOT + path, { ignoreSearch: true }));
};

/** The answer of the network; what is kept where the network fails, or says nothing for some seconds. */
const answer = async (event, path) => {
  const network = online(event);
  network.catch(() => {}); // it may fail after what is kept has been given
  const slow = new Promise((done) => setTimeout(done, PATIENCE));
  try {
    const response = await Promise.race([network, slow]);
    return response ?? (await offline(path)) ?? (await network);
  } catch (error) {
    const kept = await offline(path);
    if (kept) return kept;
    throw error;
  }
};

addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  if (method === "GET" && (mode === "navigate" || isOurs(pathOf(url)))) event.respondWith(answer(event, pathOf(url)));
});
