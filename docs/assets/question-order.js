/* The kind `order`: steps that the reader brings into their order. question.js says what the parts of a kind are. */
(() => {
  const Lockstep = (globalThis.Lockstep ??= {});
  if (Lockstep.order) return; // Material's instant navigation runs scripts again

  /** How many items can stay where they are when the others are put into rising order. */
  const countInOrder = (places) => {
    const runs = []; // the longest rising run that ends with each item
    for (const place of places) runs.push(1 + Math.max(0, ...runs.filter((_, before) => places[before] < place)));
    return Math.max(...runs);
  };

  const order = {
    build(q) {
      const { make, controls } = Lockstep;
      for (const row of q.rows) {
        const step = row.textContent.trim();
        const mover = (word, sign) => {
          const button = controls.button(sign, () => order.move(q, row, word, step), "ls-q-move");
          return Object.assign(button, { ariaLabel: `Move ${word}: ${step}` });
        };
        row.append(make("span", { className: "ls-q-step" }, ...row.childNodes), mover("up", "↑"), mover("down", "↓"));
      }
    },
    /** Not the step is moved but its neighbour: a node that is taken out and put back loses the focus. */
    move(q, row, word, step) {
      const { previousElementSibling: above, nextElementSibling: below } = row;
      if (word === "up" && above) row.after(above);
      if (word === "down" && below) row.before(below);
      Lockstep.say(`${step}: ${[...q.list.children].indexOf(row) + 1} of ${q.rows.length}`);
    },
    given: (q) => [...q.list.children].map((row) => q.rows.indexOf(row)).join(" "),
    judge(q) {
      const rows = order.given(q).split(" ");
      const places = rows.map((row) => q.whys.findIndex(({ dataset }) => dataset.place === row));
      const wrong = places.findIndex((place, index) => place !== index);
      const [got, of] = [countInOrder(places), rows.length];
      return { right: wrong < 0, got, of, text: `${got} of ${of} are in the right order. Look at step ${wrong + 1}.` };
    },
    end: (q) => (q.fields.hidden = true), // the answer holds the steps in their order, with reasons
    clear(q) {
      q.fields.hidden = false;
      q.shuffle();
      if (order.judge(q).right) q.list.append(q.list.firstElementChild); // there must be something to do
    },
  };

  Object.assign(Lockstep, { order, countInOrder });
  if (typeof module !== "undefined") module.exports = Lockstep;
})();
