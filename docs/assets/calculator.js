/* <ls-calculator>: puts fields above the worked cases, and the numbers typed into the address, so that a result can be
   shared. The formulas are programs of words in reverse Polish order, written by the same Python that checked the cases. */
(() => {
  const Lockstep = (globalThis.Lockstep ??= {});
  if (Lockstep.calculate) return; // Material's instant navigation runs scripts again

  const near = (a, b) => Math.abs(a - b) <= Math.max(1e-9 * Math.max(Math.abs(a), Math.abs(b)), 1e-12);
  const even = (x) => (Math.abs(x % 1) === 0.5 ? 2 * Math.round(x / 2) : Math.round(x)); // halves as Python rounds them
  const OPERATIONS = {
    add: (a, b) => a + b, sub: (a, b) => a - b, mult: (a, b) => a * b, div: (a, b) => a / b,
    floordiv: (a, b) => Math.floor(a / b), mod: (a, b) => a - b * Math.floor(a / b), pow: (a, b) => a ** b, neg: (a) => -a,
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

  /** A number with four significant digits, as Python writes it in the table. */
  const shown = (value) => {
    const size = Math.abs(value);
    if (!Number.isFinite(value)) return "–";
    if (size >= 1e15 || (size && size < 1e-4)) return value.toExponential(3);
    const rounded = Number.isInteger(value) ? value : Number(value.toPrecision(4));
    return (rounded + 0).toLocaleString("en-US", { maximumFractionDigits: 10 }).replaceAll(",", "\u202f");
  };

  /**
   * @param {string} fragment such as "#calc-scaling-efficiency?N=8&T1=90"
   * @returns {Record<string, number>} the inputs of this calculator that it names; others are left out
   */
  const fromAddress = (fragment, { id, inputs }) => {
    const [name, query] = fragment.split("?");
    const given = new URLSearchParams(name === `#calc-${id}` ? query : "");
    const pairs = inputs.map((one) => [one.name, given.get(one.name)]).filter(([, text]) => text?.trim());
    return Object.fromEntries(pairs.map(([key, text]) => [key, Number(text)]).filter(([, value]) => Number.isFinite(value)));
  };

  const toAddress = ({ id, inputs }, values) =>
    `#calc-${id}?${new URLSearchParams(inputs.map(({ name }) => [name, String(values[name])]))}`;

  Object.assign(Lockstep, { calculate, shownNumber: shown, fromAddress, toAddress });
  if (typeof module === "object") module.exports = Lockstep;
  if (typeof customElements === "undefined") return;

  const make = (tag, properties, ...children) => {
    const node = Object.assign(document.createElement(tag), properties);
    node.append(...children);
    return node;
  };
  const labelled = ({ label, unit }) => [label, ...(unit ? [" ", make("small", {}, unit)] : [])];

  const field = (of, one) => {
    const hint = make("small", { id: `calc-${of.id}-${one.name}-hint`, className: "ls-calc-hint" });
    const input = make("input", { type: "number", name: one.name, step: "any", required: true, min: one.min, max: one.max });
    input.setAttribute("aria-describedby", hint.id);
    return [input, hint, make("label", {}, make("span", {}, ...labelled(one)), input, hint)];
  };

  const row = (one) => {
    const value = make("output");
    const bar = one.bar ? make("i") : null;
    const line = make("dd", {}, value, one.unit ? ` ${one.unit}` : "", ...(bar ? [make("span", { className: "ls-calc-bar" }, bar)] : []));
    return { one, value, bar, nodes: [make("dt", {}, one.label), line] };
  };

  const build = (host) => {
    const of = JSON.parse(host.dataset.of);
    const fields = of.inputs.map((one) => [one, ...field(of, one)]);
    const rows = of.results.map(row);
    const share = make("button", { type: "button", className: "ls-button" }, "Copy link");
    const reset = make("button", { type: "reset", className: "ls-button" }, "Reset");
    const said = make("span", { role: "status" });
    const form = make("form", { noValidate: true }, make("div", { className: "ls-calc-fields" }, ...fields.map(([, , , label]) => label)));
    form.append(
      make("dl", {}, ...rows.flatMap(({ nodes }) => nodes)),
      make("p", { className: "ls-calc-row" }, share, reset, said),
    );
    const values = () => Object.fromEntries(fields.map(([{ name }, input]) => [name, input.value.trim() ? Number(input.value) : NaN]));
    const fill = (given) => fields.forEach(([one, input]) => (input.value = String(given[one.name] ?? one.value)));

    const show = () => {
      const names = values();
      for (const [one, input, hint] of fields) {
        const bad = !(names[one.name] >= one.min && names[one.name] <= one.max);
        hint.textContent = bad ? `${shown(one.min)} to ${shown(one.max)}` : "";
        input.setAttribute("aria-invalid", String(bad));
        if (bad) names[one.name] = NaN;
      }
      for (const { one, value } of rows) {
        names[one.name] = calculate(one.program, names);
        value.textContent = shown(names[one.name]);
      }
      const most = Math.max(...rows.filter(({ bar }) => bar).map(({ one }) => names[one.name] || 0));
      for (const { one, bar } of rows) if (bar) bar.style.width = `${most > 0 ? (100 * (names[one.name] || 0)) / most : 0}%`;
    };
    const keep = () => history.replaceState(history.state, "", toAddress(of, values()));
    const open = () => {
      const given = fromAddress(location.hash, of);
      if (!Object.keys(given).length) return;
      fill(given);
      show();
      host.scrollIntoView();
    };

    form.addEventListener("input", () => (show(), keep(), (said.textContent = "")));
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("reset", (event) => {
      event.preventDefault();
      fill({});
      show();
      history.replaceState(history.state, "", `#${host.id}`);
    });
    share.addEventListener("click", async () => {
      keep();
      try {
        await navigator.clipboard.writeText(location.href);
        said.textContent = "Copied.";
      } catch {
        said.textContent = "The address of this page holds it."; // no clipboard on file:// in some browsers
      }
    });
    fill({});
    show();
    host.querySelector(".ls-calc-formulas").before(form);
    host.querySelector(".ls-calc-cases").open = false;
    open();
    addEventListener("hashchange", open);
    return () => removeEventListener("hashchange", open);
  };

  class Calculator extends HTMLElement {
    connectedCallback() {
      this.end ??= build(this);
    }
    disconnectedCallback() {
      this.end();
    }
  }
  customElements.define("ls-calculator", Calculator);
})();
