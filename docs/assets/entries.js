/* The field above the list of all errors: it leaves the entries that have all words that are typed, and says how many they are. */
(() => {
  const { make } = globalThis.Lockstep;
  const host = document.querySelector(".ls-filter");
  const parts = [...document.querySelectorAll(".ls-errors")].map((list) => ({
    list,
    head: list.previousElementSibling,
    entries: [...list.querySelectorAll("li")].map((item) => ({ item, text: item.textContent.toLowerCase() })),
  }));
  const all = parts.reduce((sum, { entries }) => sum + entries.length, 0);
  const field = make("input", { type: "search", id: "find-entry", autocomplete: "off", spellcheck: false });
  const count = make("p", { role: "status" });
  const chips = make("nav", { ariaLabel: "When they strike" });
  for (const part of parts) {
    part.chip = make("a", { href: `#${part.head.id}` }, part.head.firstChild.textContent);
    chips.append(part.chip);
  }

  const show = () => {
    const words = field.value.toLowerCase().split(/\s+/);
    let left = 0;
    for (const { list, head, chip, entries } of parts) {
      let here = 0;
      for (const { item, text } of entries) here += !(item.hidden = !words.every((word) => text.includes(word)));
      list.hidden = head.hidden = chip.hidden = !here;
      left += here;
    }
    if (left) count.textContent = left < all ? `${left} of ${all} entries` : `${all} entries`;
    else count.replaceChildren("No title or cause has all of these words. ", make("a", { href: document.querySelector("article a[href*='/log']").href }, "Paste the log"), ": its lines are compared with every message that an entry knows.");
  };
  field.addEventListener("input", show);
  host.append(make("label", { htmlFor: field.id }, "Words of a title or a cause"), field, count, chips);
  show(); // a reader who comes back finds what was typed
})();
