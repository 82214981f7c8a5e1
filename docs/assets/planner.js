/* <ls-planner>: which layouts of DP, FSDP, TP, CP, PP and EP fit a model on a cluster, at once as one types. The formulas, the
   rules and the program come from assets/planner/data.js, which the Python of `python -m lockstep plan` wrote. */
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
        this.sections[section] = Object.entries(formulas).map(([name, program]) => [this.place(name), this.compiled(program)]);
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
      for (const [name, number] of Object.entries(given)) if (this.places.has(name)) slots[this.places.get(name)] = number;
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
    let sum = 0;
    for (let at = rank; at < every; at += pp) sum += Math.floor((layers * (at + 1)) / every) - Math.floor((layers * at) / every);
    return sum;
  };

  const flying = (microBatches, pp, stages, rank) => {
    if (stages === 1) return Math.min(microBatches, pp - rank);
    const warmUp = (stages - 1) * Math.min(pp, microBatches) + 2 * (pp - 1 - rank);
    return Math.min(microBatches * stages, warmUp + 1) / stages;
  };

  /** The rank of the pipeline that holds the most, and its slots: as in estimate.py. The model has run in these slots. */
  const fullest = (machine, slots) => {
    machine.run("layout", slots);
    const { pp, stages, layers, micro_batches: microBatches } = machine.named(slots, ["pp", "stages", "layers", "micro_batches"]);
    const here = Array.from({ length: pp }, (_, rank) => layersHere(layers, pp, stages, rank));
    const ranks = new Set([0, here.indexOf(Math.max(...here)), pp - 1]);
    let most = null;
    for (const rank of [...ranks].sort((a, b) => a - b)) {
      const own = slots.slice();
      machine.put(own, { here: here[rank], flying: flying(microBatches, pp, stages, rank), first: Number(rank === 0), last: Number(rank === pp - 1) });
      machine.run("stage", own);
      const total = machine.get(own, "total");
      if (!most || total > most.total) most = { rank, slots: own, total };
    }
    return most;
  };

  const reached = (machine, given) => {
    const slots = machine.slots(given);
    machine.run("reached", slots);
    return machine.get(slots, "efficiency");
  };

  /** Adds the time of a step to the slots of the fullest rank. */
  const timed = (machine, { slots }, { efficiency, every }) => {
    const gathers = machine.get(slots, "micro_batches") * (machine.get(slots, "pp") > 1 ? 1 : 2);
    machine.put(slots, { efficiency, every: every || gathers });
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
    timed(machine, held, { efficiency: given.efficiency || reached(machine, given), every: given.every });
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
      for (const cp of powers(job.sequence / data.largest.tokens)) {
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
    const ready = { efficiency: job.efficiency || reached(machine, job), every: job.every };
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
    return { plans: pairs.slice(0, limit).map(([, one]) => whole(one)), smallest: pairs.length || !smallest ? null : whole(smallest) };
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
