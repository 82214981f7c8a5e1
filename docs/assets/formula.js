/* Formulas as programs of words in reverse Polish order, written by lockstep/expression.py, which computes the same. */
(() => {
  const Lockstep = (globalThis.Lockstep ??= {});
  if (Lockstep.calculate) return; // Material's instant navigation runs scripts again

  const near = (a, b) => Math.abs(a - b) <= Math.max(1e-9 * Math.max(Math.abs(a), Math.abs(b)), 1e-12);
  const even = (x) => (Math.abs(x % 1) === 0.5 ? 2 * Math.round(x / 2) : Math.round(x)); // halves as Python rounds them
  const rest = (a, b) => (a % b && a % b < 0 !== b < 0 ? (a % b) + b : a % b); // of the sign of b, as Python has it
  const OPERATIONS = {
    add: (a, b) => a + b, sub: (a, b) => a - b, mult: (a, b) => a * b, div: (a, b) => a / b,
    floordiv: (a, b) => Math.round((a - rest(a, b)) / b), mod: rest, pow: (a, b) => a ** b, neg: (a) => -a,
    eq: near, noteq: (a, b) => !near(a, b), lt: (a, b) => a < b, lte: (a, b) => a <= b, gt: (a, b) => a > b,
    gte: (a, b) => a >= b, abs: Math.abs, ceil: Math.ceil, floor: Math.floor, log: Math.log, log2: Math.log2,
    max: Math.max, min: Math.min, round: even, sqrt: Math.sqrt,
  };

  /**
   * @param {string} program such as "2 N mult:2": numbers, names, and operations with how many values they take
   * @param {Record<string, number>} names
   * @returns {number} NaN or infinite where it has no value
   */
  const calculate = (program, names) => {
    const stack = [];
    for (const word of program.split(" ")) {
      const [name, count] = word.split(":");
      if (count) stack.push(Number(OPERATIONS[name](...stack.splice(-count))));
      else stack.push(Object.hasOwn(names, word) ? names[word] : Number(word));
    }
    return stack[0];
  };

  Object.assign(Lockstep, { calculate, operations: OPERATIONS });
  if (typeof module === "object") module.exports = Lockstep;
})();
