/* The kind `explain`: own words, held against a model by the reader alone. question.js says what the parts of a kind are. */
(() => {
  const Lockstep = (globalThis.Lockstep ??= {});
  if (Lockstep.explain) return; // Material's instant navigation runs scripts again

  const explain = {
    main: "Show a model answer",
    act: (q) => q.reveal(),
    /** The reader alone judges an explanation, so that it is no miss. */
    reveal(q) {
      if (q.earlier === undefined) q.earlier = Lockstep.read().questions[q.name]?.card ?? null;
      explain.end(q);
      q.to("done");
      q.send(null, false, true);
    },
    build(q) {
      const { make, controls } = Lockstep;
      const keep = () => q.save(() => ({ text: q.area.value }));
      q.area = make("textarea", { className: "ls-q-text", rows: 4, placeholder: "In your own words. They stay in this browser." });
      q.area.setAttribute("aria-labelledby", q.ask.id);
      q.area.onchange = keep; // who leaves the box does not wait
      q.area.oninput = () => {
        clearTimeout(q.typing);
        q.typing = setTimeout(keep, 400);
      };
      q.ask.after(q.area);
      const list = q.querySelector(".ls-q-concepts");
      q.ticks = [...list.children].map((row) => controls.label(row, "checkbox"));
      const fields = make("fieldset", { onchange: () => explain.count(q) }, make("legend", {}, "Tick what you named"));
      list.before(fields);
      fields.append(list);
    },
    end(q) {
      const { key, card, ticked = [] } = Lockstep.read().questions[q.name] ?? {};
      const isOfToday = key === q.dataset.key && card?.last === Lockstep.today(); // another day is another try
      q.ticks.forEach((tick, index) => (tick.checked = isOfToday && ticked.includes(index)));
      explain.count(q);
    },
    count(q) {
      const ticked = q.ticks.flatMap((tick, index) => (tick.checked ? index : []));
      const of = q.ticks.length;
      const card = q.next(q.earlier, Lockstep.gradeOf({ share: ticked.length / of }));
      q.save(() => ({ text: q.area.value, ticked, of, card, result: ticked.length === of ? "right" : "wrong" }));
      q.tell(`${ticked.length} of ${of} named, by your own count.${q.again(card)}`, "note");
    },
  };

  Lockstep.explain = explain;
})();
