/* <ls-planner>: which layouts of DP, FSDP, TP, CP, PP and EP fit a model on a cluster, at once as one types. The formulas, the
   rules and the program come from assets/planner/data.js, which the Python of `python -m lockstep plan` wrote. */
(() => {
  const Lockstep = (globalThis.Lockstep ??= {});
  if (Lockstep.plan) return; // Material's instant navigation runs scripts again

  const LARGEST = 1e30; // as in lockstep/expression.py
  const DIVIDES = new Set(["div", "floordiv", "mod"]);

  /** A program of words in reverse Polish order as a function of names; it throws where the program has no value. */
  const compiled = (program) => {
    const stack = [];
    for (const word of program.split(" ")) {
      const [name, count] = word.split(":");
      if (count) stack.push(applied(name, stack.splice(-count)));
      else stack.push(Number.isFinite(Number(word)) ? constant(Number(word)) : named(word));
    }
    return bounded(stack[0]);
  };
  const constant = (number) => () => number;
  const named = (name) => (names) => {
    const value = names[name];
    if (value === undefined) throw new RangeError(`names '${name}', which is not given`);
    return value;
  };
  const applied = (name, parts) => {
    const operation = Lockstep.operations[name]; // formula.js
    const [a, b] = parts;
    if (parts.length === 1) return (names) => Number(operation(a(names)));
    if (parts.length > 2) return (names) => operation(...parts.map((part) => part(names)));
    if (!DIVIDES.has(name)) return (names) => Number(operation(a(names), b(names)));
    return (names) => {
      const by = b(names);
      if (!by) throw new RangeError("has no value");
      return operation(a(names), by);
    };
  };
  const bounded = (calculate) => (names) => {
    const value = calculate(names);
    if (!(Math.abs(value) <= LARGEST)) throw new RangeError("is too large");
    return value;
  };

  const known = new Map(); // each program is split once
  const value = (program, names) => {
    if (!known.has(program)) known.set(program, compiled(program));
    return known.get(program)(names);
  };

  /** All formulas of a section, one after another. */
  const run = (data, section, given) => {
    const names = { ...given };
    for (const [name, program] of Object.entries(data.programs[section])) names[name] = value(program, names);
    return names;
  };

  const layersHere = (layers, pp, stages, rank) => {
    const every = pp * stages;
    let sum = 0;
    for (let at = rank; at < every; at += pp) sum += Math.floor((layers * (at + 1)) / every) - Math.floor((layers * at) / every);
    return sum;
  };

  const flying = (microBatches, pp, stages, rank) => {
    if (stages === 1) return Math.min(microBatches, pp - rank);
    const warmUp = (stages - 1) * Math.min(pp, microBatches) + 2 * (pp - 1 - rank);
    return Math.min(microBatches * stages, warmUp + 1) / stages;
  };

  /** The rank of the pipeline that holds the most, and its numbers: as in estimate.py. `model`: its section, if it has run. */
  const fullest = (data, given, model = run(data, "model", given)) => {
    const names = run(data, "layout", { ...model, ...given });
    const { pp, stages, layers } = given;
    const here = Array.from({ length: pp }, (_, rank) => layersHere(layers, pp, stages, rank));
    const ranks = new Set([0, here.indexOf(here.reduce((a, b) => Math.max(a, b))), pp - 1]);
    let most = null;
    for (const rank of [...ranks].sort((a, b) => a - b)) {
      const own = { here: here[rank], flying: flying(names.micro_batches, pp, stages, rank), first: Number(rank === 0), last: Number(rank === pp - 1) };
      const found = run(data, "stage", { ...names, ...own });
      if (!most || found.total > most.names.total) most = { rank, names: found };
    }
    return most;
  };

  const reached = (data, given) => run(data, "reached", given).efficiency;
  const picked = (names, of) => Object.fromEntries(names.map((name) => [name, of[name]]));

  /** Memory by part and time of a layout whose fullest rank is known. */
  const timed = (data, given, { rank, names }) => {
    const every = given.every || names.micro_batches * (given.pp > 1 ? 1 : 2);
    const time = run(data, "time", { ...names, efficiency: given.efficiency || reached(data, given), every });
    return { rank, memory: picked([...data.parts, "total"], names), time: picked(Object.keys(data.programs.time), time), names };
  };

  /**
   * @param {object} given numbers of the model, the job, the cluster and the layout, by the names of formulas.toml
   * @returns {{rank: number, memory: object, time: object, names: object}} bytes of the fullest rank, seconds of a step
   */
  const planEstimate = (data, given) => timed(data, given, fullest(data, given));

  const grouped = (number) => number.toLocaleString("en-US", { maximumFractionDigits: 0 });

  /** What keeps a layout from running, each in a sentence. */
  const planFaults = (data, given) =>
    data.rules
      .filter(({ test }) => value(test, given))
      .map(({ text }) => text.map((part, at) => (at % 2 ? grouped(value(part, given)) : part)).join(""));
  const canRun = (data, given) => !data.rules.some(({ test }) => value(test, given));

  const powers = (largest) => Array.from({ length: 40 }, (_, at) => 2 ** at).filter((size) => size <= largest);

  /** All layouts that are tried and can run, in the order of layouts.py. */
  function* candidates(data, job) {
    const { gpus, per_host: host } = job;
    for (const tp of powers(job.experts ? 1 : Math.min(host, gpus))) {
      for (const cp of powers(job.sequence / data.largest.tokens)) {
        for (const pp of powers(Math.min(data.largest.pp, job.layers))) {
          const rest = Math.floor(gpus / (tp * cp * pp));
          if (rest * tp * cp * pp === gpus) yield* around(data, job, { pp, cp, tp }, rest);
        }
      }
    }
  }

  function* around(data, job, fixed, rest) {
    const host = Math.max(1, Math.floor(job.per_host / fixed.tp));
    const shards = new Set([rest, ...[host, 8 * host].filter((size) => size < rest && rest % size === 0)]);
    const experts = powers(job.experts || 1).filter((ep) => !job.experts || job.experts % ep === 0);
    for (const fsdp of shards) {
      for (const stages of powers(fixed.pp > 1 ? data.largest.stages : 1)) {
        for (const ep of experts) {
          for (const microBatch of powers(data.largest.micro_batch)) {
            for (const recompute of [0, 1]) {
              const found = { ...fixed, stages, dp: rest / fsdp, fsdp, ep, micro_batch: microBatch, recompute };
              if (canRun(data, { ...job, ...found })) yield picked(data.names, found);
            }
          }
        }
      }
    }
  }

  const KIND = ["pp", "cp", "tp", "ep"];
  const order = (data, { layout, estimate: { time } }, fastest) =>
    [Math.floor(Math.log(time.step / fastest) / Math.log(data.alike)), KIND.filter((name) => layout[name] > 1).length, time.step];
  const compare = (a, b) => a.reduce((found, one, at) => found || one - b[at], 0);

  /**
   * @param {object} job the model, the job and the cluster
   * @returns {{plans: object[], smallest: ?object}} the fastest layouts that fit; the smallest of all, where none fits
   */
  const plan = (data, job, limit = 8) => {
    const ready = { ...job, efficiency: job.efficiency || reached(data, job) };
    const model = run(data, "model", ready);
    const best = new Map();
    let smallest = null;
    for (const layout of candidates(data, job)) {
      const given = { ...ready, ...layout };
      const held = fullest(data, given, model);
      const fits = held.names.total <= data.fit * job.memory;
      if (!fits && smallest && held.names.total >= smallest.estimate.memory.total) continue;
      const one = { layout, estimate: timed(data, given, held) };
      const kind = KIND.map((name) => layout[name]).join();
      if (!fits) smallest = one;
      else if (!best.has(kind) || one.estimate.time.step < best.get(kind).estimate.time.step) best.set(kind, one);
    }
    const fastest = Math.min(...[...best.values()].map(({ estimate }) => estimate.time.step));
    const pairs = [...best.values()].map((one) => [order(data, one, fastest), one]).sort(([a], [b]) => compare(a, b));
    return { plans: pairs.slice(0, limit).map(([, one]) => one), smallest: pairs.length ? null : smallest };
  };

  /** The torch program of a layout: the template without the parts that it has no use for. */
  const planProgram = (data, at) => {
    const wanted = {
      pp: at.pp > 1, tp: at.tp > 1, cp: at.cp > 1, moe: at.experts > 0, shared: at.experts > 0 && at.dense > 0, recompute: at.recompute > 0,
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

  Object.assign(Lockstep, { plan, planEstimate, planFaults, planProgram });
  if (typeof module === "object") module.exports = Lockstep;
  if (typeof customElements === "undefined") return;
})();
