/* The search box takes words, whatever is typed or pasted: a flag, a call, a line of a log. The theme would read a query
   in it: `--local-rank` as "without local-rank", which ends in an error, `x:1` as a field, quotes as "all of these". It is
   cut where the index cuts words (`separator` in mkdocs.yml). */
(() => {
  const Lockstep = (globalThis.Lockstep ??= {});
  if (Lockstep.asQuery) return; // Material's instant navigation runs scripts again

  const LONGEST = 50; // words; of a longer text the end, where a traceback has its message
  /** The theme adds a star to each word, so that `rank` finds `ranks`. A word as it was written counts ten times as much.
      @param {string} text @returns {string} a query of the words in it */
  Lockstep.asQuery = (text) => {
    const words = text.split(/[-+~^*\s.,:;=[\](){}<>"'`/|\\]+/).filter(Boolean);
    return [...new Set(words)].slice(-LONGEST).map((word) => `${word}^10 ${word}`).join(" ");
  };
  if (typeof module === "object") module.exports = Lockstep;
  const field = globalThis.document?.querySelector(".md-search__input");
  if (!field) return;

  /* What the theme reads from the field is that query; what stands in it is what the reader wrote. */
  const { get, set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
  Object.defineProperty(field, "value", { get: () => Lockstep.asQuery(get.call(field)), set: (text) => set.call(field, text) });

  /* The theme looks when a key goes up. A voice, the clipboard's menu and a drop press none. */
  field.addEventListener("input", () => field.dispatchEvent(new KeyboardEvent("keyup", { bubbles: true })));
})();
