/* A message that is pasted into the search box is words, not a query: in `--local-rank` the theme would read "without
   local-rank", and in quotes "all of these". It is cut where the index cuts words (`separator` in mkdocs.yml). Typed
   queries are left alone. */
(() => {
  const Lockstep = (globalThis.Lockstep ??= {});
  if (Lockstep.pasteAsWords) return; // Material's instant navigation runs scripts again

  /** @param {string} text @returns {string} without what a query gives a meaning to */
  Lockstep.pasteAsWords = (text) => text.replace(/[-+~^*\s.,:;=[\](){}<>"'`/|]+/g, " ").trim();
  if (typeof module === "object") module.exports = Lockstep;
  if (typeof document === "undefined") return;

  document.addEventListener("paste", (event) => {
    const field = event.target;
    if (!field.matches?.(".md-search__input") || !event.clipboardData) return;
    event.preventDefault();
    field.setRangeText(Lockstep.pasteAsWords(event.clipboardData.getData("text")), field.selectionStart, field.selectionEnd, "end");
    field.dispatchEvent(new KeyboardEvent("keyup", { bubbles: true })); // what the theme looks at
  });
})();
