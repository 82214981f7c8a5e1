/* <ls-calculator>: puts fields above the worked cases, and the numbers typed into the address, so that a result can be
   shared. The formulas are programs of words in reverse Polish order, written by the same Python that checked the cases. */
(() => {
  const Lockstep = (globalThis.Lockstep ??= {});
  if (Lockstep.fromAddress) return; // Material's instant navigation runs scripts again

  /** A number with four significant digits, as Python writes it in the table. */
  const shown = (value) => {
    const size = Math.abs(value);
    if (!Number.isFinite(value)) return "–";
    if (size >= 1e15 || (size && size < 1e-4)) return value.toExponential(3);
    const rounded = Number.isInteger(value) ? value : Number(value.toPrecision(4));
    return (rounded + 0).toLocaleString("en-US", { maximumFractionDigits: 10 });
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

  /** What is wrong with a number typed into a field, in words; "" where nothing is. */
  const fault = (value, { min, max, whole, choices = [] }) => {
    if (choices.length) return choices.some(([choice]) => choice === value) ? "" : "Choose one.";
    if (!(value >= min && value <= max)) return `${whole ? "A whole number" : "A number"}: ${shown(min)} to ${shown(max)}`;
    return whole && !Number.isInteger(value) ? `A whole number: ${shown(min)} to ${shown(max)}` : "";
  };

  /** Values of an input around the present one, by equal factors: where its curve is drawn. */
  const around = (value, { min, max, whole }) => {
    const [first, last] = [Math.max(min, value / 8), Math.min(max, value * 8)];
    const all = Array.from({ length: 49 }, (_, step) => first * (last / first) ** (step / 48));
    return [...new Set(whole ? all.map(Math.round) : all)].filter((x) => x >= min && x <= max);
  };

  const toAddress = ({ id, inputs }, values) =>
    `#calc-${id}?${new URLSearchParams(inputs.map(({ name }) => [name, String(values[name])]))}`;

  const { calculate } = Lockstep; // formula.js

  /** What a table holds for the choices among these inputs, the last of which counts fastest. */
  const lookUp = (table, inputs, values) => {
    let place = 0;
    for (const { name, choices = [] } of inputs)
      if (choices.length) place = place * choices.length + choices.findIndex(([value]) => value === values[name]);
    return table[place];
  };

  /** All results for these inputs; NaN where an input or a result that it is made of is none. */
  const compute = ({ inputs, results }, values) => {
    const names = { ...values };
    const isWhole = Object.values(values).every(Number.isFinite); // a comparison with NaN would be false, which is an answer
    for (const { name, program, table } of results)
      names[name] = !isWhole ? NaN : table ? lookUp(table, inputs, values) : calculate(program, names);
    return names;
  };

  /** A result as a reader sees it: one of its words, or a number. */
  const told = ({ words, table }, number) =>
    words.length && Number.isFinite(number) ? words[table ? number : number ? 0 : 1] : shown(number);

  Object.assign(Lockstep, { shownNumber: shown, fromAddress, toAddress, fault, around, outcome: compute, told });
  if (typeof module === "object") module.exports = Lockstep;
  if (typeof customElements === "undefined") return;

  const { make, copyText } = Lockstep; // element.js
  const labelled = ({ label, unit }) => [label, ...(unit ? [" ", make("small", {}, unit)] : [])];

  const field = (of, one) => {
    const hint = make("small", { id: `calc-${of.id}-${one.name}-hint`, className: "ls-calc-hint" });
    const { name, min, max, whole, choices } = one;
    const input = choices.length
      ? make("select", { name }, ...choices.map(([value, label]) => make("option", { value }, label)))
      : make("input", { type: "number", name, step: whole ? 1 : "any", required: true, min, max });
    input.setAttribute("aria-describedby", hint.id);
    const text = make("span", { id: hint.id.replace(/hint$/, "label") }, ...labelled(one));
    input.setAttribute("aria-labelledby", text.id); // without the hint, which describes it
    return [one, input, hint, make("label", {}, text, input, hint)];
  };

  const row = (one) => {
    const value = make("output");
    const bar = one.bar ? make("i") : null;
    const line = make("dd", {}, value, one.unit ? ` ${one.unit}` : "", ...(bar ? [make("span", { className: "ls-calc-bar" }, bar)] : []));
    return { one, value, bar, nodes: [make("dt", {}, one.label), line] };
  };

  const svg = (tag, attributes, ...children) => {
    const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
    node.append(...children);
    return node;
  };

  /** A result over one input, by equal factors of it, with a mark at the present value. */
  const curve = (of, names) => {
    const [result, over] = of.curve.map((name) => [...of.results, ...of.inputs].find((one) => one.name === name));
    const values = Object.fromEntries(of.inputs.map(({ name }) => [name, names[name]]));
    const points = around(names[over.name], over)
      .map((x) => [x, compute(of, { ...values, [over.name]: x })[result.name]])
      .filter(([, y]) => Number.isFinite(y));
    if (points.length < 2 || !Number.isFinite(names[result.name])) return [];
    const ys = points.map(([, y]) => y);
    const [least, most] = [Math.min(0, ...ys), Math.max(0, ...ys)];
    const [[first, start], [last, end]] = [points[0], points.at(-1)];
    const place = ([x, y]) => [8 + (304 * Math.log(x / first)) / Math.log(last / first), 92 - (84 * (y - least)) / (most - least || 1)];
    const [x, y] = place([names[over.name], names[result.name]]);
    const at = (x, y) => `${shown(y)} ${result.unit} at ${shown(x)}`.replace("  ", " ");
    const words = `${result.label} by ${over.label}: from ${at(first, start)} to ${at(last, end)}; now ${at(names[over.name], names[result.name])}`;
    return [
      svg("svg", { viewBox: "0 0 320 100", role: "img", "aria-label": words },
        svg("path", { d: "M8 92H312", class: "ls-calc-axis" }),
        svg("path", { d: `M${points.map((point) => place(point).map((at) => at.toFixed(1)).join(" ")).join("L")}` }),
        svg("circle", { cx: x.toFixed(1), cy: y.toFixed(1), r: 5 })),
      make("figcaption", {}, `${words}.`),
    ];
  };

  const build = (host) => {
    const of = JSON.parse(host.dataset.of);
    const fields = of.inputs.map((one) => field(of, one));
    const rows = of.results.map(row);
    const share = make("button", { type: "button", className: "ls-button" }, "Copy link");
    const reset = make("button", { type: "reset", className: "ls-button" }, "Reset");
    const said = make("span", { role: "status" });
    const wrong = make("p", { className: "ls-calc-wrong", role: "status" });
    const picture = make("figure", { className: "ls-calc-curve" });
    const preset = make("select", {}, make("option", { value: "" }, "Own numbers"), ...of.presets.map(([name]) => make("option", {}, name)));
    const form = make("form", { noValidate: true });
    if (of.presets.length) form.append(make("label", { className: "ls-calc-preset" }, make("span", {}, "Preset"), preset));
    form.append(
      make("div", { className: "ls-calc-fields" }, ...fields.map(([, , , label]) => label)),
      make("div", {}, wrong, make("dl", {}, ...rows.flatMap(({ nodes }) => nodes))),
      picture,
      make("p", { className: "ls-calc-row" }, share, reset, said),
    );
    const values = () => Object.fromEntries(fields.map(([{ name }, input]) => [name, input.value.trim() ? Number(input.value) : NaN]));
    const fill = (given) => fields.forEach(([one, input]) => (input.value = String(given[one.name] ?? one.value)));

    const show = () => {
      const given = values();
      const faults = [];
      for (const [one, input, hint] of fields) {
        hint.textContent = fault(given[one.name], one);
        input.setAttribute("aria-invalid", String(hint.textContent !== ""));
        if (hint.textContent) faults.push(one.label);
      }
      const text = faults.length ? `No result: look at ${faults.join(", ")}.` : "";
      if (wrong.textContent !== text) wrong.textContent = text; // said once, not at each key
      for (const { name } of of.inputs) if (faults.length) given[name] = NaN;
      const names = compute(of, given);
      for (const { one, value } of rows) value.textContent = told(one, names[one.name]);
      const most = Math.max(...rows.filter(({ bar }) => bar).map(({ one }) => names[one.name] || 0));
      for (const { one, bar } of rows) if (bar) bar.style.width = `${most > 0 ? (100 * (names[one.name] || 0)) / most : 0}%`;
      if (of.curve.length) picture.replaceChildren(...curve(of, names));
      preset.value = of.presets.find(([, values]) => Object.entries(values).every(([name, value]) => value === names[name]))?.[0] ?? "";
    };
    const keep = () => history.replaceState(history.state, "", toAddress(of, values()));
    const open = () => {
      const given = fromAddress(location.hash, of);
      if (!Object.keys(given).length) return;
      fill(given);
      show();
      host.scrollIntoView();
    };

    form.addEventListener("input", ({ target }) => {
      const chosen = target === preset && of.presets.find(([name]) => name === preset.value);
      if (chosen) fill(chosen[1]);
      show();
      keep();
      said.textContent = "";
    });
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("reset", (event) => {
      event.preventDefault();
      fill({});
      show();
      history.replaceState(history.state, "", `#${host.id}`);
    });
    share.addEventListener("click", () => {
      keep();
      copyText(location.href, said, "The address of this page holds it.");
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
