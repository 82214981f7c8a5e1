/* On the page for an address that has none: the pages with the nearest addresses, and a search for its words. */
(() => {
  const Lockstep = (globalThis.Lockstep ??= {});
  if (Lockstep.nearest) return;

  const pairs = (text) => new Set(Array.from({ length: text.length - 1 }, (_, at) => text.slice(at, at + 2)));

  /** How much two texts have in common, from 0 to 1: Dice's coefficient of their pairs of letters. */
  const likeness = (a, b) => {
    const [one, other] = [pairs(a), pairs(b)];
    return (2 * [...one].filter((pair) => other.has(pair)).length) / (one.size + other.size || 1);
  };

  /** @param {string} asked @param {string[]} known @returns {string[]} at most three addresses, the nearest first */
  Lockstep.nearest = (asked, known) =>
    known.map((address) => [likeness(asked, address), address]).filter(([score]) => score > 0.4)
      .sort(([a], [b]) => b - a).slice(0, 3).map(([, address]) => address);

  /** @param {string} path @returns {string[]} the words of an address */
  Lockstep.wordsOf = (path) => path.split(/[^\p{L}\p{N}]+/u).filter((word) => word && !/^(index|html?|md|php)$/.test(word));

  if (typeof module === "object") module.exports = Lockstep;
  const place = globalThis.document?.querySelector(".ls-lost");
  if (!place) return;

  const base = new URL("..", document.currentScript.src);
  const path = (address) => decodeURI(new URL(address, base).pathname).slice(base.pathname.length).toLowerCase();
  const { make } = Lockstep; // element.js

  let asked = "";
  try {
    asked = path(location.pathname);
  } catch {} // a stray % in the address
  const links = new Map([...document.querySelectorAll(".ls-all a")].map((link) => [path(link.href), link]));
  const near = Lockstep.nearest(asked, [...links.keys()]).map((address) => make("li", {}, links.get(address).cloneNode(true)));
  const words = Lockstep.wordsOf(asked).join(" ");
  if (near.length) place.append(make("h2", {}, "Pages with a similar address"), make("ul", {}, ...near));
  if (words) place.append(make("p", {}, make("a", { href: `${base}?q=${encodeURIComponent(words)}` }, `Search for “${words}”`)));
})();
