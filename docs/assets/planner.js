/* <ls-planner>: which layouts of DP, FSDP, TP, CP, PP and EP fit a model on a cluster, at once as one types. The
   formulas, the rules and the program come from assets/tools/planner.js, which the Python of the verb `plan` wrote. */
(() => {
  const Lockstep = (globalThis.Lockstep ??= {});
  if (Lockstep.plan) return; // Material's instant navigation runs scripts again

  const LARGEST = 1e30; // as in lockstep/expression.py
  const DIVIDES = new Set(["div", "floordiv", "mod"]);

  const applied = (name, parts) => {
    const operation = Lockstep.operations[name]; // formula.js
    const [a, b] = parts;
    if (parts.length === 1) return (slots) => Number(operation(a(slots)));
    if (parts.length > 2) return (slots) => operation(...parts.map((part) => part(slots)));
    if (!DIVIDES.has(name)) return (slots) => Number(operation(a(slots), b(slots)));
    return (slots) => {
      const by = b(slots);
      if (!by) throw new RangeError("has no value");
      return operation(a(slots), by);
    };
  };

  /** The formulas and rules of the data, split once: each name has a slot in an array of numbers. */
  class Machine {
    constructor(data) {
      this.data = data;
      this.places = new Map([...data.names, ...data.parts].map((name, at) => [name, at]));
      this.sections = {};
      for (const [section, formulas] of Object.entries(data.programs)) {
        const pairs = Object.entries(formulas);
        this.sections[section] = pairs.map(([name, program]) => [this.place(name), this.compiled(program)]);
      }
      this.rules = data.rules.map(({ test, text }) => [
        this.compiled(test), text.map((part, at) => (at % 2 ? this.compiled(part) : part))]);
    }

    place(name) {
      if (!this.places.has(name)) this.places.set(name, this.places.size);
      return this.places.get(name);
    }

    /** A program of words in reverse Polish order as a function of slots; it throws where the program has no value. */
    compiled(program) {
      const stack = [];
      for (const word of program.split(" ")) {
        const [name, count] = word.split(":");
        if (count) stack.push(applied(name, stack.splice(-count)));
        else stack.push(this.simple(word));
      }
      const [calculate] = stack;
      return (slots) => {
        const value = calculate(slots);
        if (!(Math.abs(value) <= LARGEST)) throw new RangeError("is too large, or a name is missing");
        return value;
      };
    }

    simple(word) {
      const number = Number(word);
      if (Number.isFinite(number)) return () => number;
      const at = this.place(word);
      return (slots) => slots[at];
    }

    /** Slots that hold what is given, and no number elsewhere. */
    slots(given) {
      const slots = new Float64Array(this.places.size).fill(NaN);
      this.put(slots, given);
      return slots;
    }

    put(slots, given) {
      for (const [name, number] of Object.entries(given)) {
        if (this.places.has(name)) slots[this.places.get(name)] = number;
      }
    }

    get(slots, name) {
      return slots[this.places.get(name)];
    }

    named(slots, names) {
      return Object.fromEntries(names.map((name) => [name, this.get(slots, name)]));
    }

    /** All formulas of a section, one after another. */
    run(section, slots) {
      for (const [place, formula] of this.sections[section]) slots[place] = formula(slots);
    }

    canRun(slots) {
      return !this.rules.some(([test]) => test(slots));
    }
  }

  const machines = new WeakMap();
  const machineOf = (data) => {
    if (!machines.has(data)) machines.set(data, new Machine(data));
    return machines.get(data);
  };

  const layersHere = (layers, pp, stages, rank) => {
    const every = pp * stages;
    const before = (at) => Math.floor((layers * at) / every);
    let sum = 0;
    for (let at = rank; at < every; at += pp) sum += before(at + 1) - before(at);
    return sum;
  };

  const firstHere = (layers, pp, stages, rank, first) => {
    if (!first) return 0;
    const every = pp * stages;
    const before = (at) => Math.floor((layers * at) / every);
    let sum = 0;
    for (let at = rank; at < every; at += pp) sum += Math.max(0, Math.min(first, before(at + 1)) - before(at));
    return sum;
  };

  /** Layers on each rank of the pipeline, and how many of the first ones are among them. */
  const allLayers = (machine, slots) => {
    const [layers, pp, stages, first] = LAYERS.map((name) => machine.get(slots, name));
    const of = (rank) => [layersHere(layers, pp, stages, rank), firstHere(layers, pp, stages, rank, first)];
    return Array.from({ length: pp }, (_, rank) => of(rank));
  };

  const flying = (microBatches, pp, stages, rank) => {
    if (stages === 1) return Math.min(microBatches, pp - rank);
    const ofARound = Math.floor(microBatches / Math.max(1, Math.floor(microBatches / pp)));
    const warmUp = (stages - 1) * ofARound + 2 * (pp - 1 - rank);
    return Math.min(microBatches * stages, warmUp + 1) / stages;
  };

  const LAYERS = ["layers", "pp", "stages", "first_layers"];
  const SIZES = ["pp", "stages", "micro_batches"];
  /** The rank of the pipeline that holds the most, and its slots, as in estimate.py. The model has run in `slots`. */
  const fullest = (machine, slots) => {
    machine.run("layout", slots);
    const [pp, stages, microBatches] = SIZES.map((name) => machine.get(slots, name));
    const here = allLayers(machine, slots);
    const firstOfKind = new Map(here.map((kind, rank) => [String(kind), rank]).slice(1).reverse());
    const ranks = new Set([0, ...firstOfKind.values(), pp - 1]);
    let most = null;
    for (const rank of [...ranks].sort((a, b) => a - b)) {
      const own = slots.slice();
      const ends = { first: Number(rank === 0), last: Number(rank === pp - 1) };
      const [layers, firsts] = here[rank];
      machine.put(own, { here: layers, first_here: firsts, flying: flying(microBatches, pp, stages, rank), ...ends });
      machine.run("stage", own);
      const total = machine.get(own, "total");
      if (!most || total > most.total) most = { rank, slots: own, total };
    }
    return most;
  };

  /** The work of the busiest rank of the pipeline over that of the average rank, as in estimate.py. */
  const slowestOf = (machine, slots) => {
    const names = ["work_of_first", "work_of_other", "head_layers", "layers"];
    const [first, other, head, layers] = names.map((name) => machine.get(slots, name));
    const works = allLayers(machine, slots).map(([here, firsts]) => firsts * first + (here - firsts) * other);
    return Math.max(...works, works.at(-1) + head) * works.length / (layers + head);
  };

  const reached = (machine, given) => {
    const slots = machine.slots(given);
    machine.run("reached", slots);
    return machine.get(slots, "efficiency");
  };

  /** Adds the time of a step to the slots of the fullest rank. */
  const timed = (machine, { slots }, { efficiency, every, reduces, slowest }) => {
    const count = machine.get(slots, "micro_batches");
    const isPipeline = machine.get(slots, "pp") > 1;
    const often = { every: every ?? (isPipeline ? 1 : 2 * count), reduces: reduces ?? (isPipeline ? 1 : count) };
    machine.put(slots, { efficiency, ...often, slowest: slowest ?? slowestOf(machine, slots) });
    machine.run("time", slots);
    return machine.get(slots, "step");
  };

  const estimated = (machine, { rank, slots }) => ({
    rank,
    memory: machine.named(slots, [...machine.data.parts, "total"]),
    time: machine.named(slots, Object.keys(machine.data.programs.time)),
    names: machine.named(slots, [...machine.places.keys()]),
  });

  /**
   * @param {object} given numbers of the model, the job, the cluster and the layout, by the names of formulas.toml
   * @returns {{rank: number, memory: object, time: object, names: object}} bytes of the fullest rank, seconds of a step
   */
  const planEstimate = (data, given) => {
    const machine = machineOf(data);
    const slots = machine.slots(given);
    machine.run("model", slots);
    const held = fullest(machine, slots);
    timed(machine, held, { ...given, efficiency: given.efficiency ?? reached(machine, given) });
    return estimated(machine, held);
  };

  const grouped = (number) => number.toLocaleString("en-US", { maximumFractionDigits: 0 });

  /** What keeps a layout from running, each in a sentence. */
  const planFaults = (data, given) => {
    const machine = machineOf(data);
    const slots = machine.slots(given);
    const broken = machine.rules.filter(([test]) => test(slots));
    return broken.map(([, text]) => text.map((part, at) => (at % 2 ? grouped(part(slots)) : part)).join(""));
  };

  const powers = (largest) => Array.from({ length: 40 }, (_, at) => 2 ** at).filter((size) => size <= largest);

  /** All layouts that are tried, in the order of layouts.py; which of them can run is for the rules to say. */
  function* tried(data, job) {
    const { gpus, per_host: host } = job;
    for (const tp of powers(job.experts ? 1 : Math.min(host, gpus))) {
      for (const cp of powers(Math.max(1, job.sequence / data.largest.tokens))) {
        for (const pp of powers(Math.min(data.largest.pp, job.layers))) {
          const rest = Math.floor(gpus / (tp * cp * pp));
          if (rest * tp * cp * pp === gpus) yield* around(data, job, { pp, cp, tp }, rest);
        }
      }
    }
  }

  function* around(data, job, { pp, cp, tp }, rest) {
    const host = Math.max(1, Math.floor(job.per_host / tp));
    const shards = new Set([rest, ...[host, 8 * host].filter((size) => size < rest && rest % size === 0)]);
    const experts = powers(job.experts || 1).filter((ep) => !job.experts || job.experts % ep === 0);
    for (const fsdp of shards) {
      for (const stages of powers(pp > 1 ? data.largest.stages : 1)) {
        for (const ep of experts) {
          for (const microBatch of powers(data.largest.micro_batch)) {
            const found = { pp, stages, dp: rest / fsdp, fsdp, cp, tp, ep, micro_batch: microBatch };
            for (const recompute of [0, 1]) yield { ...found, recompute };
          }
        }
      }
    }
  }

  const KIND = ["pp", "cp", "tp", "ep"];
  const order = (data, { layout, step }, fastest) =>
    [Math.floor(Math.log(step / fastest) / Math.log(data.alike)), KIND.filter((name) => layout[name] > 1).length, step];
  const compare = (a, b) => a.reduce((found, one, at) => found || one - b[at], 0);

  /**
   * @param {object} job the model, the job and the cluster
   * @returns {{plans: object[], smallest: ?object}} the fastest layouts that fit; the smallest of all, where none fits
   */
  const plan = (data, job, limit = 8) => {
    const machine = machineOf(data);
    const ready = { ...job, efficiency: job.efficiency ?? reached(machine, job) };
    const base = machine.slots(job);
    machine.run("model", base);
    const best = new Map();
    const slots = base.slice();
    let smallest = null;
    for (const layout of tried(data, job)) {
      slots.set(base);
      machine.put(slots, layout);
      if (!machine.canRun(slots)) continue;
      const held = fullest(machine, slots);
      const fits = held.total <= data.fit * job.memory;
      if (!fits && smallest && held.total >= smallest.held.total) continue;
      const one = { layout, held, step: timed(machine, held, ready) };
      const kind = KIND.map((name) => layout[name]).join();
      if (!fits) smallest = one;
      else if (!best.has(kind) || one.step < best.get(kind).step) best.set(kind, one);
    }
    const fastest = [...best.values()].reduce((least, { step }) => Math.min(least, step), Infinity);
    const pairs = [...best.values()].map((one) => [order(data, one, fastest), one]).sort(([a], [b]) => compare(a, b));
    const whole = ({ layout, held }) => ({ layout, estimate: estimated(machine, held) });
    const plans = pairs.slice(0, limit).map(([, one]) => whole(one));
    return { plans, smallest: plans.length || !smallest ? null : whole(smallest) };
  };

  /** What to do where not even the smallest layout fits, as in report.py. */
  const planAdvice = ({ advice, fit }, { gpus, memory }, { estimate }) => {
    const filled = Math.ceil((16 * estimate.names.parameters) / (fit * memory));
    return advice[Number(filled <= gpus)].replace("{}", grouped(filled));
  };

  /** The torch program of a layout: the template without the parts that it has no use for. */
  const planProgram = (data, at) => {
    const wanted = {
      pp: at.pp > 1, tp: at.tp > 1, cp: at.cp > 1, recompute: at.recompute > 0,
      moe: at.experts > 0, shared: at.experts > 0 && at.dense > 0,
      tied: at.tied > 0 && at.pp === 1, copies: at.tied > 0 && at.pp > 1,
      first: at.experts > 0 && at.first_layers > 0, all_moe: at.experts > 0 && at.first_layers === 0,
      norm_of_head: at.norms === 1, norm_of_all: at.norms === 2,
      latent: at.kv_rank > 0,
      latent_queries: at.kv_rank > 0 && at.q_rank > 0, whole_queries: at.kv_rank > 0 && at.q_rank === 0,
    };
    const kept = [];
    const parts = [];
    for (const line of data.template.trimEnd().split("\n")) {
      const [hash, word, ...names] = line.trim().split(/\s+/);
      const marks = hash === "#" && (word === "with" || word === "without" || (word === "end" && !names.length));
      if (!marks) {
        if (parts.every(Boolean)) kept.push(line);
      } else if (word === "end") parts.pop();
      else parts.push(names.some((name) => wanted[name]) === (word === "with"));
    }
    const numbers = numbersOf(at);
    return `${kept.join("\n")}\n`.replace(/@([A-Z_]+)/g, (_, name) => numbers[name]);
  };

  const numbersOf = (at) => {
    const gpus = at.pp * at.dp * at.fsdp * at.cp * at.tp;
    const local = Math.min(gpus, at.per_host);
    return {
      ...Object.fromEntries(Object.entries(at).map(([name, number]) => [name.toUpperCase(), number.toFixed(0)])),
      NODES: Math.ceil(gpus / local).toFixed(0), LOCAL: local.toFixed(0),
      SCHEDULE: at.stages > 1 ? "ScheduleInterleaved1F1B" : "Schedule1F1B",
      STAGE_ARGUMENT: at.stages > 1 ? "stages" : "stages[0]",
    };
  };


  const GIB = 2 ** 30;
  const wordOf = (name) => name.replace("_", "-");
  const start = (name) => (name === "recompute" ? 0 : 1);
  /** A layout without what is 1: "tp=8 fsdp=2". */
  const short = (layout) => {
    const told = Object.entries(layout).filter(([name, size]) => size !== start(name));
    return told.map(([name, size]) => `${name}=${size}`).join(" ") || "pp=1";
  };

  /** A layout from words such as "pp=16 tp8, micro-batch=2"; what is not named is 1. { layout, wrong: sentences } */
  const planLayout = (data, text) => {
    const layout = Object.fromEntries(data.names.map((name) => [name, start(name)]));
    const wrong = [];
    const names = data.names.map(wordOf).join(", ");
    for (const word of text.split(/[\s,;]+/).filter(Boolean)) {
      const [, name, digits] = /^([a-z_-]+)[=:]?(\d{1,7})$/i.exec(word) ?? [];
      const key = name?.toLowerCase().replaceAll("-", "_");
      if (!data.names.includes(key)) {
        wrong.push(`“${word}” is no part of a layout. Write ${names}, each with = and a whole number.`);
      } else if (key === "recompute" && digits > 1) wrong.push(`“${word}”: write 0 or 1.`);
      else if (digits < start(key)) wrong.push(`“${word}”: at least 1.`);
      else layout[key] = Number(digits);
    }
    return { layout, wrong };
  };

  /** What a step is made of, in seconds. */
  const planTimes = ({ time }) => {
    const count = time.computed / time.compute;
    const { tp_time: tp, cp_time: cp, ep_time: ep } = time;
    const bubble = count * time.one * time.bubble;
    return { compute: time.computed, tp: count * tp, cp: count * cp, ep: count * ep, bubble, exposed: time.exposed };
  };

  const digits = (value) => (value >= 1000 ? grouped(value) : value.toPrecision(3));
  const seconds = ({ range }, step) => {
    const [least, most] = range.map((part) => digits(step * part));
    return `${digits(step)} s (${least} to ${most})`;
  };
  const gib = (bytes) => (bytes / GIB).toFixed(1);
  const quoted = (given) => Object.entries(given).map(([name, value]) => `${name}=${value}`).join(" ");

  /** The line for a terminal that gives the same. */
  const planCommand = (data, { model, cluster, job, layout }) => {
    const preset = { ...data.models[model]?.values, ...data.clusters[cluster]?.values };
    const rest = ["gpus", "sequence", "batch"];
    const own = Object.entries(job).filter(([name, value]) => !rest.includes(name) && preset[name] !== value);
    const words = ["python -m lockstep plan"];
    if (data.models[model]) words.push(`--model ${model}`);
    if (data.clusters[cluster]) words.push(`--cluster ${cluster}`);
    words.push(...rest.map((name) => `--${name} ${job[name]}`));
    if (own.length) words.push(`--set ${quoted(Object.fromEntries(own))}`);
    if (layout) words.push(`--layout ${short(layout)}`);
    return words.join(" ");
  };

  Object.assign(Lockstep, { plan, planAdvice, planEstimate, planFaults, planProgram });
  Object.assign(Lockstep, { planLayout, planTimes, planCommand, planShort: short });
  if (typeof module === "object") module.exports = Lockstep;
  if (typeof customElements === "undefined") return;

  const { make, copyText } = Lockstep; // element.js
  const button = (text, onclick) => make("button", { type: "button", className: "ls-button", onclick }, text);
  const save = (text) => {
    const href = URL.createObjectURL(new Blob([text], { type: "text/x-python" }));
    make("a", { href, download: "train.py" }).click();
    setTimeout(() => URL.revokeObjectURL(href), 1000);
  };

  /** Parts of a whole as a bar and a table; `end` is where the bar ends, `limit` where a mark stands. */
  const shares = ({ caption, note, words, values, unit, shown, end, limit, total }) => {
    const names = Object.keys(words);
    const segments = names.map((name, at) => {
      const segment = make("i", { className: `ls-plan-c${at}` });
      segment.style.width = `${(100 * values[name]) / end}%`; // the policy of the site forbids attributes
      return segment;
    });
    const bar = make("div", { className: "ls-plan-bar", ariaHidden: "true" }, ...segments);
    if (limit) {
      const mark = make("b", {});
      mark.style.left = `${(100 * limit) / end}%`;
      bar.append(mark);
    }
    const sum = names.reduce((all, name) => all + values[name], 0);
    const row = (name, at) => {
      const part = values[name] / (sum || 1);
      const head = make("th", { scope: "row" }, make("i", { className: `ls-plan-c${at}` }), words[name]);
      const cells = [shown(values[name]), `${Math.round(100 * part)} %`].map((text) => make("td", {}, text));
      return make("tr", { className: part < 0.0005 ? "ls-plan-none" : "" }, head, ...cells);
    };
    const head = make("tr", {}, ...["Part", unit, "Share"].map((text) => make("th", { scope: "col" }, text)));
    const last = make("tr", {}, make("th", { scope: "row" }, total), make("td", {}, shown(sum)), make("td", {}));
    const table = make("table", { className: "ls-plan-parts" }, make("caption", {}, caption), make("thead", {}, head));
    table.append(make("tbody", {}, ...names.map(row)), make("tfoot", {}, last));
    return make("section", {}, make("h2", {}, caption), bar, make("p", { className: "ls-plan-fit" }, note), table);
  };

  customElements.define("ls-planner", class extends HTMLElement {
    connectedCallback() {
      this.data = Lockstep.planner;
      this.form = this.querySelector("form");
      if (!this.data || this.said) return;
      const places = ["said", "table", "one"].map((name) => this.querySelector(`.ls-plan-${name}`));
      [this.said, this.table, this.one] = places;
      this.faults = this.querySelector("#ls-plan-faults");
      this.own = this.form.elements.layout;
      this.numbers = [...this.form.querySelectorAll("input[type=number]")];
      this.linked = this.querySelector(".ls-plan-row [role=status]");
      this.querySelector(".ls-plan-row button").onclick = () => {
        this.keep();
        copyText(location.href, this.linked, "The address of this page holds it.");
      };
      this.form.onsubmit = (event) => event.preventDefault();
      this.form.onreset = () => setTimeout(() => this.reset()); // when the fields have their first values again
      this.form.oninput = ({ target }) => this.typed(target);
      this.open = () => this.restore();
      addEventListener("hashchange", this.open);
      this.chosen = "";
      this.told = [];
      if (!this.restore()) this.show();
    }

    disconnectedCallback() {
      removeEventListener("hashchange", this.open);
    }

    reset() {
      this.chosen = "";
      this.isPicked = false;
      this.told = [];
      this.show();
      history.replaceState(history.state, "", `#${this.id}`);
    }

    /** The fields of a model or of a cluster. */
    fieldsOf(kind) {
      return [...this.form.querySelectorAll(`[data-of=${kind}] input`)];
    }

    fill(kind, values) {
      for (const input of this.fieldsOf(kind)) input.value = String(values[input.name] / input.dataset.scale);
    }

    typed(target) {
      for (const kind of ["model", "cluster"]) {
        const preset = this.data[`${kind}s`][target.value];
        if (target.name === kind && preset) this.fill(kind, preset.values);
        else if (target.name === kind) this.form.querySelector(`[data-of=${kind}]`).open = true;
        else if (target.closest(`[data-of=${kind}]`)) this.name(kind);
      }
      if (!this.isPicked || target === this.own) this.chosen = "";
      this.linked.textContent = "";
      this.told = [];
      clearTimeout(this.soon);
      this.soon = setTimeout(() => { this.show(); this.keep(); }, 150);
    }

    /** Name the preset whose numbers stand in the fields, or none. */
    name(kind) {
      const holds = (values) => ({ name, value, dataset }) => Number(value) * dataset.scale === values[name];
      const is = ([, { values }]) => this.fieldsOf(kind).every(holds(values));
      this.form.elements[kind].value = Object.entries(this.data[`${kind}s`]).find(is)?.[0] ?? "own";
    }

    /** The numbers of all fields, or null; a field says what is wrong with it. */
    job() {
      let isWhole = true;
      const job = {};
      for (const input of this.numbers) {
        const value = input.value.trim() ? Number(input.value) : NaN;
        const [min, max] = [Number(input.min), Number(input.max)];
        const isRight = value >= min && value <= max && (input.step === "any" || Number.isInteger(value));
        const hint = input.nextElementSibling;
        const what = input.step === "any" ? "A number" : "A whole number";
        const text = isRight ? "" : `${what}: ${min} to ${grouped(max)}`;
        if (hint.textContent !== text) hint.textContent = text;
        input.setAttribute("aria-invalid", String(!isRight));
        if (!isRight) input.closest("details")?.setAttribute("open", "");
        isWhole &&= isRight;
        job[input.name] = value * input.dataset.scale;
      }
      return isWhole ? job : null;
    }

    show() {
      const job = this.job();
      this.faults.replaceChildren();
      this.own.setAttribute("aria-invalid", "false");
      const wrong = this.numbers.find((input) => input.getAttribute("aria-invalid") === "true");
      if (!job) return this.nothing(`No result: correct the field "${wrong.parentNode.firstChild.firstChild.data}".`);
      try {
        const { plans, smallest } = plan(this.data, job);
        const own = this.ownPlan(job, plans);
        this.shown = { job, plans, smallest, own, rows: [own, ...plans, smallest].filter(Boolean) };
      } catch (error) {
        if (!(error instanceof RangeError)) throw error;
        return this.nothing("No result: these numbers are too large, or one of them is 0.");
      }
      const verdict = this.verdict();
      if (!this.shown.rows.length) return this.nothing(verdict);
      this.say(verdict);
      this.rows();
      this.choose(this.shown.rows.find(({ layout }) => short(layout) === this.chosen) ?? this.shown.rows[0]);
    }

    nothing(sentence) {
      this.shown = null;
      this.say(sentence);
      this.table.replaceChildren();
      this.one.replaceChildren();
    }

    say(...sentences) {
      const text = [...this.told, ...sentences].join(" ");
      if (this.said.textContent !== text) this.said.textContent = text; // said once, not at each key
    }

    /** The layout that was typed, with its numbers; null where there is none or it can't run, and why is told. */
    ownPlan(job, plans) {
      if (!this.own.value.trim()) return null;
      const { layout, wrong } = planLayout(this.data, this.own.value);
      const told = wrong.length ? wrong : planFaults(this.data, { ...job, ...layout });
      this.own.setAttribute("aria-invalid", String(told.length > 0));
      this.faults.replaceChildren(...told.map((sentence) => make("p", {}, sentence)));
      if (told.length) return null;
      this.chosen = short(layout);
      if (plans.some((one) => short(one.layout) === this.chosen)) return null;
      return { layout, estimate: planEstimate(this.data, { ...job, ...layout }), isOwn: true };
    }

    verdict() {
      const { job, plans, smallest } = this.shown;
      const room = this.room(job);
      if (plans.length === 1) return `1 layout fits in ${room}.`;
      if (plans.length) return `${plans.length} layouts that fit in ${room}.`;
      if (smallest) {
        const { total } = smallest.estimate.memory;
        const lacks = gib(total - this.data.fit * job.memory);
        const advice = planAdvice(this.data, job, smallest);
        return `Nothing fits in ${room}. ${advice} The smallest layout takes ${gib(total)} GiB, ${lacks} GiB too many.`;
      }
      const plain = { ...planLayout(this.data, "").layout, fsdp: job.gpus };
      const faults = planFaults(this.data, { ...job, ...plain }).join(" ");
      return `No layout that is tried can run. With fsdp=${job.gpus} alone: ${faults}`;
    }

    error(step) {
      const [least, most] = this.data.range.map((part) => digits(step * part));
      return `${digits(step)} s. With the error of the runs that it was fitted to: ${least} to ${most} s.`;
    }

    room(job) {
      return `${gib(this.data.fit * job.memory)} GiB, ${Math.round(100 * this.data.fit)} % of a GPU`;
    }

    rows() {
      const heads = [...this.data.names.map(wordOf), "GiB", "a step", "tokens/s/GPU"];
      const first = make("span", { className: "ls-plan-hidden" }, "Choose");
      const head = make("tr", {}, make("th", { scope: "col" }, first));
      head.append(...heads.map((text) => make("th", { scope: "col" }, text)));
      const caption = make("caption", { className: "ls-plan-hidden" }, "Layouts");
      const body = make("tbody", {}, ...this.shown.rows.map((one) => this.row(one)));
      const table = make("table", { className: "ls-plan-layouts" }, caption, make("thead", {}, head), body);
      this.table.replaceChildren(table);
    }

    row(one) {
      const { job } = this.shown;
      const { layout, estimate: { memory, time } } = one;
      const radio = make("input", { type: "radio", name: "ls-plan", ariaLabel: this.described(one) });
      radio.onchange = () => {
        this.isPicked = true;
        this.choose(one);
        this.keep();
      };
      one.radio = radio;
      const cell = (word, text, isPlain) => {
        const node = make("td", { className: isPlain ? "ls-plan-plain" : "" }, text);
        node.dataset.word = word; // stands before the number on a phone
        return node;
      };
      const speed = (job.batch * job.sequence) / time.step / job.gpus;
      const row = make("tr", {}, make("th", { scope: "row" }, radio, ...(one.isOwn ? [make("b", {}, "own")] : [])));
      const size = (name) => cell(wordOf(name), String(layout[name]), layout[name] === start(name));
      row.append(...this.data.names.map(size));
      row.append(cell("GiB", gib(memory.total)), cell("a step", seconds(this.data, time.step)));
      row.append(cell("tokens/s/GPU", grouped(speed)));
      row.onclick = ({ target }) => {
        if (target !== radio) radio.click();
      };
      return row;
    }

    described({ layout, estimate: { memory, time }, isOwn }) {
      return `${isOwn ? "own: " : ""}${short(layout)}: ${gib(memory.total)} GiB, ${digits(time.step)} s a step`;
    }

    /** Show one layout in full. */
    choose(one) {
      const at = { ...this.shown.job, ...one.layout };
      this.chosen = short(one.layout);
      if (one.radio) one.radio.checked = true;
      const pair = make("div", { className: "ls-plan-pair" }, this.memory(one, at), this.step(one));
      this.one.replaceChildren(pair, ...this.texts(at, one));
    }

    memory({ layout, estimate: { rank, memory } }, job) {
      const limit = this.data.fit * job.memory;
      const spare = limit - memory.total;
      const room = this.room(job);
      return shares({
        caption: layout.pp > 1 ? `Memory of the fullest rank, in place ${rank} of the pipeline` : "Memory of a rank",
        note: spare >= 0
          ? `The line stands at ${room}: ${gib(spare)} GiB are left.`
          : `It does not fit: ${gib(-spare)} GiB more than ${room}, where the line stands.`,
        words: this.data.words.parts, values: memory, unit: "GiB", shown: gib,
        end: Math.max(job.memory, memory.total), limit, total: "Together",
      });
    }

    step({ estimate }) {
      const { step } = estimate.time;
      const decimals = Math.max(0, 4 - Math.ceil(Math.log10(step)));
      return shares({
        caption: "A step", note: this.error(step), words: this.data.words.times, values: planTimes(estimate),
        unit: "Seconds", shown: (value) => value.toFixed(Math.min(decimals, 20)), end: step, total: "Together",
      });
    }

    /** The program and the command of a layout. */
    texts(at, one) {
      const program = planProgram(this.data, at);
      const { model, cluster } = this.form.elements;
      const { job, rows, own } = this.shown;
      const layout = one === rows[0] && !own ? null : one.layout;
      const command = planCommand(this.data, { model: model.value, cluster: cluster.value, job, layout });
      return [
        this.text("The torch program of this layout", program, "Copy", button("Save as train.py", () => save(program))),
        this.text("The same in a terminal", command, "Copy the command"),
      ];
    }

    /** A text with its title and a button that copies it. */
    text(title, text, label, ...others) {
      const said = make("span", { role: "status" });
      const press = button(label, () => copyText(text, said, "Mark the lines and copy them."));
      const head = make("div", {}, make("h2", {}, title), said, press, ...others);
      const pre = make("pre", { tabIndex: 0, ariaLabel: title }, make("code", {}, text));
      return make("section", { className: "ls-plan-text" }, head, pre);
    }

    /** What the address holds: presets by name, own numbers one by one, and the layout. */
    keep() {
      const { elements } = this.form;
      const query = new URLSearchParams();
      for (const kind of ["model", "cluster"]) {
        query.set(kind, elements[kind].value);
        if (elements[kind].value === "own") for (const { name, value } of this.fieldsOf(kind)) query.set(name, value);
      }
      for (const name of ["gpus", "sequence", "batch"]) query.set(name, elements[name].value);
      const layout = this.own.value.trim() || this.chosen;
      if (layout && (this.own.value.trim() || layout !== this.first())) query.set("layout", layout);
      history.replaceState(history.state, "", `#${this.id}?${query}`);
    }

    first() {
      const [one] = this.shown?.rows ?? [];
      return one && short(one.layout);
    }

    /** Take what the address holds; what makes no sense is told, and the field stays as it is. */
    restore() {
      const [name, query] = location.hash.split("?");
      if (name !== `#${this.id}` || !query) return false;
      const bad = [];
      const given = new URLSearchParams(query);
      for (const [key, value] of given) {
        if (key !== "layout" && !this.take(key, value)) bad.push(`${key}=${value.slice(0, 40)}`);
      }
      for (const kind of ["model", "cluster"]) this.name(kind);
      this.takeLayout((given.get("layout") ?? "").slice(0, 200));
      this.told = bad.length ? [`The link holds what makes no sense here and was left out: ${bad.join(", ")}.`] : [];
      this.show();
      this.scrollIntoView();
      return true;
    }

    take(key, value) {
      const field = this.form.elements[key];
      if (field?.matches?.("select")) {
        if (![...field.options].some((option) => option.value === value)) return false;
        field.value = value;
        const preset = this.data[`${key}s`][value];
        if (preset) this.fill(key, preset.values);
        return true;
      }
      if (!this.numbers.includes(field) || !value.trim() || !Number.isFinite(Number(value))) return false;
      field.value = value;
      return true;
    }

    /** A layout that the planner lists is chosen there; another one is an own one. */
    takeLayout(text) {
      this.own.value = "";
      this.chosen = text;
      this.show();
      this.isPicked = Boolean(text) && this.chosen === text && this.shown !== null;
      if (!this.isPicked) this.own.value = text;
    }
  });
})();
