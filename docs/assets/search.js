/* The search box takes words, whatever is typed or pasted: a flag, a call, a line of a log. The theme would read a query
   in it: `--local-rank` as "without local-rank", which ends in an error, `x:1` as a field, quotes as "all of these". It is
   cut where the index cuts words (`separator` in mkdocs.yml). */
(() => {
  const Lockstep = (globalThis.Lockstep ??= {});
  if (Lockstep.asWords) return; // Material's instant navigation runs scripts again

  /** @param {string} text @returns {string} without what a query gives a meaning to */
  Lockstep.asWords = (text) => text.replace(/[-+~^*\s.,:;=[\](){}<>"'`/|\\]+/g, " ").trim();
  if (typeof module === "object") module.exports = Lockstep;
  const field = globalThis.document?.querySelector(".md-search__input");
  if (!field) return;

  /* What the theme reads from the field are words; what stands in it is what the reader wrote. */
  const { get, set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
  Object.defineProperty(field, "value", { get: () => Lockstep.asWords(get.call(field)), set: (text) => set.call(field, text) });

  /* The theme looks when a key goes up. A voice, the clipboard's menu and a drop press none. */
  field.addEventListener("input", () => field.dispatchEvent(new KeyboardEvent("keyup", { bubbles: true })));
})();
