/* Fresh numbers: draws the given numbers of a question anew and computes its answer, traps and texts from them, as
   lockstep/question/fresh.py does. Needs formula.js. */
(() => {
  const Lockstep = (globalThis.Lockstep ??= {});
  if (Lockstep.draw) return; // Material's instant navigation runs scripts again

  const { calculate } = Lockstep;
  const anyOf = (values) => values[Math.floor(Math.random() * values.length)];

  /**
   * @param {{given: object, where?: string, answer: string, tolerance: string, traps: string[], says: string[]}} of
   * @param {(values: number[]) => number} [choose]
   * @returns {{names: object, answer: number, tolerance: number, traps: number[], says: number[]}|null} null: it does not count
   */
  const compute = (of, choose) => {
    const names = {};
    for (const [name, value] of Object.entries(of.given)) {
      names[name] = Array.isArray(value) ? choose(value, name) : typeof value === "string" ? calculate(value, names) : value;
    }
    if (of.where && !calculate(of.where, names)) return null;
    names.answer = calculate(of.answer, names);
    const all = (programs) => programs.map((program) => calculate(program, names));
    return { names, answer: names.answer, tolerance: calculate(of.tolerance, names), traps: all(of.traps), says: all(of.says) };
  };

  /** One of the draws that count. */
  const draw = (of) => {
    for (;;) {
      const drawn = compute(of, anyOf);
      if (drawn) return drawn;
    }
  };

  /** A number in a text: "1,024", "12.35"; with two decimals where they are exact, else four significant digits. */
  const spoken = (value) => {
    const cents = Math.floor(value * 100 + 0.5) / 100;
    const isExact = Math.abs(cents - value) <= 1e-9 * Math.abs(value);
    const [whole, rest] = String(isExact ? cents : Number(value.toPrecision(4))).split(".");
    return whole.replace(/\B(?=(\d{3})+$)/g, ",") + (rest ? `.${rest}` : "");
  };

  /** Draw new numbers for a question on a page, other ones than it shows. */
  const freshen = (question) => {
    const of = (question.fresh ??= JSON.parse(question.dataset.fresh));
    let drawn;
    for (let tries = 0; tries < 9; tries += 1) {
      drawn = draw(of);
      if (drawn.answer !== question.asked.answer) break;
    }
    const { answer, tolerance, traps, says } = drawn;
    Object.assign(question.asked, { answer, tolerance });
    for (const node of question.querySelectorAll("[data-n]")) node.textContent = spoken(says[node.dataset.n]);
    question.querySelectorAll(".ls-q-traps > li").forEach((trap, index) => (trap.dataset.value = traps[index]));
  };

  Object.assign(Lockstep, { draw, compute, spoken, freshen });
  if (typeof module === "object") module.exports = Lockstep;
})();
