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
const PATIENCE = 4000; // ms that a server may say nothing, where the page is kept
const FAILURES = 3; // files in a row that do not come, after which the network is gone
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

/** The content of a file as this build has it; null where the server, or a network that asks to log in, sends another.
    Of its headers only the type stays: a cache refuses what varies with all. */
const fetched = async (path) => {
  const response = await fetch(new Request(keyOf(path), { priority: "low", redirect: "error", cache: "no-store" }));
  if (!response.ok) return null;
  const content = await response.arrayBuffer();
  if ((await digestOf(content)) !== FILES[path]) return null;
  const type = response.headers.get("Content-Type");
  return new Response(content, type ? { headers: { "Content-Type": type } } : {});
};

/** Whether the site no longer has this worker, as its server says. */
const isGone = async () => [404, 410].includes((await fetch(location, { method: "HEAD", cache: "no-store" })).status);

/** Keep what is not kept yet, the page before the reader first. An older content goes when its page is kept anew, or
    is no longer of the site; while a server has the files of two builds, the old ones stay. */
const keep = async (address) => {
  if (await isGone()) return; // a page that is still open would fill what retire() has just emptied
  const cache = await caches.open(CACHE);
  const kept = new Set((await cache.keys()).map(({ url }) => url));
  let failed = 0; // in a row: one file may be broken, and a network that is gone fails for all
  for (const path of new Set([pathOf(address), ...Object.keys(FILES)].filter(isOurs))) {
    if (kept.has(keyOf(path))) continue;
    const response = await fetched(path).catch(() => undefined);
    failed = response === undefined ? failed + 1 : 0;
    if (failed === FAILURES) return;
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
  const hasLeft = await isGone();
  if (await caches.has(CACHE)) {
    const cache = await caches.open(CACHE);
    if (!hasLeft) return cache.delete(ROOT + GONE);
    const noticed = Number(await (await cache.match(ROOT + GONE))?.text());
    if (!(noticed <= Date.now())) return cache.put(ROOT + GONE, new Response(String(Date.now())));
    if (Date.now() - noticed < DAY) return;
    await caches.delete(CACHE);
  }
  if (hasLeft) await registration.unregister(); // a page that loads just now may take it back: the next life tries again
};

let retiring = null; // asked once in a worker's life, which is a minute or so
let stalls = false; // the server was too slow just now: a page must not wait anew for each of its files
const online = async (event) => {
  const begun = Date.now();
  const response = (await event.preloadResponse) ?? (await fetch(event.request));
  if (event.request.mode === "navigate") stalls = Date.now() - begun > PATIENCE; // a file may come from the browser's store
  event.waitUntil((retiring ??= retire()));
  return response;
};
/** What is kept for a path, if anything. A store that is broken keeps nothing. */
const offline = async (path) => {
  if (isOurs(`${path}/`)) return Response.redirect(`${ROOT}${path}/`); // as the server does
  if (!isOurs(path)) return undefined;
  try {
    const cache = await caches.open(CACHE);
    return (await cache.match(keyOf(path))) ?? (await cache.match(ROOT + path, { ignoreSearch: true }));
  } catch {
    return undefined;
  }
};

/** Whether an answer is none: the server fails, or a page comes in place of a file, such as one to log in at. A status of
    511 asks to log in. */
const isNone = ({ status, type, headers }, path) => {
  const isPage = headers.get("Content-Type")?.startsWith("text/html");
  const wantsPage = !isOurs(path) || /(^|\/|\.html)$/.test(path);
  return (status >= 500 && status !== 511) || (!wantsPage && (isPage || type === "opaque"));
};

/** The rest of a file as it is kept, if that begins with what has come of it. */
const restOf = async (path, parts) => {
  const come = new Uint8Array(await new Blob(parts).arrayBuffer());
  const kept = new Uint8Array((await (await offline(path))?.arrayBuffer()) ?? 0);
  const isSame = kept.length > 0 && come.every((byte, place) => byte === kept[place]);
  return isSame ? kept.subarray(come.length) : undefined;
};

/** Hand on a body as it comes, and what is kept in place of a rest that does not come. */
const handOn = async (from, to, path) => {
  const parts = [];
  for (;;) {
    const part = from.read();
    const slow = new Promise((done) => setTimeout(done, PATIENCE, "slow"));
    const state = await Promise.race([part.then(() => "here", () => "broken"), slow]);
    stalls ||= state === "slow";
    const rest = state === "here" ? undefined : await restOf(path, parts);
    const { done, value } = rest ? { value: rest } : await part;
    if (!done) await to.write(value);
    if (done || rest) return to.close();
    parts.push(value);
  }
};

/** An answer whose body comes to its end: where it stalls or breaks off, with what is kept. That must begin alike, so
    that nobody reads half of one build and half of another. */
const completed = (event, response, path) => {
  if (response.status !== 200 || !response.body || !isOurs(path)) return response;
  const from = response.body.getReader();
  const { readable, writable } = new TransformStream();
  const to = writable.getWriter();
  const leave = (error) => Promise.allSettled([from.cancel(error), to.abort(error)]);
  event.waitUntil(handOn(from, to, path).then(() => leave(), leave)); // the reader may leave, too
  return new Response(readable, response);
};

/** The answer of the network; what is kept where the network fails, or says nothing for some seconds. */
const answer = async (event, path) => {
  const network = online(event);
  network.catch(() => {}); // it may fail after what is kept has been given
  const slow = new Promise((done) => setTimeout(done, stalls ? 0 : PATIENCE));
  try {
    const response = await Promise.race([network, slow]);
    stalls ||= !response;
    if (response && !isNone(response, path)) return completed(event, response, path);
    return (await offline(path)) ?? (await network);
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
