/* <ls-board>: filters for the folded tables of programs below it. What is chosen stands in the address, so that it can be
   shared: #all-programs?topic=ddp&status=proved. */
(() => {
  if (customElements.get("ls-board")) return; // Material's instant navigation runs scripts again
  const AT = "#all-programs";
  const CELLS = { kind: 2, ran: 3, status: 6 }; // columns that are chosen from
  const DATE = 4;
  const LABELS = { words: "Words", topic: "Topic", kind: "Kind", ran: "Ran on", status: "Status", since: "Since", before: "Before" };

  const { make } = globalThis.Lockstep; // element.js

  /** What the filters look at, of each row of a folded table. */
  const rowsOf = (fold) => {
    const topic = fold.dataset.topic;
    return [...fold.querySelectorAll("tbody tr")].map((node) => {
      const texts = [...node.cells].map((cell) => cell.textContent.trim());
      const values = Object.fromEntries(Object.entries(CELLS).map(([name, at]) => [name, texts[at]]));
      return { node, fold, date: texts[DATE], text: texts.join(" ").toLowerCase(), values: { ...values, topic } };
    });
  };

  const select = (name, rows, titles) => {
    const counts = new Map();
    for (const { values } of rows) counts.set(values[name], (counts.get(values[name]) ?? 0) + 1);
    const options = [...counts].map(([value, count]) => make("option", { value }, `${titles[value] ?? value} (${count})`));
    return make("select", { name }, make("option", { value: "" }, "All"), ...options);
  };

  const fits = (row, { words, since, before, ...chosen }) =>
    Object.entries(chosen).every(([name, value]) => !value || row.values[name] === value) &&
    words.toLowerCase().split(/\s+/).every((word) => row.text.includes(word)) &&
    (!since || row.date >= since) && (!before || (row.date !== "" && row.date < before));

  const build = (host) => {
    const folds = [...document.querySelectorAll("details.ls-programs")];
    const rows = folds.flatMap(rowsOf);
    const titles = Object.fromEntries(folds.map((fold) => [fold.dataset.topic, fold.querySelector("summary").firstChild.data.trim()]));
    const fields = [
      make("input", { type: "search", name: "words", placeholder: "such as all_reduce" }),
      ...["topic", "kind", "ran", "status"].map((name) => select(name, rows, titles)),
      ...["since", "before"].map((name) => make("input", { type: "date", name })),
    ];
    const count = make("output", { role: "status" });
    const all = make("button", { type: "button", className: "ls-button" }, "Open all");
    const form = make("form", { ariaLabel: "Filter programs" },
      ...fields.map((field) => make("label", {}, make("span", {}, LABELS[field.name]), field)),
      make("p", {}, count, make("button", { type: "reset", className: "ls-button" }, "Reset"), all));

    const show = () => {
      const chosen = Object.fromEntries(fields.map(({ name, value }) => [name, value.trim()]));
      const isFiltered = Object.values(chosen).some(Boolean);
      let seen = 0;
      for (const fold of folds) fold.hidden = isFiltered;
      for (const row of rows) {
        row.node.hidden = !fits(row, chosen);
        if (row.node.hidden) continue;
        seen += 1;
        row.fold.hidden = false;
      }
      for (const fold of folds) fold.open = isFiltered && !fold.hidden;
      all.textContent = "Open all";
      all.hidden = isFiltered;
      count.textContent = isFiltered ? `${seen} of ${rows.length} rows shown` : `${rows.length} rows in ${folds.length} topics`;
      return Object.entries(chosen).filter(([, value]) => value);
    };
    const keep = (chosen) => history.replaceState(history.state, "", chosen.length ? `${AT}?${new URLSearchParams(chosen)}` : AT);
    const open = () => {
      const [at, query] = location.hash.split("?");
      if (at !== AT || query === undefined) return;
      const given = new URLSearchParams(query);
      for (const field of fields) field.value = given.get(field.name) ?? "";
      show();
      host.scrollIntoView();
    };

    form.addEventListener("input", () => keep(show()));
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("reset", () => setTimeout(() => keep(show()))); // the fields are emptied after this event
    all.addEventListener("click", () => {
      const isOpen = all.textContent === "Open all";
      for (const fold of folds) fold.open = isOpen;
      all.textContent = isOpen ? "Close all" : "Open all";
    });
    for (const item of document.querySelectorAll(".ls-counts [data-filter]"))
      item.replaceChildren(make("a", { href: `${AT}?${item.dataset.filter}` }, ...item.childNodes));
    host.append(form);
    show();
    open();
    addEventListener("hashchange", open);
    return () => removeEventListener("hashchange", open);
  };

  class Board extends HTMLElement {
    connectedCallback() {
      this.end ??= build(this);
    }
    disconnectedCallback() {
      this.end();
    }
  }
  customElements.define("ls-board", Board);
})();
